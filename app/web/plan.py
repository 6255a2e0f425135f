"""The planner: its page, the same as JSON for its script, and a pasted config, which becomes an address and is forgotten."""

from functools import partial
from urllib.parse import parse_qs

import jinja2
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from app.evidence.groups import reported
from app.figures import style
from app.figures.account_parts import OWN
from app.figures.predicted_against_measured import difference
from app.memory.architecture.bad_config import BadConfig
from app.memory.architecture.document import AT_MOST, MOST_BYTES, WHOLE, text_of
from app.memory.architecture.published import PUBLISHED
from app.memory.field import Problem
from app.memory.run_fields import CONFIG, FIELDS, SIZES
from app.steps.plan import PAGE
from app.steps.presentation import present
from app.web.address import home_of, root_of
from app.web.answers import DATA_CACHE, PAGE_CACHE, Answers
from app.web.canonical import moved
from app.web.drawn import AS_ON_PAGE, drawn
from app.web.embed_links import discovery
from app.web.errors import refuse
from app.web.limits import TOO_LARGE
from app.web.picture_file import THEMES
from app.web.run_query import ConfigProblem, RunReading, read_run, refused
from app.web.templating import legend
from app.web.unframed import links_of_unframed
from app.web.view import read_view

LARGEST_FORM = 3 * MOST_BYTES + 4096  # a form writes most characters of JSON as three
COLOURS = {**AS_ON_PAGE} | {role.light: f"var(--{role.key}, {role.light})" for role in OWN}
ROLES = {role.key: role for role in PAGE.roles}
SECTIONS = (
    ("Sharding", ("recipe", "strategy", "group", "wrapping", "checkpointing")),
    ("Details", ("attention", "dropout", "reshard", "prefetch", "accumulation", "optimizer", "first_step", "library", "bucket_view")),
)


def plan(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """`/plan`, which also takes a config by POST, `/plan/live`, and `/plan/sweep`, which is empty: each rung is asked for singly."""

    async def page(request: Request) -> Response:
        if request.method == "POST":
            return await pasted(request)
        if known := answers.known(request, PAGE_CACHE):
            return known
        body = _rendered(env, request, public_url, read_run(request.query_params))
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, discovery(links_of_unframed(request, public_url).oembed))

    async def pasted(request: Request) -> Response:
        if size := request.scope.get(TOO_LARGE):
            return rejected(request, 413, refused(BadConfig(WHOLE, f"as it was sent it has {size:,} bytes", AT_MOST), {}), "")
        text = _pasted(await request.body())
        reading = read_run(request.query_params, text)
        if wrong := next((problem for problem in reading.problems if isinstance(problem, ConfigProblem)), None):
            return rejected(request, 422, wrong, text)
        place = f"{root_of(request.scope)}{PAGE.path}{read_view(request.query_params).address(reading.canonical)}"
        return RedirectResponse(place, status_code=303, headers={"Cache-Control": "no-store"})

    def rejected(request: Request, status: int, wrong: Problem, text: str) -> Response:
        """The page as its address has it, with what is wrong with the config."""
        body = _rendered(env, request, public_url, read_run(request.query_params), wrong, text)
        closing = {"Connection": "close"} if status == 413 else {}
        return HTMLResponse(body, status_code=status, headers={"Cache-Control": "no-store", **closing})

    async def live(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        reading = read_run(request.query_params)
        if reading.problems:
            return refuse(reading.problems)
        return moved(request, reading.canonical) or answers.json(request, present(PAGE, reading.run).as_json())

    async def sweep(request: Request) -> Response:
        return answers.known(request, DATA_CACHE) or answers.json(request, {"over": "", "base": {}, "rungs": {}})

    return [
        Route(PAGE.path, page, methods=["GET", "POST"], name=PAGE.slug),
        Route(f"{PAGE.path}/live", live),
        Route(f"{PAGE.path}/sweep", sweep),
    ]


def _pasted(body: bytes) -> str:
    """The text of the form's one field, empty where there is none."""
    fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=10)
    return fields.get("config", [""])[0]


def _rendered(
    env: jinja2.Environment, request: Request, public_url: str, reading: RunReading, rejected: Problem | None = None, text: str = ""
) -> str:
    view = read_view(request.query_params)
    shown = present(PAGE, reading.run)
    run, root = shown.scenario, root_of(request.scope)
    query, home = view.address(run.address(PAGE.stated)), home_of(request, public_url)
    return env.get_template(PAGE.template).render(
        step=PAGE, shown=shown, scenario=run, view=view, root=root, number=0, fields=FIELDS, sections=SECTIONS, models=PUBLISHED.values(),
        roles=ROLES, legend=partial(legend, roles=PAGE.roles), dark=THEMES["dark"], colours=COLOURS, drawn=_drawn, sizes=SIZES,
        config=CONFIG, most_bytes=MOST_BYTES,
        keys=[(name, text_of(value)) for name, value in run.keys], pasted=text, problems=reading.problems, rejected=rejected,
        public=reported(), difference=difference, carried=view.address(run.lesson.address()), query=query, afresh=view.address(""),
        permalink=f"{home}{PAGE.path}{query}", links=links_of_unframed(request, public_url),
    )  # fmt: skip


def _drawn(figure: style.Mapped, name: str, span: str = "full") -> Markup:
    return drawn(figure, name, span, COLOURS)
