"""Training recipes: which bytes each parameter costs, and in which precision it is gathered and reduced.

The same 16 arises for different reasons: four fp32 stacks, or two 16-bit stacks with an fp32 copy and Adam's two states. What is
gathered differs.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """Bytes for one parameter by what they are for; 0 where a recipe does without."""

    slug: str
    title: str
    parameter: int  # the stored θ
    gradient: int  # the stored ∇L
    accumulated: int  # a second gradient in fp32 that micro-batches are added up in
    master: int  # an fp32 copy of θ that the optimizer updates
    mean: int  # Adam's m, or momentum
    square: int  # Adam's v
    compute: int  # what is gathered and computed with, and its gradient
    reduce: int  # the gradient on its way through reduce-scatter or all-reduce
    source: str

    @property
    def optimizer(self) -> int:
        """Bytes of the optimizer: the master copy and the two states (K of arXiv:1910.02054, section 3.1)."""
        return self.master + self.mean + self.square

    @property
    def gradients(self) -> int:
        """Bytes of the gradient and of its fp32 accumulator."""
        return self.gradient + self.accumulated

    @property
    def sum(self) -> int:
        """Bytes that training keeps for each parameter."""
        return self.parameter + self.gradients + self.optimizer


RECIPES: tuple[Recipe, ...] = (
    Recipe("fp32", "fp32 Adam", 4, 4, 0, 0, 4, 4, 4, 4, "four fp32 stacks"),
    Recipe("mixed", "mixed, 16-bit with fp32 master copy", 2, 2, 0, 4, 4, 4, 2, 2, "arXiv:1910.02054, section 3.1, K = 12"),
    Recipe("fsdp2", "FSDP2 mixed, fp32 shards, bf16 compute", 4, 4, 0, 0, 4, 4, 2, 4, "PyTorch MixedPrecisionPolicy, bfloat16 and float32"),
    Recipe("fsdp2-bf16", "FSDP2 mixed, gradients reduced in bf16", 4, 4, 0, 0, 4, 4, 2, 2, "PyTorch MixedPrecisionPolicy, both bfloat16"),
    Recipe("accumulate", "mixed with fp32 gradient accumulation", 2, 2, 4, 4, 4, 4, 2, 4, "nanotron, Ultra-Scale Playbook, memory table"),
    Recipe("bf16", "pure bf16", 2, 2, 0, 0, 2, 2, 2, 2, "all stacks in bf16"),
    Recipe("adam8bit", "8-bit Adam", 4, 4, 0, 0, 1, 1, 4, 4, "arXiv:2110.02861; the scale of each block of states is left out"),
    Recipe("adam8bit-bf16", "8-bit Adam, bf16 compute", 4, 4, 0, 0, 1, 1, 2, 4, "arXiv:2110.02861 with bf16 compute"),
    Recipe("sgd-plain", "SGD without momentum, bf16 compute", 4, 4, 0, 0, 0, 0, 2, 4, "torch.optim.SGD without momentum keeps no state"),
    Recipe("sgd", "SGD with momentum", 4, 4, 0, 0, 4, 0, 4, 4, "torch.optim.SGD with momentum keeps one state"),
)  # fmt: skip


def recipe_of(slug: str) -> Recipe:
    """The recipe of that name. Raises ValueError that lists the names there are."""
    for entry in RECIPES:
        if entry.slug == slug:
            return entry
    raise ValueError(f"recipe must be one of {', '.join(entry.slug for entry in RECIPES)}, not {slug!r}")
