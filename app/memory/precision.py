"""Bytes that one element of each training state takes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Precision:
    """Bytes for one parameter, its gradient, its two optimizer states, and the copy that is gathered to compute with."""

    parameter: int
    gradient: int
    mean: int  # Adam's m, the running mean of the gradient
    square: int  # Adam's v, the running mean of its square
    gathered: int

    @property
    def bytes_per_parameter(self) -> int:
        """Bytes that training keeps for each parameter, the gathered copy apart."""
        return self.parameter + self.gradient + self.mean + self.square


FP32_BITS = (1, 8, 23)  # sign, exponent, fraction: IEEE 754 binary32
FP32_BYTES = sum(FP32_BITS) // 8
FP32_ADAM = Precision(parameter=FP32_BYTES, gradient=FP32_BYTES, mean=FP32_BYTES, square=FP32_BYTES, gathered=FP32_BYTES)
