"""Set up and start the walkthrough: `python3 scripts/start.py`. Needs Python 3.11 or newer and nothing else.

The first start makes .venv; later ones begin at once. What follows goes to `python -m app`, for example --port 9000.
"""

import contextlib
import os
import subprocess
import sys

from environment import ROOT, prepare

python = str(prepare("requirements.lock"))
command = [python, "-m", "app", *sys.argv[1:]]
os.chdir(ROOT)
if os.name == "posix":
    os.execv(python, command)
with contextlib.suppress(KeyboardInterrupt):
    sys.exit(subprocess.call(command))
