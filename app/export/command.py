"""`python -m app export`: the walkthrough as files."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from app.export.bases import bases
from app.export.live import NotFetched, live_files
from app.export.site import add_scorm, export
from app.export.spread import Ended
from app.memory.catalog import GPUS, MODELS
from app.settings import PUBLIC_URL, ROOT_PATH
from app.steps.catalog import PAGES
from app.steps.start import STEP as START

ALL, NONE = "all", "none"


class Named(Protocol):
    """Something of the catalogue."""

    @property
    def slug(self) -> str:
        """Its name in addresses."""


Entry = TypeVar("Entry", bound=Named)


def add_export(command: argparse.ArgumentParser) -> None:
    """The options of the command, and what it does."""
    command.add_argument("--out", type=Path, required=True, help="the folder to write to; it must be empty or not there yet")
    command.add_argument("--home", default="", help="address of the site that this is a copy of, for citations and permalinks")
    command.add_argument(
        "--models", default=ALL, help="models from which each slider is live, by name and between commas, or none (%(default)s)"
    )
    command.add_argument("--gpus", default=ALL, help="the same for GPUs (%(default)s)")
    command.add_argument(
        "--pages", default=ALL, help="pages that are written besides the start page, by name and between commas (%(default)s)"
    )
    command.add_argument(
        "--live",
        action="store_true",
        help="let all sliders move together, by Python in the browser; needs npm, and a web server for the copy",
    )
    command.add_argument(
        "--workers", type=int, default=os.cpu_count() or 1, help="processes that compute, one for each core (here %(default)s)"
    )
    command.add_argument("--scorm", action="store_true", help="also zip it as a SCORM 1.2 package, beside the folder")
    command.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> None:
    """Export, telling how far it is. Ends with a plain message where something is in the way."""
    held = bases(_chosen("--models", chosen.models, MODELS), _chosen("--gpus", chosen.gpus, GPUS))
    pages = {START.slug: START} | {step.slug: step for step in _chosen("--pages", chosen.pages, PAGES)}
    home = _address("--home", chosen.home.rstrip("/"))
    try:
        if chosen.out.exists() and any(chosen.out.iterdir()):
            sys.exit(f"{chosen.out} is not empty. Name a folder that is not there yet, so that nothing old is left in the copy.")
        live = live_files() if chosen.live else None
        files = export(chosen.out, held, tuple(pages.values()), home, live, _tell, max(1, chosen.workers))
        if chosen.scorm:
            print(f"SCORM package: {add_scorm(chosen.out, files, tuple(pages.values()))}")
    except NotFetched as error:
        sys.exit(f"{error}. Without --live no Python is needed in the browser.")
    except KeyboardInterrupt:
        sys.exit(f"Stopped. {chosen.out} holds a part of a copy; delete it before you try again.")
    except Ended:
        sys.exit("A process of the export was ended from outside, as by lack of memory. With --workers 1 it needs least.")
    except OSError as error:
        sys.exit(f"The copy cannot be written to {chosen.out}: {error.strerror}.")
    print(f"Open {chosen.out / 'index.html'}, or put the folder on any web server.")


def _tell(words: str) -> None:
    print(words, flush=True)


def _address(option: str, text: str) -> str:
    found = PUBLIC_URL.fullmatch(text)
    if text and not (found and (not found["path"] or ROOT_PATH.fullmatch(found["path"]))):
        sys.exit(f"{option} {text} cannot be used. Write http:// or https:// and the host, like https://example.org/fsdp.")
    return text


def _chosen(option: str, text: str, entries: Sequence[Entry]) -> list[Entry]:
    known = {entry.slug: entry for entry in entries}
    names = {ALL: list(known), NONE: []}.get(text, text.split(","))
    if strange := [name for name in names if name not in known]:
        sys.exit(f"{option} knows no {strange[0]}. It knows {', '.join(known)}, {ALL} and {NONE}.")
    return [known[name] for name in names]
