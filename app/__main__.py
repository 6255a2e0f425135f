"""The command line: `python -m app` starts the server."""

import argparse
import errno
import os
import socket
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from app.export.command import add_export
from app.rehearsal.command import add_rehearse
from app.server import run
from app.settings import Settings
from app.validation.command import add_validate
from app.web.assets import Assets
from app.web.plan_command import add_plan
from app.web.plotly import BASIC, fetch_basic, version

LAST_PORT = 65_535


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the arguments and run. Ends with a plain message where something is wrong with them."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help")):
        words.insert(0, "serve")
    try:
        chosen = _parser(Settings()).parse_args(words)
        chosen.run(chosen)
    except ValidationError as error:
        sys.exit("\n".join(f"FSDP_{str(problem['loc'][0]).upper()}: {_words(problem['msg'])}." for problem in error.errors()))


def _parser(settings: Settings) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m app", description="An interactive walkthrough of FSDP training memory.")
    commands = parser.add_subparsers(title="commands", required=True)

    command = commands.add_parser("serve", help="start the server (what happens without a command)")
    command.add_argument("--host", default=settings.host, help="address to listen on (%(default)s)")
    command.add_argument("--port", type=int, default=settings.port, help="port to listen on, 0 for any free one (%(default)s)")
    command.add_argument("--root-path", default=settings.root_path, help="path under which a proxy serves the site, such as /fsdp")
    command.add_argument("--workers", type=int, default=settings.workers, help="processes that answer, one for each core (%(default)s)")
    command.add_argument("--no-browser", action="store_true", help="do not open the start page")
    command.add_argument(
        "--proxy-headers",
        action="store_true",
        default=settings.proxy_headers,
        help="believe X-Forwarded-Proto and -Host; only behind a proxy",
    )
    command.set_defaults(run=serve)

    command = commands.add_parser("assets", help="compress all static files into a folder, for a read-only installation")
    command.add_argument("--out", type=Path, required=True, help="the folder; name it in FSDP_CACHE_FOLDER when serving")
    command.set_defaults(run=compress_assets)

    add_export(commands.add_parser("export", help="write the walkthrough as files that need no server"))

    add_plan(commands.add_parser("plan", help="print what one GPU holds under a plan"))
    add_rehearse(commands.add_parser("rehearse", help="open a room full of simulated students"))
    add_validate(commands.add_parser("validate", help="measure with PyTorch and compare (needs torch)"))

    command = commands.add_parser("fetch-plotly", help="fetch the small Plotly script with npm (a quarter of the full one)")
    command.set_defaults(run=fetch_plotly)
    return parser


def serve(chosen: argparse.Namespace) -> None:
    """Serve until interrupted; print the address and open it where there is a screen."""
    names = ("host", "port", "root_path", "proxy_headers", "workers")
    listener = _listen(chosen.host, chosen.port)
    settings = Settings(**{name: getattr(chosen, name) for name in names})
    address = _address(chosen.host, listener.getsockname()[1], settings.root_path)
    print(f"The walkthrough is at {address}\nStop it with Ctrl+C.", flush=True)
    if not chosen.no_browser and _has_screen():
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()  # the port queues the visit until we answer
    run(settings, listener)


def compress_assets(chosen: argparse.Namespace) -> None:
    """Write every compressed static file, the Plotly script included, into a folder."""
    try:
        made = Assets(chosen.out).compress_all()
    except OSError as error:
        sys.exit(f"The compressed files cannot be written to {chosen.out}: {error.strerror}. Name a folder that you may write to.")
    print(f"{made} compressed files in {chosen.out}")


def fetch_plotly(_: argparse.Namespace) -> None:
    """Put the basic bundle into build/, where the server prefers it."""
    try:
        fetch_basic()
    except (OSError, subprocess.CalledProcessError) as error:
        sys.exit(f"The basic bundle could not be fetched: {error}. The full one of the plotly package is used instead.")
    print(f"plotly.js {version(BASIC)}, basic bundle, {BASIC.stat().st_size:,} bytes: {BASIC}")


def _words(message: str) -> str:
    return message.removeprefix("Value error, ").rstrip(".")


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except (OSError, OverflowError) as error:
        taken = isinstance(error, OSError) and error.errno in (errno.EADDRINUSE, 10048)  # on Windows the second
        other = port + 1 if port < LAST_PORT else port - 1
        hint = f"Something listens there already. Add --port {other} to the command you started it with." if taken else str(error)
        sys.exit(f"Cannot listen on {host}, port {port}. {hint}")


def _address(host: str, port: int, root_path: str) -> str:
    name = {"0.0.0.0": "localhost", "::": "localhost"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}{root_path}/"


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


if __name__ == "__main__":
    main()
