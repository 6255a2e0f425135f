"""A run of the full account as the planner and its address have it: a model, and everything else that a plan asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from app.memory.account import Account, account_of
from app.memory.architecture.architecture import Architecture
from app.memory.architecture.document import text_of
from app.memory.architecture.families import architecture_of
from app.memory.architecture.published import PUBLISHED, published
from app.memory.catalog import models_like
from app.memory.over_gpus import OverGpus
from app.memory.plan import Plan, Wrapping
from app.memory.possible import too_many_tokens, uneven_groups
from app.memory.recipe import recipe_of
from app.memory.run_fields import CONFIG, FIELDS, SIZE_FIELDS, SIZES
from app.memory.scenario import Scenario
from app.memory.sizes import from_sizes
from app.memory.strategy import STRATEGIES, strategy_of
from app.memory.unit import Units
from app.memory.units import counted
from app.memory.values import Values
from app.memory.verdict import Change, changes, largest_batch

MOST_RUNS = 8  # of equal blocks; a published model has at most four
SWITCHES = ("dropout", "first_step", "bucket_view")
SAME_IN_PLAN = (
    "gpu_memory",
    "gpus",
    "batch",
    "seq",
    "checkpointing",
    "attention",
    "reshard",
    "prefetch",
    "accumulation",
    "optimizer",
    "library",
)
WRAPPINGS: Mapping[str, Wrapping] = {
    "block": "block",
    "ends": "block+embedding+head",
    "root": "root",
    "linear": "linear",
}  # a plus sign is a space in an address


@dataclass(frozen=True)
class Run(Values):
    """Counts are whole numbers, gpu_memory is bytes. `keys` are those of a config, where `model` is “config”."""

    FIELDS = FIELDS
    model: str = SIZES
    params: int = 7_000_000_000  # P, of the four sizes
    layer: int = 202_000_000  # ℓ
    hidden: int = 4096  # h
    layers: int = 32  # L
    gpu_memory: int = 80 * 10**9  # C
    gpus: int = 4  # N
    batch: int = 4  # b
    seq: int = 2048  # s
    recipe: str = "fp32"
    strategy: str = "fsdp"
    group: int = 8  # S
    wrapping: str = "block"
    checkpointing: str = "off"
    attention: str = "fused"
    dropout: str = "off"
    reshard: str = "default"
    prefetch: int = 0
    accumulation: str = "off"
    optimizer: str = "foreach"
    first_step: str = "off"
    library: str = "fsdp2"
    bucket_view: str = "off"
    units: str = "GB"
    keys: tuple[tuple[str, object], ...] = ()

    @cached_property
    def architecture(self) -> Architecture | None:
        """The model’s parts; None for sizes alone. Raises BadConfig for keys that describe no model."""
        if self.model == CONFIG:
            return architecture_of(dict(self.keys))
        return None if self.model == SIZES else published(self.model)

    @cached_property
    def model_units(self) -> Units:
        """The model as FSDP sees it; kinds of blocks that alternate too often to be played through one by one are put together."""
        if self.architecture is None:
            return from_sizes(self.params, self.layer, self.hidden, self.layers)
        units = self.architecture.units
        return units.gathered_by_kind() if self.put_together else units

    @property
    def put_together(self) -> bool:
        """Whether blocks of one kind stand together here that alternate with others in the model."""
        return self.architecture is not None and len(self.architecture.units.blocks) > MOST_RUNS

    @cached_property
    def plan(self) -> Plan:
        """The same as the memory model takes it."""
        same: dict[str, Any] = {name: getattr(self, name) for name in SAME_IN_PLAN}
        return Plan(
            self.model_units, recipe=recipe_of(self.recipe), strategy=strategy_of(self.strategy), shard_group=self.group,
            wrapping=WRAPPINGS[self.wrapping], **{name: getattr(self, name) == "on" for name in SWITCHES}, **same,
        )  # fmt: skip

    @cached_property
    def account(self) -> Account:
        """The phases of one training step."""
        return account_of(self.plan)

    @cached_property
    def by_strategy(self) -> tuple[Account, ...]:
        """The same run under every strategy."""
        return tuple(account_of(self.plan.but(strategy=strategy)) for strategy in STRATEGIES)

    @cached_property
    def over_gpus(self) -> OverGpus:
        """The peak of the same run over N."""
        return OverGpus(self.plan)

    @property
    def floor(self) -> int:
        """Bytes that no number of GPUs takes away, padding apart."""
        return self.over_gpus.floor

    @property
    def smallest(self) -> int | None:
        """The least N that fits, None where none does."""
        return self.over_gpus.smallest

    @cached_property
    def most_sequences(self) -> int | None:
        """The largest batch that fits, None where not even one sequence does."""
        return largest_batch(self.plan)

    @cached_property
    def possible_changes(self) -> tuple[Change, ...]:
        """Single changes that save memory, the one that saves most first."""
        return changes(self.plan, self.over_gpus)

    @property
    def model_title(self) -> str:
        """What the model is called."""
        if self.model == CONFIG:
            return f"your {dict(self.keys).get('model_type')} config"
        return "your own sizes" if self.model == SIZES else PUBLISHED[self.model].title

    @property
    def lesson(self) -> Scenario:
        """The same run in the lesson’s few settings, its sizes those of the model."""
        sizes: dict[str, Any] = self.sizes
        same = {name: getattr(self, name) for name in ("gpu_memory", "gpus", "batch", "seq", "units")}
        return Scenario(**sizes, **same, checkpointing="on" if self.checkpointing == "full" else "off")

    @property
    def sizes(self) -> dict[str, int]:
        """P, ℓ, h and L of the model, within the bounds of their fields."""
        units = self.model_units
        exact = (units.total, units.largest_block or units.total, units.hidden, units.layers)
        return {name: int(min(max(size, FIELDS[name].low), FIELDS[name].high)) for name, size in zip(SIZE_FIELDS, exact, strict=True)}

    def reconciled(self) -> tuple["Run", tuple[str, ...]]:
        """Sizes that contradict each other put right, and what was; then why no such run could be started, which stays as it is set."""
        run, notices = self._consistent()
        title = run.model_title[:1].upper() + run.model_title[1:]
        impossible = (*too_many_tokens(title, run.architecture, run.seq), *uneven_groups(strategy_of(run.strategy), run.gpus, run.group))
        return run, (*notices, *impossible)

    def _consistent(self) -> tuple["Run", tuple[str, ...]]:
        """Sizes that contradict each other put right; those of a published model taken for that model."""
        if self.model != SIZES:
            return self.but(**self.sizes), ()
        run, notices = Scenario(params=self.params, layer=self.layer, hidden=self.hidden, layers=self.layers).reconciled()
        if known := [model.slug for model in models_like(run) if model.slug in PUBLISHED]:
            return self.but(model=known[0], **self.sizes), notices
        fitting = from_sizes(self.params, run.layer, self.hidden, self.layers).layers
        if fitting != self.layers:
            held = counted(fitting, "layer")
            notices = (*notices, f"P = {self.params:,} has room for {held} of ℓ = {run.layer:,}, not {self.layers:,}: so many are taken.")
        return (self.but(layer=run.layer, layers=fitting), notices) if notices else (self, ())

    def address(self, shown: tuple[str, ...] = ()) -> str:
        """The query string; a config stands in it as its few keys, and sizes only where they are the model."""
        unused = () if self.model == SIZES else SIZE_FIELDS
        usual = self.but(**{name: FIELDS[name].default for name in unused}) if unused else self
        pairs = super(Run, usual).address(tuple(name for name in shown if name not in (*unused, "model")))
        if self.model != CONFIG:
            return pairs
        keys = "&".join(f"{name}={text_of(value)}" for name, value in self.keys)
        return pairs.replace("model=config", keys, 1)
