"""What the API answers: each quantity once, with its unit, its meaning and the function of the memory model that gives it."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Literal

from pydantic import BaseModel, Field, create_model

from app.memory import activations, gathering, sharding, states, traffic
from app.memory.catalog import Gpu, Model
from app.memory.scenario import Scenario
from app.memory.units import bytes_text, count

Unit = Literal["bytes", "parameters", "elements", "GPUs", "yes or no"]
Amount = int | bool | None


@dataclass(frozen=True)
class Quantity:
    """One number, or one yes or no, about a run."""

    name: str
    unit: Unit
    meaning: str
    of: Callable[[Scenario], Amount]

    def text(self, scenario: Scenario) -> str:
        """The amount as a person reads it, in the units of the run."""
        amount = self.of(scenario)
        if amount is None:
            return "none"
        if self.unit == "yes or no":
            return "yes" if amount else "no"
        return bytes_text(amount, scenario.units) if self.unit == "bytes" else f"{count(amount)} {self.unit}"


def _with_activations(run: Scenario) -> int:
    return gathering.fully_sharded(run).total + activations.kept(run)


QUANTITIES = (
    Quantity("dp_bytes", "bytes", "plain data parallelism, each GPU: 16·P", lambda run: states.data_parallel(run).total),
    Quantity("shard_parameters", "parameters", "entries of each stack on each GPU, padding included: ⌈P/N⌉",
             lambda run: sharding.shard_parameters(run.params, run.gpus)),
    Quantity("padding_parameters", "parameters", "entries that only make all shards alike, over all GPUs: N·⌈P/N⌉ − P",
             lambda run: sharding.padding_parameters(run.params, run.gpus)),
    Quantity("persistent_bytes", "bytes", "fully sharded, what stays on each GPU: 16·⌈P/N⌉", lambda run: states.persistent(run).total),
    Quantity("gathered_bytes", "bytes", "the largest layer while it is gathered, on each GPU: 4·ℓ",
             lambda run: gathering.gathered_bytes(run.layer)),
    Quantity("total_bytes", "bytes", "fully sharded, each GPU at its fullest, activations apart: 16·⌈P/N⌉ + 4·ℓ",
             lambda run: gathering.fully_sharded(run).total),
    Quantity("activation_bytes", "bytes", "activations by the rule of thumb, one tensor a layer, on each GPU: 4·b·s·h·L",
             activations.rule_of_thumb),
    Quantity("activation_bytes_without_checkpointing", "bytes", "what GELU blocks with fused attention keep, on each GPU: 64·b·s·h·L",
             activations.without_checkpointing),
    Quantity("activation_bytes_with_checkpointing", "bytes",
             "one tensor a layer and all of the one block that is computed again: 4·b·s·h·L + 64·b·s·h, never more than without",
             activations.with_checkpointing),
    Quantity("total_with_activations_bytes", "bytes", "fully sharded, each GPU, with the activations that `checkpointing` asks for",
             _with_activations),
    Quantity("dp_cluster_bytes", "bytes", "plain data parallelism, all GPUs together: N·16·P",
             lambda run: run.gpus * states.data_parallel(run).total),
    Quantity("persistent_cluster_bytes", "bytes", "fully sharded, what stays on all GPUs together: N·16·⌈P/N⌉",
             lambda run: run.gpus * states.persistent(run).total),
    Quantity("fits_data_parallel", "yes or no", "whether dp_bytes is at most gpu_memory",
             lambda run: states.data_parallel(run).total <= run.gpu_memory),
    Quantity("fits_sharded", "yes or no", "whether total_bytes is at most gpu_memory",
             lambda run: gathering.fully_sharded(run).total <= run.gpu_memory),
    Quantity("fits_with_activations", "yes or no", "whether total_with_activations_bytes is at most gpu_memory",
             lambda run: _with_activations(run) <= run.gpu_memory),
    Quantity("smallest_gpus_that_fit", "GPUs", "least N with 16·⌈P/N⌉ + 4·ℓ within gpu_memory; null where no number of GPUs is enough",
             gathering.smallest_gpus),
    Quantity("dp_traffic_elements", "elements", "elements each GPU sends in one step, data parallel: 2·(N − 1)·⌈P/N⌉",
             traffic.data_parallel_elements),
    Quantity("sharded_traffic_elements", "elements", "elements each GPU sends in one step, fully sharded: 3·(N − 1)·⌈P/N⌉",
             traffic.fully_sharded_elements),
)  # fmt: skip


def memory_answer(scenario: Scenario) -> dict[str, Any]:
    """All quantities of one run, a layer larger than the model lowered first."""
    run, notices = scenario.reconciled()
    return {
        "scenario": asdict(run),
        **{quantity.name: quantity.of(run) for quantity in QUANTITIES},
        "explained": {
            quantity.name: {"unit": quantity.unit, "meaning": quantity.meaning, "text": quantity.text(run)} for quantity in QUANTITIES
        },
        "notes": list(notices),
    }


class Explanation(BaseModel):
    """One quantity in words."""

    unit: Unit
    meaning: str
    text: str = Field(description="three significant digits with their unit", examples=["112 GB"])


class Reason(BaseModel):
    """Why one setting was refused."""

    field: str = Field(examples=["gpus"])
    given: str = Field(examples=["-1"])
    message: str = Field(examples=["gpus “-1” cannot be used: it is too small. Accepted: 1 to 65536, for example 64."])
    accepted: str = Field(examples=["1 to 65536"])
    example: str = Field(examples=["64"])


class Refusal(BaseModel):
    """The answer to settings that cannot be used."""

    detail: list[Reason]


class CatalogAnswer(BaseModel):
    """Known models and GPUs."""

    models: list[Model]
    gpus: list[Gpu]


def _typed(quantity: Quantity) -> Any:
    kind: Any = {"yes or no": bool, "GPUs": int | None}.get(quantity.unit, int)
    return kind, Field(description=f"{quantity.meaning}; unit: {quantity.unit}", examples=[quantity.of(Scenario())])


MemoryAnswer: type[BaseModel] = create_model(
    "MemoryAnswer",
    __doc__="Exact integers, with their units and meanings under `explained`.",
    scenario=(Scenario, Field(description="every setting as it was used; the default where it was not given")),
    **{quantity.name: _typed(quantity) for quantity in QUANTITIES},
    explained=(dict[str, Explanation], Field(description="unit, meaning and readable text of each quantity above")),
    notes=(list[str], Field(description="what had to be changed in the settings", examples=[[]])),
)
