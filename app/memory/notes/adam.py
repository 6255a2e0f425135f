"""Adam’s step for one parameter, from its gradients in order (arXiv:1412.6980, algorithm 1), beside a plain step of gradient descent.

Lengths are in learning rates: what a plain step moves for a gradient of 1.
"""

import math
from collections.abc import Iterable

MEAN_DECAY, SQUARE_DECAY = 0.9, 0.999  # β1 and β2, the paper’s defaults
LEAST = 1e-8  # ε


def walked(gradients: Iterable[float]) -> float:
    """How far Adam moves one parameter against its gradients: the sum of m̂ / (√v̂ + ε) over the steps."""
    mean = square = distance = 0.0
    for step, gradient in enumerate(gradients, start=1):
        mean = MEAN_DECAY * mean + (1 - MEAN_DECAY) * gradient
        square = SQUARE_DECAY * square + (1 - SQUARE_DECAY) * gradient**2
        unbiased_mean, unbiased_square = mean / (1 - MEAN_DECAY**step), square / (1 - SQUARE_DECAY**step)
        distance += unbiased_mean / (math.sqrt(unbiased_square) + LEAST)
    return distance


def descended(gradients: Iterable[float]) -> float:
    """How far plain gradient descent moves it: the sum of the gradients. It keeps nothing from step to step."""
    return sum(gradients)
