"""What an address asks of a page besides the run, and of that what the page cannot do: looks that there are none of, misspelt names."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from starlette.datastructures import QueryParams

from app.classroom.keys import read_code
from app.memory.field import Field, Problem, quoted
from app.steps.catalog import FIELDS
from app.web.query import LOOKS, PRESETS, Reading, example_of
from app.web.typed import Query, printable, repeated
from app.web.view import PROJECTOR, THEMES, View

EXAMPLES = {"theme": "dark", "view": PROJECTOR, "hide": "gpus", "lock": "gpus,layer", "answers": "0", "room": "KTWX"}
NAMES = (*FIELDS, *PRESETS, *LOOKS)
SYMBOLS = {field.symbol: name for name, field in FIELDS.items() if field.symbol.isupper()}  # P=7B; small letters come from elsewhere
ALIKE = 0.75  # how alike a misspelt name must be to the one it was meant for


def address_problems(query: QueryParams, reading: Reading, view: View) -> tuple[Problem, ...]:
    """What cannot be used in the address of a page, settings and looks, as the page has read them."""
    return (*reading.problems, *_look_problems(query, view))


def _look_problems(query: QueryParams, view: View) -> tuple[Problem, ...]:
    """What the page does not do of what the address asks, with what it does instead."""
    used = {
        "theme": view.theme,
        "view": "the page itself",
        "hide": ",".join(view.hide) or "nothing",
        "lock": ",".join(view.lock) or "nothing",
        "answers": "1" if view.answers else "0",
        "room": view.room or "none",
    }
    given = {name: printable(query[name]) for name in EXAMPLES if name in query}
    told = [(name, text, "it is given more than once", "one of each") for name, text in repeated(query, EXAMPLES).items()]
    told += [(name, text, *wrong) for name, text in given.items() if (wrong := _wrong(name, text))]
    looks = (Problem(name, text[:40], reason, accepted, f"{name}={EXAMPLES[name]}", used[name]) for name, text, reason, accepted in told)
    return (*looks, *(_misspelt(name, query) for name in query if name not in NAMES and meant(name)))


def slips(query: Query, fields: Mapping[str, Field] = FIELDS) -> tuple[Problem, ...]:
    """What looks like a slip for the name of one of these settings, for programs: each name as the field that cannot be used."""
    known = (*fields, *NAMES)
    meanings = {name: meant(name, known) for name in query if name not in known}
    return tuple(
        Problem(printable(name)[:40], printable(query[name])[:40], "there is no such setting", like, f"{like}={_example(like, fields)}", "")
        for name, like in meanings.items()
        if like
    )


def _wrong(name: str, text: str) -> tuple[str, str] | None:
    """Why the text of a look cannot be used, and what could be; None where it can."""
    if name in ("hide", "lock"):
        strange = [part for part in text.split(",") if part and part not in FIELDS]
        if not strange:
            return None
        return f"{quoted(strange[0][:40])} is no setting", f"names of settings between commas, {', '.join(FIELDS)}"
    if name == "room":
        return None if read_code(text) else ("it is no room’s code", "four or five letters")
    choices = {"theme": THEMES, "view": (PROJECTOR,), "answers": ("0", "1")}[name]
    return None if text in choices else ("it is not one of the choices", " or ".join(choices))


def _misspelt(name: str, query: QueryParams) -> Problem:
    known = meant(name)
    text = f"{printable(name)[:40]}={printable(query[name])[:40]}"
    return Problem("the address", text, f"{quoted(printable(name)[:40])} is no setting", known, f"{known}={_example(known)}", "nothing")


def meant(name: str, known: Sequence[str] = NAMES) -> str:
    """The known name that somebody probably meant by an unknown one, or "": links gather names of others, which are not ours to judge."""
    plain = printable(name).lower().replace("-", "_")
    swapped = (each for each in known if sorted(each) == sorted(plain))
    return SYMBOLS.get(name) or next(swapped, "") or next(iter(get_close_matches(plain, known, 1, ALIKE)), "")


def _example(name: str, fields: Mapping[str, Field] = FIELDS) -> str:
    """What a known name may be given, or "" for what belongs to one page alone."""
    return example_of(name, fields) if name in fields or name in PRESETS else EXAMPLES.get(name, "")
