"""The terms by which the full account exceeds the lesson; each can be counted or left out by itself."""

from dataclasses import dataclass, fields

TITLES: dict[str, str] = {
    "rows": "padding as the library really cuts",
    "gradients": "gradients that come and go",
    "root": "the root unit, gathered from the first layer to the last",
    "buffers": "outputs of all-gathers, inputs of reduce-scatters",
    "activations": "activations",
    "loss": "logits and loss",
    "optimizer": "the optimizer’s temporaries and step counters",
}


@dataclass(frozen=True)
class Terms:
    """Which terms are counted. All off is the lesson: the stacks, and one gathered unit."""

    rows: bool = True  # off: ⌈P/N⌉ of the whole model
    gradients: bool = True  # whole for one unit in backward, sharded after it, none in forward; off: stored all the time, never whole
    root: bool = True
    buffers: bool = True
    activations: bool = True
    loss: bool = True
    optimizer: bool = True


ALL_TERMS = Terms()
LESSON = Terms(*(False for _ in fields(Terms)))
