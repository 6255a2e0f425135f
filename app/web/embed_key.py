"""The teacher’s key: for each seed its numbers and the answers to the questions about them."""

import re
from dataclasses import dataclass
from urllib.parse import urlencode

import jinja2
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.memory.field import quoted
from app.memory.scenario import FIELDS
from app.steps.questions import OWN
from app.steps.self_check import STEP as SELF_CHECK
from app.steps.variants import ACCEPTED, SEED
from app.web.address import home_of, root_of
from app.web.answers import PAGE_CACHE, Answers
from app.web.embed import read_run
from app.web.embed_links import discovery, settings_of
from app.web.query import read_scenario
from app.web.typed import printable
from app.web.unframed import links_of_unframed
from app.web.view import read_view

MOST = 200  # seeds on one page
USUAL = "1-30"
RANGE = re.compile(r"(\d{1,9})-(\d{1,9})", re.ASCII)
DASH = re.compile(r"(?<![^\s,;])([0-9]{1,9})\s*[-‐‑‒–—−]\s*([0-9]{1,9})(?![^\s,;])")  # between two numbers, as people and editors write it
NUMBERS = ("params", "gpus", "layer", "gpu_memory")


@dataclass(frozen=True)
class Row:
    """One seed: its numbers as a page shows them, and the answer to each question."""

    seed: str
    numbers: tuple[str, ...]
    answers: tuple[str, ...]


def key(answers: Answers, env: jinja2.Environment, public_url: str) -> list[Route]:
    """`/key?seeds=`, seeds between commas or spaces, or a range such as 1-30, with the settings that are the same for all of them."""

    async def page(request: Request) -> Response:
        if known := answers.known(request, PAGE_CACHE):
            return known
        query = request.query_params
        asked, reading = printable(query.get("seeds", USUAL)), read_scenario(same_for_all(query))
        seeds, problems = read_seeds(asked)
        links = links_of_unframed(request, public_url, urlencode({"seeds": asked}) if "seeds" in query else "")
        body = env.get_template("key.html").render(
            root=root_of(request.scope), view=read_view(query), links=links, home=home_of(request, public_url), questions=OWN,
            numbers=[FIELDS[name] for name in NUMBERS], rows=[row(seed, query) for seed in seeds], fixed=settings_of(reading),
            problems=[*problems, *(f"{each.message} Used instead: {each.used}." for each in reading.problems)],
            given=" ".join(asked.split()),
        )  # fmt: skip
        return answers.give(request, body.encode(), "text/html", PAGE_CACHE, discovery(links.oembed))

    return [Route("/key", page)]


def read_seeds(text: str) -> tuple[list[str], list[str]]:
    """The seeds that a text names, each once, and a sentence for what could not be used."""
    seeds: list[str] = []
    problems: list[str] = []
    for part in re.split(r"[\s,;]+", DASH.sub(r"\1-\2", text.strip())):
        if found := RANGE.fullmatch(part):
            first, last = int(found[1]), int(found[2])
            problems += [f"{part} names no seed: the smaller number comes first."] if last < first else []
            seeds += [str(number) for number in range(first, min(last, first + MOST) + 1)]
        elif SEED.fullmatch(part):
            seeds.append(part)
        elif part:
            problems.append(f"{quoted(part[:40])} is no seed: it takes {ACCEPTED}.")
    once = list(dict.fromkeys(seeds))
    if len(once) > MOST:
        problems.append(f"Only the first {MOST} seeds are listed.")
    return once[:MOST], problems


def row(seed: str, query: QueryParams) -> Row:
    """What a seed stands for where the other settings are those of the query: the run that the self-check asks about at that address."""
    run = read_run(QueryParams([*same_for_all(query).multi_items(), ("seed", seed)]), SELF_CHECK)
    answers = (question.shown(question.answer(question.about(run)), run) for question in OWN)
    return Row(seed, tuple(FIELDS[name].brief(getattr(run, name), run.units == "GiB") for name in NUMBERS), tuple(answers))


def same_for_all(query: QueryParams) -> QueryParams:
    """The query without what differs from seed to seed."""
    return QueryParams([(name, text) for name, text in query.multi_items() if name not in ("seed", "seeds")])
