"""The answers that a page asks for, without any server: the same Python files run in a copy's browser. Standard library only."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from urllib.parse import parse_qsl, urlsplit

from app.memory.field import Problem
from app.steps.catalog import BY_SLUG, PAGES
from app.steps.plan import PAGE as PLAN
from app.steps.presentation import present
from app.web.marked import BY_ID, not_asked, result
from app.web.picture_file import look_of, svg_of
from app.web.query import read_scenario
from app.web.run_query import read_run
from app.web.typed import details

Answer = tuple[int, str]  # status and body
NOT_FOUND = (404, '{"detail": "Not Found"}')
BY_PATH = {step.path.rstrip("/"): step for step in PAGES}


class Asked(Mapping[str, str]):
    """The pairs of a query string."""

    def __init__(self, text: str) -> None:
        self.pairs = parse_qsl(text, keep_blank_values=True)
        self.last = dict(self.pairs)

    def __getitem__(self, name: str) -> str:
        return self.last[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.last)

    def __len__(self) -> int:
        return len(self.last)

    def getlist(self, key: str) -> list[str]:
        """All texts of a name."""
        return [text for name, text in self.pairs if name == key]

    def multi_items(self) -> list[tuple[str, str]]:
        """All pairs in their order."""
        return self.pairs


def answer(address: str, home: str = "") -> Answer:
    """What the server answers at `…/live`, `/self-check/answer` and `/figures/….svg`, for a path with its query; 404 for all else.

    `home` is the address of the site, which stands in pictures.
    """
    parts = urlsplit(address)
    kinds: Mapping[str, Callable[[str, Asked, str], Answer]] = {"/live": _live, "/answer": _marked, ".svg": _picture}
    for ending, make in kinds.items():
        if parts.path.endswith(ending):
            return make(parts.path.removesuffix(ending), Asked(parts.query), home)
    return NOT_FOUND


def _live(path: str, query: Asked, _: str) -> Answer:
    if path == PLAN.path:
        run = read_run(query)
        return _refused(run.problems) or _json(present(PLAN, run.run).as_json())
    if path not in BY_PATH:
        return NOT_FOUND
    reading = read_scenario(query, BY_PATH[path])
    return _refused(reading.problems) or _json(present(BY_PATH[path], reading.scenario).as_json())


def _marked(_: str, query: Asked, __: str) -> Answer:
    name = query.get("question", "")
    return _refused((*not_asked(name), *read_scenario(query).problems)) or _json(result(BY_ID[name], query))


def _picture(path: str, query: Asked, home: str) -> Answer:
    slug, _, name = path.removeprefix("/figures/").partition("/")
    if slug not in BY_SLUG or name not in BY_SLUG[slug].figures:
        return NOT_FOUND
    reading, (look, problems) = read_scenario(query, BY_SLUG[slug]), look_of(query)
    return _refused((*reading.problems, *problems)) or (200, svg_of(BY_SLUG[slug], name, reading.scenario, look, home))


def _refused(problems: Sequence[Problem]) -> Answer | None:
    return _json({"detail": details(problems)}, 422) if problems else None


def _json(content: object, status: int = 200) -> Answer:
    return status, json.dumps(content, ensure_ascii=False, allow_nan=False)
