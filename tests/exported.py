"""A copy of the walkthrough as files, for the tests of what was exported."""

import contextlib
import functools
import http.server
import threading
from unittest.mock import patch

from app.export.bases import bases
from app.export.site import export
from app.export.sweeps import content
from app.memory import catalog
from app.steps.catalog import BY_SLUG

GPT3 = catalog.model("gpt3-175b")
HELD = tuple(BY_SLUG[slug] for slug in ("start", "sharding", "limits", "summary", "self-check"))


def make_copy(folder, pages, **options):
    """A copy of some pages, live from the lesson's run and from GPT-3; what their sliders show is computed once for all copies."""
    with patch("app.export.site.content", _once):
        export(folder, bases([GPT3], []), pages, tell=lambda words: None, **options)
    return folder


_once = functools.cache(content)


@contextlib.contextmanager
def plain_server(folder):
    """The address of a web server that knows nothing but the files of a folder."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    running = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{running.server_port}"
    finally:
        running.shutdown()
        thread.join(10)
        running.server_close()
