"""Every row of PyTorch's measurements, sorted by the variant of the run that it belongs to, and run by run within."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from app.evidence.comparison import Comparison, Group
from app.evidence.every_row import CLOSE, of_measurements, of_tracker
from app.evidence.groups import PROCESSES
from app.evidence.tables import Row


@dataclass(frozen=True)
class Variant:
    """The comparisons of one variant as a group, and the same by run: its setting in words and its rows."""

    group: Group
    runs: tuple[tuple[str, tuple[Comparison, ...]], ...]

    @property
    def equal(self) -> int:
        """How many rows agree to the byte."""
        return sum(each.error == 0 for each in self.group.comparisons)

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why rows differ by more than the tolerance, each reason once."""
        return tuple(dict.fromkeys(each.reason for each in self.group.missed))


Test = Callable[[Row], bool]

KINDS: tuple[tuple[str, str, str, Test], ...] = (  # slug, title, what was run, which rows: the first that fits
    (
        "one-block", "One block", "Activations of single GELU blocks: what is kept, and what forward needs for a moment.",
        lambda r: r["model"] == "block",
    ),
    (
        "one-parameter", "One parameter, cut into shards", "Seven shapes on 2 to 64 ranks, by FSDP2 and by FSDP1, with padding.",
        lambda r: r["model"].startswith("one parameter"),
    ),
    (
        "processes", "Real processes", "Two and four processes over gloo: every storage that is alive after a step.",
        lambda r: r["method"].startswith(PROCESSES),
    ),
    (
        "data-parallel", "Data parallelism", "One process, and DDP with gradients in its buckets and beside them.",
        lambda r: r["wrap"] == "none" or r["wrap"].startswith("DDP"),
    ),
    (
        "memory-tracker", "FSDPMemTracker on the same models", "PyTorch’s own tracker instead of the event log, by its categories.",
        lambda r: r["case"].startswith("a2_"),
    ),
    (
        "allocator", "PyTorch’s CPU allocator", "Real tensors, and what the allocator says is taken.",
        lambda r: r["case"].startswith("b2_"),
    ),
    ("fsdp1", "FSDP1", "The older interface: flat parameters, with and without forward prefetch.", lambda r: r["wrap"].startswith("FSDP1")),
    (
        "accumulation", "Accumulation without synchronisation", "Whole gradients of earlier micro-batches stay.",
        lambda r: "nosync" in r["wrap"],
    ),
    ("root-only", "Only the root is wrapped", "One unit for everything, in fp32 and with bf16 compute.", lambda r: r["wrap"] == "root"),
    ("bf16", "bf16 compute", "Gathered in bf16, reduced in fp32 or in bf16.", lambda r: "bf16" in r["dtype"]),
    ("linear-units", "Each matrix its own unit", "Every linear layer is gathered by itself.", lambda r: r["wrap"] == "linear+root"),
    ("end-units", "Embedding and head as own units", "Nothing is left to the root.", lambda r: r["wrap"] == "block+emb"),
    (
        "reshard", "reshard_after_forward, on and off", "No unit is resharded after forward, or the root as well.",
        lambda r: r["reshard"] in ("True", "False"),
    ),
    ("prefetch", "Explicit prefetch in forward", "One unit ahead, and two.", lambda r: "prefetch" in r["wrap"]),
    (
        "checkpointing", "Checkpointing and plain attention", "Blocks computed again, and scores that are kept.",
        lambda r: "ckpt" in r["wrap"] or "kind" in r["wrap"],
    ),
    ("optimizers", "The optimizer’s implementation", "foreach and fused, beside the loop.", lambda r: "opt=" in r["wrap"]),
    ("usual", "The usual set-up", "A unit for each block and one for the root, in fp32, on 1 to 64 ranks.", lambda r: True),
)  # fmt: skip
TRACKED: tuple[tuple[str, str, str, Test], ...] = (
    ("tracked-toy", "FSDPMemTracker: a toy", "Eight blocks of two matrices, over the second step.", lambda r: r["model"] == "toy"),
    (
        "tracked-models", "FSDPMemTracker: GPT-2, Llama 2 and 3", "Models of transformers over forward and backward of a first step.",
        lambda r: True,
    ),
)  # fmt: skip


@cache
def variants() -> tuple[Variant, ...]:
    """All of them, the usual set-up first."""
    made = [*_sorted(of_measurements(), KINDS), *_sorted(of_tracker(), TRACKED)]
    return tuple(sorted(made, key=lambda variant: variant.group.slug != "usual"))


def _sorted(pairs: tuple[tuple[Row, Comparison], ...], kinds: tuple[tuple[str, str, str, Test], ...]) -> list[Variant]:
    found: dict[str, list[Comparison]] = {slug: [] for slug, *_ in kinds}
    for row, comparison in pairs:
        found[next(slug for slug, _, _, fits in kinds if fits(row))].append(comparison)
    return [Variant(Group(slug, title, about, tuple(found[slug]), CLOSE), _by_run(found[slug])) for slug, title, about, _ in kinds]


def _by_run(comparisons: list[Comparison]) -> tuple[tuple[str, tuple[Comparison, ...]], ...]:
    runs: dict[str, list[Comparison]] = {}
    for each in comparisons:
        runs.setdefault(each.case, []).append(each)
    return tuple((case, tuple(rows)) for case, rows in runs.items())
