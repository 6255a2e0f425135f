"""Number formats of 32, 16 and 8 bits: which bits a value becomes, what they stand for, and how far each format reaches.

fp32 and fp16 are binary32 and binary16 of IEEE 754-2019, bf16 is fp32 without the last 16 bits, and the two fp8 formats are those of
arXiv:2209.05433: E5M2 follows IEEE 754, E4M3 has no infinity and keeps one pattern of each sign for “not a number”.
"""

import math
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Format:
    """A binary floating-point format by the widths of its fields."""

    slug: str
    title: str
    exponent_bits: int
    fraction_bits: int
    infinite: bool = True  # whether the largest exponent is kept for infinity and “not a number”

    @property
    def width(self) -> int:
        """Bits of one number."""
        return 1 + self.exponent_bits + self.fraction_bits

    @property
    def bytes(self) -> int:
        """Bytes of one number."""
        return self.width // 8

    @property
    def bias(self) -> int:
        """What is stored for the exponent 0."""
        return (1 << (self.exponent_bits - 1)) - 1

    @property
    def largest(self) -> Fraction:
        """The largest number."""
        return _finite(self, self._last_pattern)

    @property
    def smallest_normal(self) -> Fraction:
        """The smallest number that has all its digits."""
        return Fraction(2) ** (1 - self.bias)

    @property
    def smallest(self) -> Fraction:
        """The smallest number above zero."""
        return self.smallest_normal / (1 << self.fraction_bits)

    @property
    def _last_pattern(self) -> int:
        """The pattern of the largest number: the one before infinity, or before “not a number”."""
        return ((1 << self.exponent_bits) - 1 << self.fraction_bits) - 1 if self.infinite else (1 << self.width - 1) - 2


FP32 = Format("fp32", "fp32", 8, 23)
FP16 = Format("fp16", "fp16", 5, 10)
BF16 = Format("bf16", "bf16", 8, 7)
E4M3 = Format("e4m3", "fp8 E4M3", 4, 3, infinite=False)
E5M2 = Format("e5m2", "fp8 E5M2", 5, 2)
FORMATS = (FP32, BF16, FP16, E5M2, E4M3)


def pattern(value: float, into: Format) -> int:
    """The bits of the number nearest to a finite value, as a whole number; halfway the even one.

    What is too large becomes infinity where the format has one, else the largest number, as saturating conversions do.
    """
    sign = (math.copysign(1, value) < 0) << into.width - 1
    size = abs(Fraction(value))
    if size == 0:
        return sign
    power = max(_power(size), 1 - into.bias)
    unit = Fraction(2) ** (power - into.fraction_bits)
    steps = round(size / unit)  # to even
    stored = steps + (power + into.bias - 1 << into.fraction_bits)  # a carry moves on to the next power by itself
    if stored > into._last_pattern:
        stored = into._last_pattern + into.infinite
    return sign | stored


def value_of(bits: int, of: Format) -> float:
    """What a pattern stands for: a number, infinity, or nan."""
    sign = -1.0 if bits >> of.width - 1 else 1.0
    size = bits & (1 << of.width - 1) - 1
    if size > of._last_pattern:
        return sign * math.inf if of.infinite and size == of._last_pattern + 1 else math.nan
    return sign * float(_finite(of, size))


def stored(value: float, into: Format) -> float:
    """What is left of a value in a format."""
    return value_of(pattern(value, into), into)


def flipped(bits: int, place: int, of: Format) -> int:
    """The same pattern with one bit turned over, counted from the sign, 0."""
    return bits ^ 1 << of.width - 1 - place


def text(bits: int, of: Format) -> str:
    """All bits, sign first."""
    return f"{bits:0{of.width}b}"


def _finite(of: Format, size: int) -> Fraction:
    exponent, fraction = size >> of.fraction_bits, size & (1 << of.fraction_bits) - 1
    if exponent == 0:
        return of.smallest * fraction
    return Fraction(2) ** (exponent - of.bias) * (1 + Fraction(fraction, 1 << of.fraction_bits))


def _power(size: Fraction) -> int:
    """The power of two at or below a positive size."""
    guess = size.numerator.bit_length() - size.denominator.bit_length()
    return guess if Fraction(2) ** guess <= size else guess - 1
