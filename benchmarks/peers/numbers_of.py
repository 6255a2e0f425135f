"""What every peer draws."""

import math


def heights(p: float, n: float) -> list[float]:
    """33 heights for two sliders, P from 0 to 80 and N from 0 to 16."""
    whole, gpus = 16 * 10 ** (6 + p / 13.3), 2**n
    return [math.log10(1 + whole / gpus / 2 ** (bar / 4)) for bar in range(33)]
