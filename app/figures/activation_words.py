"""What the activations of a run belong to, in words: wherever their bytes are told, so are the sizes that they come from."""

from app.memory.scenario import Scenario
from app.memory.units import counted


def sizes_of(scenario: Scenario) -> str:
    """All sizes: '4 sequences of 2,048 tokens, 32 layers of hidden size 4,096, without activation checkpointing'."""
    switch = "with" if scenario.checkpointing == "on" else "without"
    layers = counted(scenario.layers, "layer")
    return f"{batch_of(scenario)}, {layers} of hidden size {scenario.hidden:,}, {switch} activation checkpointing"


def batch_of(scenario: Scenario) -> str:
    """The batch alone: '4 sequences of 2,048 tokens'."""
    return f"{counted(scenario.batch, 'sequence')} of {counted(scenario.seq, 'token')}"
