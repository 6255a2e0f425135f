"""The whole walkthrough as files with relative addresses, which need no server: each slider is live from every preset."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.evidence.variants import variants
from app.export.bases import Base, own_bases
from app.export.live import FOLDER
from app.export.rendered import SOMEWHERE, adapted, ask, moved
from app.export.scorm import LAUNCH, MANIFEST, SCRIPT, STYLE, launch_page, manifest, package
from app.export.spread import spread
from app.export.sweeps import content, index, scripts
from app.main import create_app
from app.settings import Settings
from app.steps.catalog import PAGES
from app.steps.step import Step
from app.web.assets import Assets
from app.web.embed import embed_path

WORKER = f"{FOLDER}/worker.js"
Tell = Callable[[str], None]
Files = Iterator[tuple[str, bytes]]  # name and content


def export(out: Path, bases: tuple[Base, ...], pages: tuple[Step, ...] = PAGES, home: str = "", live: Mapping[str, bytes] | None = None,
           tell: Tell = print, workers: int = 1) -> list[Path]:  # fmt: skip
    """Write the copy into the folder `out` and return its files. Raises OSError where that cannot be written.

    `home` is the address of the site that it is a copy of, for permalinks and citations; `live` the files of app.export.live, where the
    copy is to compute in the browser; `tell` hears how far it is; so many processes compute what the sliders show.
    """
    assets = Assets()
    rendered = dict(page_files(assets, pages, home, bool(live)))
    fixed = {name: body for name, body in static_files(assets).items() if any(name.encode() in page for page in rendered.values())}
    if live:
        fixed |= {f"{FOLDER}/{name}": body for name, body in live.items()} | {WORKER: assets.content("js/python-worker.js")}
    held = [(step, own_bases(step, bases)) for step in pages]
    total = len(fixed) + len(rendered) + sum(1 + len(scripts(*each)) for each in held)
    written = []
    for files in (iter(fixed.items()), iter(rendered.items()), sweep_files(held, workers)):
        for name, body in files:
            written.append(_write(out / name, body))
            tell(f"{len(written)} of {total}: {name}")
    return written


def static_files(assets: Assets) -> dict[str, bytes]:
    """What pages load, where it lies in a copy."""
    return {f"static/{name}": assets.content(name) for name in assets.names}


def page_files(assets: Assets, pages: tuple[Step, ...], home: str, live: bool) -> Files:
    """The pages, also those for frames, with the scripts that stand in for a server."""
    app = create_app(Settings(public_url=SOMEWHERE, root_path=""))
    found = _pages(pages)
    files = {page.path: page.file for page in found if not page.query} | {f"/{name}": name for name in (*map(_index_of, pages), WORKER)}
    files |= {assets.path(name): f"static/{name}" for name in assets.names}
    python = f'data-python="/{WORKER}"' if live else ""
    for page in found:
        scripts = {f"/{_index_of(page.step)}": "data-copy", assets.path("export.js"): python} if page.step else {}
        html = adapted(ask(app, page.path, page.query).decode(), scripts)
        yield page.file, moved(html, page.file, files, home, file_of(page.step.path) if page.step else "").encode()


@dataclass(frozen=True)
class Rendered:
    """A page of the site: its address, where it lies in the copy, and the step that it shows, if it has sliders."""

    path: str
    file: str
    query: str = ""
    step: Step | None = None


def _pages(pages: tuple[Step, ...]) -> list[Rendered]:
    """All pages of a copy: for reading, for frames, and for frames with one figure."""
    return [
        *(Rendered(step.path, file_of(step.path), step=step) for step in pages),
        *(Rendered(embed_path(step), file_of(embed_path(step)), step=step) for step in pages),
        *(Rendered(embed_path(step), f"embed/{step.slug}/{name}.html", f"figure={name}", step) for step in pages for name in step.figures),
        *(Rendered(path, file_of(path)) for path in other_pages()),
    ]


def sweep_files(held: Sequence[tuple[Step, tuple[Base, ...]]], workers: int) -> Files:
    """The scripts that hold what the sliders of each page show from its presets."""
    for step, bases in held:
        yield _index_of(step), index(step, bases)
    wanted = [script for each in held for script in scripts(*each)]
    for script, body in zip(wanted, spread(content, wanted, workers), strict=True):
        yield f"copy/{script.page}/{script.name}.js", body


def add_scorm(out: Path, files: list[Path], pages: tuple[Step, ...]) -> Path:
    """Add launch page and manifest to a copy, and zip it into a package beside its folder, which is returned. Raises OSError."""
    own = {name: body for name, body in static_files(Assets()).items() if name in (SCRIPT, STYLE)} | {LAUNCH: launch_page(pages)}
    files = [*files, *(_write(out / name, body) for name, body in own.items())]
    names = [path.relative_to(out).as_posix() for path in files]
    _write(out / MANIFEST, manifest(names))
    return package(out, [*names, MANIFEST], out.with_name(f"{out.name}-scorm.zip"))


def other_pages() -> tuple[str, ...]:
    """The paths of the pages without sliders that every copy has."""
    return "/about", "/notes", "/glossary", "/teach", "/evidence", *(f"/evidence/{variant.group.slug}" for variant in variants())


def file_of(path: str) -> str:
    """Where a page lies in the copy."""
    return f"{path.strip('/') or 'index'}.html"


def _index_of(step: Step) -> str:
    return f"copy/{step.slug}/index.js"


def _write(to: Path, content: bytes) -> Path:
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(content)
    return to
