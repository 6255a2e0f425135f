"""Where a lecturer may send a room: to pages of the walkthrough and nowhere else. The address is read into its parts and built anew."""

import re
from urllib.parse import quote, urlsplit

from starlette.datastructures import QueryParams

from app.evidence.variants import variants
from app.steps.catalog import PAGES
from app.steps.teaching import LESSONS
from app.web.canonical import canonical
from app.web.query import read_scenario

LONGEST = 4096  # characters
PLAIN = re.compile(r"/[!-\[\]-~]*")  # letters, digits and signs of ASCII; no backslash
NAME, TEXT = re.compile(r"[a-z_]{1,32}"), re.compile(r"[\w.,:+ -]{1,80}", re.ASCII)
PLACES = {step.path: step for step in PAGES}
OTHER_PLACES = (
    "/plan",
    "/practice",
    "/glossary",
    "/evidence",
    "/notes",
    *(f"/predict/{each.slug}" for each in LESSONS),
)  # with settings of their own
OWN_LOOK = ("theme", "view", "room")  # of the lecturer's page, not of the lesson


def page_address(text: str) -> str | None:
    """The address of a page with its settings, as it may be told to everyone; None where it is none of ours."""
    if len(text) > LONGEST or not PLAIN.fullmatch(text):
        return None
    asked = urlsplit(text)
    path, query = asked.path.rstrip("/") or "/", QueryParams(asked.query)
    if asked.scheme or asked.netloc or not _is_place(path):
        return None
    settings = canonical(read_scenario(query, PLACES[path])) if path in PLACES else ""
    told = {pair.partition("=")[0] for pair in settings.split("&")}
    more = "&".join(f"{name}={quote(value, safe=',:')}" for name, value in query.items() if name not in told and _carried(name, value))
    full = "&".join(part for part in (settings, more) if part)
    return f"{path}?{full}" if full else path


def _is_place(path: str) -> bool:
    rows = path.removeprefix("/evidence/")
    return path in PLACES or path in OTHER_PLACES or (rows != path and any(rows == each.group.slug for each in variants()))


def _carried(name: str, value: str) -> bool:
    return bool(name not in OWN_LOOK and NAME.fullmatch(name) and TEXT.fullmatch(value))
