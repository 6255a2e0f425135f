"""The reader's numbers put into a formula, so that the sum can be checked by hand: '=' only where what is shown is exact, else '≈'."""

from decimal import Decimal

from app.memory.units import BYTE_FACTORS, bytes_text, equals, factor

KIBIBYTE = 1024  # bytes; fewer are bytes in either system of units


def quotient(params: int, gpus: int) -> str:
    """P/N as it is written into a formula: '7B / 4', and '⌈7B / 3⌉' where N does not divide P."""
    share = f"{factor(params)} / {gpus:,}"
    return f"⌈{share}⌉" if params % gpus else share


def come_to(product: str, factors: tuple[int, ...], value: int, units: str) -> str:
    """A product and its bytes: '16 × 7B = 112 GB'. In GiB the bytes stand between: '16 × 7B = 112,000,000,000 bytes ≈ 104 GiB'.

    `factors` are the counts that the product shows by units.factor.
    """
    if units == "GiB" and value >= KIBIBYTE:
        return f"{product} {equals(*factors)} {value:,} bytes {_sign(value, units)} {bytes_text(value, units)}"
    return f"{product} {_both(equals(*factors), _sign(value, units))} {bytes_text(value, units)}"


def add_up(product: str, factors: tuple[int, ...], terms: tuple[int, ...], units: str) -> str:
    """A formula of several terms: '16 × 7B / 4 + 4 × 202M = 28 GB + 808 MB ≈ 28.8 GB'; in GiB its terms stand in bytes."""
    total = sum(terms)
    if units == "GiB" and total >= KIBIBYTE:
        in_bytes = " + ".join(f"{term:,}" for term in terms)
        return f"{product} {equals(*factors)} {in_bytes} bytes {_sign(total, units)} {bytes_text(total, units)}"
    rounded = tuple(map(_four_sign, terms))
    between = " + ".join(map(four_digits, terms))
    return f"{product} {_both(equals(*factors), *rounded)} {between} {_both(*rounded, _sign(total, units))} {bytes_text(total, units)}"


def added(terms: tuple[int, ...], units: str) -> str:
    """Bytes added up, all to three digits: '28.8 GB + 68.7 GB ≈ 97.5 GB'."""
    sign = _both(*(_sign(term, units) for term in (*terms, sum(terms))))
    return f"{' + '.join(bytes_text(term, units) for term in terms)} {sign} {bytes_text(sum(terms), units)}"


def counted(product: str, factors: tuple[int, ...], value: int) -> str:
    """A product of counts: '3 × 7B × 3/4 = 15.75B'."""
    return f"{product} {equals(*factors, value)} {factor(value)}"


def four_digits(value: int, units: str = "GB") -> str:
    """Bytes to four significant digits, for a term that a reader may add up: '43.65 GB'."""
    unit = bytes_text(value, units).split("\u00a0")[1]
    size = Decimal(f"{value / BYTE_FACTORS[unit.lower()]:.4g}")
    return f"{size if size != size.to_integral_value() else int(size):,}\u00a0{unit}"


def _sign(value: int, units: str) -> str:
    return _shown(bytes_text(value, units), value)


def _four_sign(value: int) -> str:
    return _shown(four_digits(value), value)


def _shown(text: str, value: int) -> str:
    """Whether a text shows all of a value, as a sign."""
    number, unit = text.split("\u00a0")
    return "=" if Decimal(number.replace(",", "")) * BYTE_FACTORS[unit.lower()] == value else "≈"


def _both(*signs: str) -> str:
    return "≈" if "≈" in signs else "="
