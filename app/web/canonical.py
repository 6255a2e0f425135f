"""One spelling for each address of data: what is spelled otherwise is sent there, so that a cache keeps it once."""

from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse

from app.web.address import path_within, root_of
from app.web.answers import DATA_CACHE
from app.web.query import PRESETS, Reading


def elsewhere(request: Request, reading: Reading, **more: str) -> RedirectResponse | None:
    """A redirect to the one spelling of this address, or None where it is spelled so."""
    return moved(request, canonical(reading, **more))


def moved(request: Request, query: str) -> RedirectResponse | None:
    """A redirect to the same path with that query, or None where it has it."""
    if request.scope["query_string"] == query.encode():
        return None
    path = f"{root_of(request.scope)}{quote(path_within(request.scope))}"
    return RedirectResponse(f"{path}?{query}" if query else path, status_code=308, headers={"Cache-Control": DATA_CACHE})


def canonical(reading: Reading, **more: str) -> str:
    """The query that says the same: the names given that are known, in their fixed order, each in its exact short text, then `more`.

    These texts need no escapes. What was given stays given, although it may be the default: leaving it out would send every address of a
    page elsewhere.
    """
    run, given = reading.scenario, reading.given
    pairs = [(name, given[name]) for name in PRESETS if name in given]
    pairs += [(name, run.text(name)) for name in run.FIELDS if name in given]
    return "&".join(f"{name}={text}" for name, text in (*pairs, *more.items()))
