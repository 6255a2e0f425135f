"""Problems of step 7: activations, which N does not divide."""

from dataclasses import replace

from app.memory.activations import one_tensor, rule_of_thumb, with_checkpointing, without_checkpointing
from app.memory.scenario import Scenario
from app.memory.units import counted, factor, whole
from app.steps.mistakes import WHOLE_CLUSTER
from app.steps.other_questions import ACTIVATIONS
from app.steps.practice.phrases import CLUSTER, sharded
from app.steps.practice.template import Template, gpus_from
from app.steps.question import Mistake, Question, gpus_of

STEP = ("limits",)
PER_BATCH = "You divided by N. FSDP shards no activations; each GPU has its own batch."
KEPT = "without checkpointing, and with fused attention, each layer keeps 64·b·s·h bytes in fp32"
NOT_ONE = f"That is the rule of thumb, one tensor a layer: {KEPT}."


def whole_run(run: Scenario) -> str:
    """All that a sum of shards, gathered layer and activations needs."""
    kept = f"{KEPT[0].upper()}{KEPT[1:]}."
    return f"{sharded(run)} Its largest layer has {factor(run.layer)} parameters. {_on_each(run)} {kept}"


def _batch(run: Scenario) -> str:
    return f"a batch of {counted(run.batch, 'sequence')} of {whole(run.seq)} tokens, hidden size {whole(run.hidden)}"


def _sizes(run: Scenario) -> str:
    return f"{run.batch} × {whole(run.seq)} × {whole(run.hidden)}"


def _on_each(run: Scenario) -> str:
    return f"Each of {gpus_of(run)} works on {_batch(run)}, {run.layers} layers, in fp32."


ONE_LAYER = Template(
    1,
    Question(
        "one-activation", "The input of one layer", STEP,
        lambda run: f"A GPU works on {_batch(run)}, in fp32. How many bytes does the input of one layer take?",
        one_tensor,
        lambda run: f"4·b·s·h = 4 × {_sizes(run)}",
        (
            Mistake(lambda run: one_tensor(run) / 4, "You counted elements. Each of them takes 4 bytes."),
            Mistake(lambda run: one_tensor(run) / 2, "You took 2 bytes an element. In fp32 it takes 4."),
            Mistake(rule_of_thumb, "That is one tensor of every layer. The question is about one layer."),
            Mistake(lambda run: one_tensor(run) * 4, "An activation has no gradient stack and no optimizer states: 4 bytes, not 16."),
        ),
    ),
    ("One number for each entry of each token of each sequence.", "4·b·s·h."),
)  # fmt: skip

RULE = Template(
    2,
    replace(
        ACTIVATIONS, id="rule-of-thumb", title="What N does not divide", run=None,
        text=lambda run: f"{_on_each(run)} By the rule of thumb, one saved tensor a layer, how many bytes of activations does each GPU "
            f"keep?",
    ),
    ("One tensor of b·s·h numbers for each layer.", "4·b·s·h·L."),
    gpus_from(*CLUSTER),
    lambda run: run.batch > 1,
)  # fmt: skip

ALL_KEPT = Template(
    3,
    Question(
        "all-activations", "Without checkpointing", STEP,
        lambda run: f"{_on_each(run)} With fused attention and no checkpointing a layer keeps 16 tensors of b·s·h numbers. How many bytes "
                    "of activations does each GPU keep?",
        without_checkpointing,
        lambda run: f"64·b·s·h·L = 64 × {_sizes(run)} × {run.layers}",
        (
            Mistake(rule_of_thumb, NOT_ONE),
            Mistake(lambda run: 16 * one_tensor(run), "That is one layer. Every layer keeps its own."),
            Mistake(lambda run: without_checkpointing(run) / run.gpus, PER_BATCH),
            Mistake(lambda run: without_checkpointing(run) / 4, "You counted elements. Each of them takes 4 bytes."),
            Mistake(lambda run: without_checkpointing(run) * run.gpus, WHOLE_CLUSTER),
        ),
    ),
    ("How many tensors are kept for one layer? For all of them?", "16·4·b·s·h·L."),
    gpus_from(*CLUSTER),
)  # fmt: skip

CHECKPOINTED = Template(
    3,
    Question(
        "checkpointed", "With checkpointing", STEP,
        lambda run: f"{_on_each(run)} Every layer is checkpointed: it keeps its input, and one layer at a time is computed again with all "
                    "its 16 tensors of b·s·h numbers. How many bytes of activations does each GPU keep at the most?",
        with_checkpointing,
        lambda run: f"(L + 16)·4·b·s·h = ({run.layers} + 16) × 4 × {_sizes(run)}",
        (
            Mistake(rule_of_thumb, "You forgot the layer that is being computed again. Its 16 tensors are there besides the inputs."),
            Mistake(without_checkpointing, "That is without checkpointing. Between the layers only inputs are kept."),
            Mistake(lambda run: 16 * one_tensor(run), "You counted the layer that is computed again, and forgot the inputs of all layers."),
            Mistake(lambda run: with_checkpointing(run) / run.gpus, PER_BATCH),
            Mistake(lambda run: with_checkpointing(run) / 4, "You counted elements. Each of them takes 4 bytes."),
        ),
    ),
    ("What is kept between the layers, and what inside the one being computed again?", "L inputs and 16 tensors more, 4·b·s·h bytes each."),
    gpus_from(*CLUSTER),
)  # fmt: skip


TEMPLATES = (ONE_LAYER, RULE, ALL_KEPT, CHECKPOINTED)
