"""The text of a config.json to its keys, with limits on size and depth. Values are checked where they are read, see config.py."""

import json
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NoReturn

from app.memory.architecture.bad_config import BadConfig, name_of, shown

WHOLE = "config.json"  # the field of an error that belongs to no single key
MOST_BYTES = 256 * 1024  # published configs are 0.2 to 20 KB
AT_MOST = f"at most {MOST_BYTES:,} bytes; a config.json is seldom larger than 20,000"
MOST_NESTING = 32  # published configs nest 2 to 5 levels
LONGEST_NUMBER = 40  # digits; far above every bound, far below what Python refuses to read


def keys(config: object) -> dict[str, object]:
    """The keys of a config given as text, as UTF-8 bytes or as a mapping. Raises BadConfig for everything else."""
    values = dict(config) if isinstance(config, Mapping) else _parse(_text(config))
    if not isinstance(values, dict):
        raise BadConfig(WHOLE, f"it is {shown(values)}", "a JSON object, that is keys and values in braces")
    for key in values:
        if not isinstance(key, str):
            raise BadConfig(WHOLE, f"its key {shown(key)} is not text", "keys as in a published config.json")
    _check_nesting(values)
    return values


def value_of(text: str) -> object:
    """The value of one key as an address writes it: JSON, or a word without its quotation marks."""
    try:
        return json.loads(text, parse_int=_whole_number)
    except (json.JSONDecodeError, RecursionError):
        return text


def text_of(value: object) -> str:
    """The same the other way round."""
    return value if isinstance(value, str) else json.dumps(value, separators=(",", ":"))


def _text(config: object) -> str:
    if not isinstance(config, (str, bytes)):
        raise BadConfig(WHOLE, f"it is {shown(config)}", "the text of a config.json, or a mapping of its keys")
    if len(config) > MOST_BYTES:  # before anything that takes time with the length
        _too_large(len(config))
    try:
        text = config if isinstance(config, str) else config.decode("utf-8")
    except UnicodeDecodeError:
        raise BadConfig(WHOLE, "it is not UTF-8 text", "a config.json, saved as UTF-8") from None
    size = len(text.encode("utf-8", "surrogatepass"))
    if size > MOST_BYTES:
        _too_large(size)
    return text.removeprefix("\ufeff")  # the byte order mark that some editors write


def _too_large(size: int) -> NoReturn:
    raise BadConfig(WHOLE, f"it has {size:,} bytes", AT_MOST)


def _parse(text: str) -> object:
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_whole_number, parse_constant=_constant)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadConfig(WHOLE, f"it is not valid JSON ({error.msg}, {place})", "the whole text of a config.json") from None
    except RecursionError:
        _too_deep()


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise BadConfig(name_of(twice), "it stands there twice", "each key once")
    return found


def _whole_number(digits: str) -> int:
    """The number, or one that is too large for every bound just as well."""
    return int(digits[: LONGEST_NUMBER + 1])


def _constant(word: str) -> NoReturn:
    raise BadConfig(WHOLE, f"{word} is not a JSON number", "finite numbers")


def _check_nesting(values: object) -> None:
    level: list[object] = [values]
    for _ in range(MOST_NESTING):
        level = list(islice((inner for value in level for inner in _inside(value)), MOST_BYTES))  # a text has never so many
        if not level:
            return
    _too_deep()


def _inside(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, (list, tuple)) else ()


def _too_deep() -> NoReturn:
    raise BadConfig(WHOLE, "it is nested too deeply", f"at most {MOST_NESTING} levels of lists and objects")
