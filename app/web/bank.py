"""`/practice/bank`: the practice problems as a file that a course system imports, always the same for its address."""

from collections.abc import Callable, Iterable

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from app.memory.field import Problem as Slip
from app.steps.practice.catalog import bank
from app.web.answers import DATA_CACHE, Answers
from app.web.bank_gift import gift
from app.web.bank_item import Item, item
from app.web.bank_moodle import moodle_xml
from app.web.bank_qti import qti_package
from app.web.errors import refuse
from app.web.practice import NAMES, PATH, read_asked
from app.web.typed import printable

FORMATS: dict[str, tuple[Callable[[Iterable[Item]], bytes], str, str]] = {  # writer, media type, ending
    "moodle": (moodle_xml, "application/xml", "moodle.xml"),
    "gift": (gift, "text/plain", "gift.txt"),
    "qti": (qti_package, "application/zip", "qti.zip"),
}
MOST_EACH = 10
SEED_TEXT = 30  # characters of a series in a file: what is made from it must be a series too


def banks(answers: Answers) -> list[Route]:
    """The one route; what it cannot use is refused by name."""

    async def file(request: Request) -> Response:
        if known := answers.known(request, DATA_CACHE):
            return known
        query = request.query_params
        if problems := _problems(query):
            return refuse(problems)
        asked, each = read_asked(query), int(query.get("each", "1"))
        write, media_type, ending = FORMATS[query["format"]]
        body = await run_in_threadpool(lambda: write(item(made) for made in bank(asked.level, asked.series, each)))  # half a second
        name = f"fsdp-practice-level{asked.level}-{asked.series}.{ending}"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return answers.give(request, body, media_type, DATA_CACHE, headers, packed=ending != "qti.zip")

    return [Route(f"{PATH}/bank", file)]


def _problems(query: QueryParams) -> tuple[Slip, ...]:
    form, each, series, level = (query.get(name, usual) for name, usual in (("format", ""), ("each", "1"), ("series", "1"), ("level", "1")))
    told = []
    if form not in FORMATS:
        told.append(("format", form, "it is no format", " or ".join(FORMATS), "moodle"))
    if not (each.isascii() and each.isdigit() and 1 <= int(each[:9]) <= MOST_EACH):
        told.append(("each", each, "it is no such number", f"1 to {MOST_EACH}", "3"))
    if read_asked(query).series != series or len(series) > SEED_TEXT:
        told.append(("series", series, "it is no series", f"1 to {SEED_TEXT} letters, digits, dots, underscores and hyphens", "1"))
    if level not in map(str, NAMES):
        told.append(("level", level, "there is no such level", "1, 2, 3, or 0 for all", "1"))
    return tuple(Slip(name, printable(given)[:40], reason, accepted, example, example) for name, given, reason, accepted, example in told)
