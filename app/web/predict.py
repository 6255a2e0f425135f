"""`/predict/<step>`: a guess before the step is looked at. The truth is in the page only once the guess is in its query."""

from typing import Any

import jinja2
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.memory.scenario import Scenario
from app.memory.units import Unreadable, read_bytes, read_count
from app.steps.catalog import BY_SLUG, STEPS
from app.steps.prediction import Scale, compare, scale_for, shown
from app.steps.question import Question
from app.steps.teaching import LESSONS
from app.web.address import home_of, root_of
from app.web.answers import PAGE_CACHE, Answers, Endpoint
from app.web.embed_links import discovery
from app.web.query import read_scenario
from app.web.typed import printable
from app.web.unframed import links_of_unframed
from app.web.view import read_view

PATH = "/predict"


def predict(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """A page for each step."""

    def page_of(slug: str, question: Question) -> Endpoint:
        async def page(request: Request) -> Response:
            if known := answers.known(request, PAGE_CACHE):
                return known
            links = links_of_unframed(request, public_url)
            body = env.get_template("predict.html").render(**_page(request, slug, question, home_of(request, public_url)), links=links)
            return answers.give(request, body.encode(), "text/html", PAGE_CACHE, discovery(links.oembed))

        return page

    return [Route(f"{PATH}/{each.slug}", page_of(each.slug, each.question)) for each in LESSONS]


def _page(request: Request, slug: str, question: Question, home: str) -> dict[str, Any]:
    view, (run, _) = read_view(request.query_params), read_scenario(request.query_params).scenario.reconciled()
    scale, given = scale_for(question, run), printable(request.query_params.get("guess", "")).strip()
    guess, refused = _read(question, given)
    step = BY_SLUG[slug]
    return {
        "root": root_of(request.scope), "view": view, "here": slug, "carried": view.address(run.address(step.controls)), "home": home,
        "about": step, "place": STEPS.index(step) + 1, "following": STEPS[STEPS.index(step) + 1 :][:1], "run": run, "question": question,
        "given": given, "refused": refused, "verdict": compare(question, run, guess) if guess else None,
        "drawn": _drawn(question, run, scale, guess),
        "stops": [[shown(question, run, scale.value(stop)), str(scale.value(stop))] for stop in range(scale.stops)],
    }  # fmt: skip


def _drawn(question: Question, run: Scenario, scale: Scale, guess: int) -> dict[str, Any]:
    """Places along the scale in percent; the truth only where there is a guess."""

    def mark(value: float) -> dict[str, str]:
        return {"at": f"{100 * scale.share(value):.2f}", "text": shown(question, run, value)}

    return {
        "ticks": [mark(value) | {"text": shown(question, run, value).removesuffix(f" {question.unit}")} for value in scale.ticks],
        "capacity": mark(run.gpu_memory) if question.unit == "bytes" else None,
        "guess": mark(guess) if guess else None,
        "truth": mark(question.answer(run)) if guess else None,
        "stop": round(scale.share(guess) * (scale.stops - 1)) if guess else scale.stops // 2,
    }


def _read(question: Question, text: str) -> tuple[int, str]:
    """The guess and, where it cannot be read, why; 0 where there is none."""
    if not text:
        return 0, ""
    try:
        value = read_bytes(text) if question.unit == "bytes" and not text.isdigit() else read_count(text)
    except Unreadable as error:
        return 0, f"That cannot be read: {error}. Type a number{' with its unit' if question.unit == 'bytes' else ''}."
    return (value, "") if value > 0 else (0, "Guess more than nothing.")
