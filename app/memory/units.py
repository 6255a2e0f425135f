"""Counts and bytes to and from text: the one place that reads or writes a quantity.

Decimal units (1 GB = 10^9 bytes) and binary units (1 GiB = 2^30 bytes) are never mixed in one text.
"""

import re
from collections.abc import Callable
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
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
COUNT_LETTERS = ((12, "T"), (9, "B"), (6, "M"), (3, "K"))
COUNT_WORDS = ((15, "quadrillion"), (12, "trillion"), (9, "billion"), (6, "million"))

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


@remembered
def exact_count(value: int) -> str:
    """Write a count so that read_count gives it back: '7B', '202M', '6738415616'."""
    for power, letter in COUNT_LETTERS:
        scaled = Decimal(value).scaleb(-power).normalize()
        if scaled >= 1 and len(scaled.as_tuple().digits) <= 4:
            return f"{scaled:f}{letter}"
    return str(value)


@remembered
def exact_bytes(value: int) -> str:
    """Write bytes so that read_bytes gives them back: '80GB', '84986665370B'."""
    for power in (4, 3, 2):
        scaled = Decimal(value).scaleb(-3 * power).normalize()
        if scaled >= 1 and len(scaled.as_tuple().digits) <= 6:
            return f"{scaled:f}{DECIMAL_UNITS[power]}"
    return f"{value}B"


@remembered
def exact_binary_bytes(value: int) -> str:
    """Write bytes in binary units so that read_bytes gives them back, where that is short: '80GiB'; else ''."""
    for power in (4, 3, 2):
        scaled = (Decimal(value) / 1024**power).normalize()
        if scaled >= 1 and len(scaled.as_tuple().digits) <= 6:
            return f"{scaled:f}{BINARY_UNITS[power]}"
    return ""


def binary_range(low: int, high: int) -> str:
    """Bounds of bytes in binary units to three digits, rounded inward so that each is accepted: '0.932GiB to 9.09TiB'."""
    return f"{_inward(low, ROUND_CEILING)} to {_inward(high, ROUND_FLOOR)}"


def _inward(value: int, rounding: str) -> str:
    power = max(power for power in range(len(BINARY_UNITS)) if power == 0 or value >= 0.9 * 1024**power)
    scaled = Decimal(value) / 1024**power
    return f"{scaled.quantize(Decimal(1).scaleb(scaled.adjusted() - 2), rounding).normalize():f}{BINARY_UNITS[power]}"


@remembered
def count(value: int | float) -> str:
    """A count to three significant digits, short: '7B', '202M', '6.74B', '1,020'."""
    if value < 100_000:
        return f"{value:,.0f}" if value == int(value) else three_digits(value)
    return _scaled(value, 1000, ("", "K", "M", "B", "T"), joiner="")


def factor(value: int) -> str:
    """A count to four significant digits, for a sum that a reader may check by hand: '174.6B', '7B', '202M'."""
    if value < 100_000:
        return f"{value:,}"
    power, letter = next((power, letter) for power, letter in COUNT_LETTERS if value >= 10**power)
    rounded = Decimal(f"{value / 10**power:.4g}")
    return f"{int(rounded):,}{letter}" if rounded == int(rounded) else f"{rounded:f}{letter}"


def equals(*values: int) -> str:
    """'=' where factor() shows every one of the counts exactly, '≈' where it had to round one."""
    return "=" if all(read_count(factor(value)) == value for value in values) else "≈"


def gpus(number: int) -> str:
    """So many GPUs: '1 GPU', '1,024 GPUs'."""
    return f"{number:,} GPU{'' if number == 1 else 's'}"


@remembered
def count_in_words(value: int) -> str:
    """A count to three significant digits as it is read aloud: '7 billion', '202 million', '65,536'."""
    for power, word in COUNT_WORDS:
        if float(three_digits(value / 10**power).replace(",", "")) >= 1:
            return f"{three_digits(value / 10**power)} {word}"
    return f"{value:,}"


@remembered
def bytes_text(value: int | float, units: str = "GB") -> str:
    """Bytes to three significant digits with their unit: '112 GB'; with units='GiB', '104 GiB'."""
    if units == "GiB":
        return _scaled(value, 1024, BINARY_UNITS, joiner="\u00a0")
    return _scaled(value, 1000, DECIMAL_UNITS, joiner="\u00a0")


def plain_bytes(value: int | float) -> str:
    """The same with a plain space, for a terminal or a notebook."""
    return plain_spaces(bytes_text(value))


def whole(value: int) -> str:
    """An exact integer with thousands separators: '112,000,000,000'."""
    return f"{value:,}"


def percent(part: int | float, whole_: int | float) -> str:
    """A share to three significant digits: '2.89 %', '0.721 %', 'less than 0.01 %'. The whole must not be zero."""
    share = 100 * part / whole_
    if 0 < share < 0.01:
        return "less than 0.01\u00a0%"
    return f"{three_digits(share)}\u00a0%"


def times(factor: int | float) -> str:
    """A ratio to three significant digits with the sign for 'times': '1.5×'."""
    return f"{three_digits(factor)}×"


def three_digits(value: int | float) -> str:
    """Three significant digits without an exponent and without trailing zeros: '28.8', '112', '0.0123', '1,230'."""
    text = f"{float(value):.3g}"
    if "e" not in text and text != "-0":
        return text
    rounded = Decimal(text)
    if rounded == rounded.to_integral_value():
        return f"{int(rounded):,}"
    return f"{rounded:f}"


def _scaled(value: int | float, base: int, names: tuple[str, ...], joiner: str) -> str:
    power, size = 0, float(value)
    while power < len(names) - 1 and (size >= base or (size > 999 and float(f"{size:.3g}") >= base)):  # 999.9 is shown as 1,000
        size /= base
        power += 1
    return f"{three_digits(size)}{joiner}{names[power]}"
