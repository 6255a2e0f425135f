"""Known models and GPUs as settings: what choosing one sets, and what the present settings are called."""

from app.memory.catalog import Gpu, Model, gpus_with, models_like
from app.memory.scenario import FIELDS, Scenario

MODEL_FIELDS = ("params", "layer", "hidden", "layers")


def values_of(entry: Model | Gpu) -> dict[str, int]:
    """The settings that a model or a GPU stands for."""
    if isinstance(entry, Gpu):
        return {"gpu_memory": entry.memory}
    return {name: getattr(entry, name) for name in MODEL_FIELDS}


def preset(entry: Model | Gpu) -> dict[str, str]:
    """The same settings as texts."""
    return {name: FIELDS[name].text(value) for name, value in values_of(entry).items()}


def model_name(scenario: Scenario) -> str:
    """The models that have exactly these numbers, or “your own”."""
    return " or ".join(model.title for model in models_like(scenario)) or "your own numbers"


def gpu_name(scenario: Scenario) -> str:
    """The GPUs that have this memory, as 'A100 or H100, 80 GB', or “your own”."""
    found = [gpu.title for gpu in gpus_with(scenario.gpu_memory)]
    if len(found) < 2:
        return found[0] if found else "your own size"
    size = f" {scenario.gpu_memory // 10**9} GB"
    *names, last = (title.removesuffix(size) for title in found)
    return f"{', '.join(names)} or {last},{size}"
