"""What the API says of a plan: the account in exact integers, phase by phase, with names, units and meanings."""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from pydantic import BaseModel, Field

from app.memory.account import Account
from app.memory.holding import COMPONENTS
from app.memory.ledger import Phase
from app.memory.lesson import ladder
from app.memory.run import Run
from app.memory.run_fields import FIELDS
from app.memory.step_traffic import Traffic, traffic_of
from app.memory.verdict import Change
from app.steps.plan import PAGE
from app.steps.plan_words import assumed, verdict


class PhaseAnswer(BaseModel):
    """One GPU at one moment of the training step."""

    phase: str = Field(examples=["backward, block 32 of 32, end"])
    stage: str = Field(examples=["backward"])
    bytes: int = Field(description="all bytes held", examples=[22_361_049_244])
    components: dict[str, int] = Field(
        description="bytes by component; what is not there is not named", examples=[{"parameters": 4_015_130_624}]
    )


class ModelAnswer(BaseModel):
    """The model in parameters, tied ones once."""

    title: str = Field(examples=["Llama 3 8B"])
    keys: dict[str, Any] = Field(description="the keys of the config that decide it; empty for sizes alone")
    parameters: int = Field(examples=[8_030_261_248])
    largest_block_parameters: int = Field(examples=[218_112_000])
    embedding_parameters: int = Field(examples=[525_336_576])
    head_parameters: int = Field(description="0 where the head is tied to the embedding", examples=[525_336_576])
    rest_parameters: int = Field(description="what belongs to neither blocks, embedding nor head", examples=[4096])
    tied: bool
    layers: int = Field(examples=[32])
    hidden: int = Field(examples=[4096])
    heads: int = Field(examples=[32])
    mlp: int | None = Field(description="width of the MLP that one token passes", examples=[14_336])
    gated: bool
    vocabulary: int = Field(examples=[128_256])
    taken_for_granted: str = Field(description="defaults and suppositions that were used")


class ChangeAnswer(BaseModel):
    """One change of the run and what it saves at the peak."""

    change: str = Field(examples=["checkpoint every block"])
    saves_bytes: int
    fits: bool


class StrategyAnswer(BaseModel):
    """The same run under one strategy."""

    strategy: str = Field(examples=["zero2"])
    peak_bytes: int
    peak_phase: str
    fits: bool


class TermAnswer(BaseModel):
    """A step of the way from the lesson to the full account."""

    term: str = Field(examples=["the root unit, gathered from the first layer to the last"])
    peak_bytes: int


class TrafficAnswer(BaseModel):
    """What one GPU sends in one training step."""

    gathered: int
    reduced: int
    between: int
    gathered_bytes: int
    reduced_bytes: int
    between_bytes: int


class PlanAnswer(BaseModel):
    """The full account of one GPU. Bytes are whole numbers; N is the number of GPUs."""

    settings: dict[str, str] = Field(description="every setting as it was used, in the text of an address", examples=[{"gpus": "8"}])
    address: str = Field(description="the planner's page with these settings", examples=["/plan?model=llama-3-8b&gpus=8"])
    model: ModelAnswer
    verdict: str = Field(examples=["It fits: at its fullest, one GPU holds 29.2 GB and has 80 GB, 50.8 GB to spare."])
    fits: bool
    room_bytes: int = Field(description="bytes left over at the peak, negative where they are lacking")
    peak: PhaseAnswer
    largest_component: str = Field(description="the largest component at the peak", examples=["logits"])
    floor_bytes: int = Field(description="bytes that no number of GPUs takes away")
    persistent_bytes: int = Field(description="all stacks right after a step, gradients still held")
    padding_bytes: int = Field(description="bytes of the stacks that are padding")
    lesson_bytes: int = Field(description="what the lesson’s formula gives for the same run")
    smallest_gpus_that_fit: int | None = Field(description="least N that fits; null where none up to 65,536 does")
    largest_batch_that_fits: int | None = Field(description="most sequences on each GPU, up to 4,096; null where not even one fits")
    phases: list[PhaseAnswer] = Field(description="one training step in order; long runs of equal blocks by their first and last three")
    strategies: list[StrategyAnswer]
    terms: list[TermAnswer] = Field(description="from the lesson to the full account, one term more in each")
    changes: list[ChangeAnswer] = Field(description="single changes that save memory, the one that saves most first")
    traffic: TrafficAnswer = Field(description="elements, and in …_bytes bytes")
    components: dict[str, str] = Field(description="what each component is", examples=[{"parameters": "parameters θ"}])
    notes: list[str] = Field(description="what had to be put right in the settings, and why no such run could be started")


def plan_answer(given: Run, root: str = "") -> dict[str, Any]:
    """The account of a run, what contradicts itself put right first."""
    run, notices = given.reconciled()
    account, steps = run.account, ladder(run.plan)
    return {
        "settings": {name: run.text(name) for name in FIELDS},
        "address": f"{root}{PAGE.path}?{run.address(PAGE.stated)}",
        "model": _model(run),
        "verdict": verdict(run).replace("\u00a0", " "),
        "fits": account.peak.total <= run.gpu_memory,
        "room_bytes": run.gpu_memory - account.peak.total,
        "peak": _phase(account.peak),
        "largest_component": account.largest,
        "floor_bytes": run.floor,
        "persistent_bytes": account.persistent,
        "padding_bytes": account.padding,
        "lesson_bytes": steps[0][1].peak.total,
        "smallest_gpus_that_fit": run.smallest,
        "largest_batch_that_fits": run.most_sequences,
        "phases": [_phase(phase) for phase in account.phases],
        "strategies": _strategies(run.by_strategy),
        "terms": [{"term": title, "peak_bytes": step.peak.total} for title, step in steps],
        "changes": [_change(change) for change in run.possible_changes],
        "traffic": {field.name: getattr(traffic_of(run.plan), field.name) for field in fields(Traffic)},
        "components": COMPONENTS,
        "notes": list(notices),
    }


def _phase(phase: Phase) -> dict[str, Any]:
    return {"phase": phase.name, "stage": phase.stage, "bytes": phase.total, "components": dict(phase.held.items())}


def _model(run: Run) -> dict[str, Any]:
    units = run.model_units
    return {
        "title": run.model_title,
        "keys": dict(run.architecture.keys) if run.architecture else {},
        "parameters": units.total,
        "largest_block_parameters": units.largest_block,
        "embedding_parameters": units.embedding.parameters,
        "head_parameters": units.head.parameters if units.head else 0,
        "rest_parameters": units.root_rest.parameters,
        **{name: getattr(units, name) for name in ("tied", "layers", "hidden", "heads", "mlp", "gated", "vocabulary")},
        "taken_for_granted": assumed(run),
    }


def _strategies(accounts: Sequence[Account]) -> list[dict[str, Any]]:
    return [
        {
            "strategy": account.plan.strategy.slug,
            "peak_bytes": account.peak.total,
            "peak_phase": account.peak.name,
            "fits": account.peak.total <= account.plan.gpu_memory,
        }
        for account in accounts
    ]


def _change(change: Change) -> dict[str, Any]:
    return {"change": change.title, "saves_bytes": change.saves, "fits": change.fits}
