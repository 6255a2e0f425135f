"""Counts and bytes from text, as people write them. units.py writes them."""

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

LONGEST_TEXT = 60  # characters; a longer text is not a quantity anyone types
SMALLEST_EXPONENT, LARGEST_EXPONENT = -400, 100  # powers of ten; whatever the digits, less than any float and more than any bound

COUNT_SUFFIXES = {
    "": 0, "k": 3, "thousand": 3, "m": 6, "million": 6, "b": 9, "billion": 9, "bn": 9, "g": 9, "t": 12, "trillion": 12,
    "q": 15, "quadrillion": 15,
}  # fmt: skip
DECIMAL_UNITS = ("B", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB")
BINARY_UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB", "ZiB", "YiB")
DECIMAL_WORDS = ("byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte")
BINARY_WORDS = ("byte", "kibibyte", "mebibyte", "gibibyte", "tebibyte", "pebibyte")
BYTE_FACTORS = {
    f"{unit.lower()}{plural}": base**power
    for base, names in ((1000, (DECIMAL_UNITS, DECIMAL_WORDS)), (1024, (BINARY_UNITS, BINARY_WORDS)))
    for units, plural in ((names[0], ""), (names[1], ""), (names[1], "s"))
    for power, unit in enumerate(units)
}

_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<digits>[1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+(?:_[0-9]+)*|(?=\.[0-9]))(?P<fraction>\.[0-9]+)?"
    r"(?:e(?P<exponent>[+-]?[0-9]+))? *(?P<suffix>[^\W\d_]*)",
    re.IGNORECASE,
)
_SPACES = re.compile("[\t\u00a0\u2000-\u200a\u202f\u205f\u3000]")  # narrow ones and those that do not break


def remembered(function: Callable[P, T]) -> Callable[P, T]:
    """The same function with its last few thousand results at hand. Equal arguments must mean equal results, as 7 and 7.0 do here."""
    return cast(Callable[P, T], lru_cache(maxsize=4096)(function))


class Unreadable(ValueError):
    """The text is not a quantity of the wanted sort."""


@remembered
def read_count(text: str) -> int:
    """Read a whole count as people write it: '7B', '7e9', '7_000_000_000', '7,000,000,000', '7 billion'.

    Raises Unreadable for anything else, fractions of one included.
    """
    number, suffix = _read_number(text)
    if suffix.lower() not in COUNT_SUFFIXES:
        raise Unreadable(f"“{suffix}” is not a suffix of a count")
    value = number.scaleb(COUNT_SUFFIXES[suffix.lower()])
    if value != value.to_integral_value():
        raise Unreadable("it is not a whole number")
    return int(value)


@remembered
def read_bytes(text: str) -> int:
    """Read bytes as people write them: '80GB', '79.15 GiB', '80_000_000_000'; fractions of a byte are rounded.

    Raises Unreadable for anything else. A bare number below a million has lost its unit and is refused.
    """
    number, suffix = _read_number(text)
    if suffix and suffix.lower() not in BYTE_FACTORS:
        raise Unreadable(f"“{suffix}” is not a unit of bytes")
    if not suffix and abs(number) < 10**6:
        raise Unreadable("it has no unit")
    return int((number * BYTE_FACTORS[suffix.lower() or "b"]).to_integral_value(ROUND_HALF_UP))


def read_real(text: str) -> float:
    """Read a plain decimal number such as '0.1' or '-2.5e-3'. Raises Unreadable for anything else, NaN and infinity included."""
    number, suffix = _read_number(text)
    if suffix:
        raise Unreadable(f"“{suffix}” is not part of a number")
    return float(number)


def _read_number(text: str) -> tuple[Decimal, str]:
    if len(text) > LONGEST_TEXT:
        raise Unreadable("it is too long to be a number")
    plain = plain_spaces(text).strip().replace("\u2212", "-")
    match = _NUMBER.fullmatch(plain)
    if match is None:
        comma = _NUMBER.fullmatch(plain.replace(",", ".", 1))
        raise Unreadable("it has a comma where a point belongs" if comma else "it is not a number")
    digits = match["digits"].replace(",", "")  # Decimal reads underscores, and a fraction without a whole part
    exponent = match["exponent"] or "0"
    power = min(max(int(exponent), SMALLEST_EXPONENT), LARGEST_EXPONENT)
    return Decimal(f"{match['sign']}{digits}{match['fraction'] or ''}e{power}"), match["suffix"]


def plain_spaces(text: str) -> str:
    """The text with plain spaces instead of narrow ones and those that do not break, as they come along with copied numbers."""
    return _SPACES.sub(" ", text)
