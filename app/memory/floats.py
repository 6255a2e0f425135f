"""What one box holds: the 32 bits of an fp32 number, and the value they really stand for (IEEE 754-2019, binary32)."""

import math
import struct
from dataclasses import dataclass

from app.memory.precision import FP32_BITS

_, EXPONENT_BITS, FRACTION_BITS = FP32_BITS
BIAS = 127  # what is stored for the exponent 0
TELLING_DIGITS = 9  # so many significant digits tell any fp32 number from its neighbours
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Fp32:
    """One fp32 number by its three fields, each the whole number that its bits spell."""

    sign: int  # 1 bit: 0 for +, 1 for −
    exponent: int  # 8 bits
    fraction: int  # 23 bits

    @property
    def bits(self) -> str:
        """All 32 bits, sign first."""
        return f"{self.sign:b}{self.exponent:0{EXPONENT_BITS}b}{self.fraction:0{FRACTION_BITS}b}"

    @property
    def subnormal(self) -> bool:
        """Whether the exponent's bits are all 0, as for zero and for numbers too small to begin with a 1."""
        return self.exponent == 0

    @property
    def power(self) -> int:
        """The power of two that the number is scaled by: −126 to 127."""
        return (1 if self.subnormal else self.exponent) - BIAS

    @property
    def significand(self) -> float:
        """The factor before the power of two: 1.f, or 0.f for zero and for subnormal numbers."""
        return (0 if self.subnormal else 1) + self.fraction / (1 << FRACTION_BITS)

    @property
    def value(self) -> float:
        """The number that is really stored, exactly: ± significand · 2^power."""
        return math.copysign(math.ldexp(self.significand, self.power), -1 if self.sign else 1)


def fp32(value: float) -> Fp32:
    """The fp32 number nearest to a value. Raises OverflowError for a finite value beyond ±3.4028·10^38, ValueError for NaN and infinity."""
    if not math.isfinite(value):
        raise ValueError(f"value must be a finite number, not {value}")
    (word,) = struct.unpack(">I", struct.pack(">f", value))
    return Fp32(word >> 31, word >> FRACTION_BITS & 0xFF, word & (1 << FRACTION_BITS) - 1)


def number_text(value: float, digits: int | None = TELLING_DIGITS) -> str:
    """A plain number as it is written by hand: '0.1', '−2.99999995 × 10³⁸'. All the digits it takes where `digits` is None."""
    text = f"{value:.{digits}g}" if digits else repr(value).removesuffix(".0")
    mantissa, _, exponent = text.partition("e")
    mantissa = mantissa.replace("-", "−")
    return f"{mantissa}\u00a0×\u00a010{raised(int(exponent))}" if exponent else mantissa


def raised(number: int) -> str:
    """A whole number as an exponent: '⁻⁴'."""
    return str(number).translate(_RAISED)
