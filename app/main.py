"""Where the parts meet."""

from collections.abc import Callable

from fastapi import FastAPI
from starlette.routing import BaseRoute

from app.classroom.rooms import Rooms
from app.classroom.store import InProcess, Store
from app.memory.architecture.document import MOST_BYTES
from app.settings import Settings
from app.web import errors
from app.web.about import about
from app.web.address import UnderRoot
from app.web.answers import Answers
from app.web.api import api, document
from app.web.assets import Assets
from app.web.bank import banks
from app.web.embed import embed
from app.web.embed_builder import embed_builder
from app.web.embed_key import key
from app.web.embed_self_test import self_test
from app.web.evidence import evidence
from app.web.exact import Exact, exact
from app.web.figures import figures
from app.web.forwarded import Forwarded
from app.web.glossary import glossary
from app.web.handout import handouts
from app.web.headers import Headers
from app.web.health import health
from app.web.limits import Limits
from app.web.live import live
from app.web.metrics import Metrics
from app.web.notes import notes
from app.web.oembed import oembed
from app.web.pages import pages
from app.web.plan import LARGEST_FORM, plan
from app.web.plan_api import PATH, plan_api
from app.web.plotly import csp_hash, style_hashes
from app.web.practice import practice
from app.web.predict import predict
from app.web.presenter import presenter
from app.web.room_body import LARGEST_BODY as LARGEST_ROOM_BODY
from app.web.room_pages import room_pages
from app.web.rooms import rooms_api
from app.web.self_check import self_check
from app.web.static_files import static_files
from app.web.sweeps import Sweeps
from app.web.teach import teach
from app.web.templating import environment
from app.web.version import installed
from app.web.watch import Answered, Watch, log, log_as_json


def create_app(settings: Settings | None = None) -> FastAPI:
    """The whole application for the given settings, or for those of the environment."""
    settings = settings or Settings()
    assets = Assets(settings.cache_folder)
    public_url = settings.public_url
    env = environment(assets, public_url)
    app = FastAPI(
        title="FSDP walkthrough",
        summary="Training memory under data parallelism and full sharding, as exact numbers",
        version="1",
        openapi_url=None,  # served by document()
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # it would tell of readers’ addresses and queries
    )
    answers = Answers(installed(assets, public_url, settings.root_path, settings.embed_hosts), settings.answer_memory)
    sweeps = Sweeps(settings.most_sweeps)
    numbers = api(answers)
    numbers.include_router(plan_api(answers))
    rooms = app.state.rooms = Rooms(_store(settings), settings.rooms)
    routes = [
        *rooms_api(rooms), *room_pages(env, public_url, rooms),
        *health(assets), *static_files(answers, assets), *live(answers, sweeps), *figures(answers, public_url),
        *self_check(answers, env, public_url), *about(answers, env, public_url), *pages(answers, env, public_url),
        *plan(answers, env, public_url), *evidence(answers, env, public_url), *notes(answers, env, public_url), *document(answers),
        *embed(answers, env, public_url), *oembed(answers, public_url), *key(answers, env, public_url),
        *embed_builder(answers, env, public_url), *self_test(answers, env, public_url), *handouts(answers, env, public_url),
        *practice(answers, env, public_url), *banks(answers), *glossary(answers, env, public_url), *teach(answers, env, public_url),
        *predict(answers, env, public_url), *presenter(answers, env),
    ]  # fmt: skip
    app.router.routes.extend(routes)
    app.include_router(numbers)
    errors.install(app, env)
    app.add_middleware(Exact, routes=[*routes, *numbers.routes])  # middleware from the inside out
    app.add_middleware(errors.Faults, env=env)
    app.add_middleware(Limits, env=env, longest_address=settings.longest_address, largest_body=settings.largest_body,
                       larger={"/plan": LARGEST_FORM, PATH: MOST_BYTES, "/rooms/": LARGEST_ROOM_BODY}, telling=("/plan",))  # fmt: skip
    hashes = (*style_hashes(assets.plotly), *map(csp_hash, assets.sheets))
    app.add_middleware(Headers, style_hashes=hashes, embed_hosts=settings.embed_hosts)
    _watch(app, settings, [*routes, *numbers.routes])
    app.add_middleware(UnderRoot, root_path=settings.root_path)
    if settings.trusted:
        app.add_middleware(Forwarded, trusted=settings.trusted)
    return app


def _store(settings: Settings) -> Store | None:
    """Where rooms are kept; nowhere, if several workers have nothing to share them by."""
    if settings.redis_url:
        from app.classroom.redis_store import InRedis  # an extra, asked for by a setting

        return InRedis(settings.redis_url)
    return InProcess() if settings.workers == 1 else None


def _watch(app: FastAPI, settings: Settings, routes: list[BaseRoute]) -> None:
    tell: list[Callable[[Answered], None]] = []
    if settings.log_requests:
        log_as_json()
        tell.append(log)
    if settings.metrics:
        metrics = Metrics(exact(routes))
        app.router.routes.extend(metrics.routes())
        tell.append(metrics.tell)
    if tell:
        app.add_middleware(Watch, tell=tuple(tell))
