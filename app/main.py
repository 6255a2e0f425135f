"""Where the parts meet."""

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from app.settings import Settings
from app.web import errors
from app.web.about import about
from app.web.address import UnderRoot
from app.web.api import api
from app.web.assets import Assets
from app.web.figures import figures
from app.web.forwarded import Forwarded
from app.web.headers import Headers
from app.web.health import health
from app.web.live import live
from app.web.pages import pages
from app.web.plotly import style_hashes
from app.web.self_check import self_check
from app.web.static_files import static_files
from app.web.templating import environment


def create_app(settings: Settings | None = None) -> FastAPI:
    """The whole application for the given settings, or for those of the environment."""
    settings = settings or Settings()
    assets = Assets(settings.cache_folder)
    env = environment(assets)
    app = FastAPI(
        title="FSDP walkthrough",
        summary="Training memory under data parallelism and full sharding, as exact numbers",
        version="1",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    public_url = settings.public_url
    for router in (
        health(assets), static_files(assets), live(), figures(public_url), self_check(env, public_url), about(env, public_url),
        pages(env, public_url), api(),
    ):  # fmt: skip
        app.include_router(router)
    errors.install(app, env)  # middleware from the inside out
    app.add_middleware(GZipMiddleware, minimum_size=500, compresslevel=5)
    app.add_middleware(Headers, style_hashes=style_hashes(assets.plotly))
    app.add_middleware(UnderRoot, root_path=settings.root_path)
    if settings.trusted:
        app.add_middleware(Forwarded, trusted=settings.trusted)
    return app
