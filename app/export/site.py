"""The whole walkthrough as files with relative addresses, which need no server: each slider is live from every preset."""

from collections.abc import Callable, Mapping
from pathlib import Path

from app.export.bases import Base, settings_of
from app.export.live import FOLDER
from app.export.rendered import SOMEWHERE, adapted, ask, moved
from app.export.scorm import LAUNCH, MANIFEST, launch_page, manifest, package
from app.export.sweeps import index, sweep_scripts
from app.main import create_app
from app.settings import Settings
from app.steps.catalog import PAGES
from app.steps.step import Step
from app.web.assets import Assets

WORKER = f"{FOLDER}/worker.js"
Tell = Callable[[str], None]
OTHER_PAGES = ("/about", "/notes")


def export(out: Path, bases: tuple[Base, ...], pages: tuple[Step, ...] = PAGES, home: str = "", live: Mapping[str, bytes] | None = None,
           tell: Tell = print) -> list[Path]:  # fmt: skip
    """Write the copy into the folder `out` and return its files. Raises OSError where that cannot be written.

    `home` is the address of the site that it is a copy of, for permalinks and citations; `live` the files of app.export.live, where the
    copy is to compute in the browser; `tell` hears how far it is.
    """
    assets = Assets()
    files = {path: file_of(path) for path in (*(step.path for step in pages), *OTHER_PAGES)}
    files |= {assets.path(name): f"static/{name}" for name in assets.names} | {f"/{_index_of(step)}": _index_of(step) for step in pages}
    written = [_write(out / f"static/{name}", assets.content(name)) for name in assets.names]
    for name, content in (live or {}).items():
        written.append(_write(out / FOLDER / name, content))
    if live:
        files[f"/{WORKER}"] = WORKER
        written.append(_write(out / WORKER, assets.content("js/python-worker.js")))
    tell(f"{len(written)} scripts, styles and pictures")
    app = create_app(Settings(public_url=SOMEWHERE, root_path=""))
    for number, step in enumerate(pages, start=1):
        settings = settings_of(step)
        for name, content in sweep_scripts(step, bases, settings):
            written.append(_write(out / "copy" / step.slug / f"{name}.js", content))
            tell(f"page {number} of {len(pages)}, {step.slug}: {name}")
        written.append(_write(out / _index_of(step), index(step, bases, settings)))
    python = f'data-python="/{WORKER}"' if live else ""
    scripts = {step.path: {f"/{_index_of(step)}": "data-copy", assets.path("export.js"): python} for step in pages}
    for path in (*scripts, *OTHER_PAGES):
        html = _page(ask(app, path).decode(), path, files, scripts.get(path, {}), home)
        written.append(_write(out / files[path], html.encode()))
    tell(f"{len(written)} files")
    return written


def add_scorm(out: Path, files: list[Path], pages: tuple[Step, ...]) -> Path:
    """Add launch page and manifest to a copy, and zip it into a package beside its folder, which is returned. Raises OSError."""
    files = [*files, _write(out / LAUNCH, launch_page(pages))]
    names = [path.relative_to(out).as_posix() for path in files]
    _write(out / MANIFEST, manifest(names))
    return package(out, [*names, MANIFEST], out.with_name(f"{out.name}-scorm.zip"))


def file_of(path: str) -> str:
    """Where a page lies in the copy."""
    return f"{path.strip('/') or 'index'}.html"


def _index_of(step: Step) -> str:
    return f"copy/{step.slug}/index.js"


def _page(html: str, path: str, files: Mapping[str, str], scripts: Mapping[str, str], home: str) -> str:
    return moved(adapted(html, scripts), files[path], files, home)


def _write(to: Path, content: bytes) -> Path:
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(content)
    return to
