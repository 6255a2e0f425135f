"""The pages' scripts run by Node, for tests that compare them with Python."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = Path(__file__).resolve().parent / "js"


def answered(program: str, asked: Any) -> Any:
    """What a program of `tests/js` answers, both as JSON. Skips without Node, unless REQUIRE_BROWSER is set: then it fails."""
    node = shutil.which("node")
    if node is None:
        message = "Node is not installed"
        if os.environ.get("REQUIRE_BROWSER"):
            pytest.fail(message)
        pytest.skip(message)
    run = subprocess.run([node, PROGRAMS / program], input=json.dumps(asked).encode(), stdout=subprocess.PIPE, check=True)
    return json.loads(run.stdout)
