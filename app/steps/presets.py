"""Known models and GPUs as settings: what choosing one sets, and what the present settings are called."""

from app.memory.catalog import Gpu, Model, gpus_with, models_like
from app.memory.scenario import FIELDS, Scenario

MODEL_FIELDS = ("params", "layer", "hidden", "layers")


def preset(entry: Model | Gpu) -> dict[str, str]:
    """The texts of the settings that a model or a GPU stands for."""
    if isinstance(entry, Gpu):
        return {"gpu_memory": FIELDS["gpu_memory"].text(entry.memory)}
    return {name: FIELDS[name].text(getattr(entry, name)) for name in MODEL_FIELDS}


def model_name(scenario: Scenario) -> str:
    """The models that have exactly these numbers, or “your own”."""
    return " or ".join(model.title for model in models_like(scenario)) or "your own numbers"


def gpu_name(scenario: Scenario) -> str:
    """The first GPU with this memory, said to have company where it has, or “your own”."""
    found = [gpu.title for gpu in gpus_with(scenario.gpu_memory)]
    if not found:
        return "your own size"
    return found[0] if len(found) == 1 else f"{found[0]} and alike"
