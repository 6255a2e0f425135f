"""A server in a process of its own, for the tests of what was installed or built."""

import contextlib
import re
import subprocess
import urllib.request

from app.steps.catalog import PAGES


@contextlib.contextmanager
def serving(command, **options):
    """The address that a command prints once it serves; the process ends with the block."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **options)
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, f"no address in {line!r}"
        yield found[0].rstrip("/")
    finally:
        process.terminate()
        process.wait(20)


def get(address):
    """Status, headers and body of one address."""
    with urllib.request.urlopen(address, timeout=30) as answer:
        return answer.status, answer.headers, answer.read().decode()


def check_every_page(address):
    """Every page is there, complete, and so is every file it names."""
    files = set()
    for step in PAGES:
        status, _, body = get(f"{address}{step.path}")
        assert status == 200
        assert step.title in body or step.path == "/"
        files |= set(re.findall(r'(?:src|href|data-plotly)="(/static/[^"]+)"', body))
    assert any(name.endswith("plotly.js") for name in files)
    for name in files:
        assert get(f"{address}{name}")[0] == 200
