"""Counts and bytes to and from text: the one place that reads (reading.py) or writes a quantity.

Decimal units (1 GB = 10^9 bytes) and binary units (1 GiB = 2^30 bytes) are never mixed in one text.
"""

from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal

from app.memory.reading import (
    BINARY_UNITS,
    BYTE_FACTORS,
    DECIMAL_UNITS,
    Unreadable,
    plain_spaces,
    read_bytes,
    read_count,
    read_real,
    remembered,
)

COUNT_LETTERS = ((12, "T"), (9, "B"), (6, "M"), (3, "K"))
COUNT_WORDS = ((15, "quadrillion"), (12, "trillion"), (9, "billion"), (6, "million"))


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


def counted(number: int, noun: str, one: str = "1") -> str:
    """So many of something, with a regular plural: '1 layer', '1,024 layers', '2 micro-batches'. `one` is how a single one is told."""
    return f"{one} {noun}" if number == 1 else f"{number:,} {noun}{'es' if noun.endswith('ch') else 's'}"


def gpus(number: int) -> str:
    """So many GPUs: '1 GPU', '1,024 GPUs'."""
    return counted(number, "GPU")


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


__all__ = [
    "BYTE_FACTORS",
    "Unreadable",
    "binary_range",
    "bytes_text",
    "count",
    "count_in_words",
    "counted",
    "equals",
    "exact_binary_bytes",
    "exact_bytes",
    "exact_count",
    "factor",
    "gpus",
    "percent",
    "plain_bytes",
    "plain_spaces",
    "read_bytes",
    "read_count",
    "read_real",
    "three_digits",
    "times",
    "whole",
]
