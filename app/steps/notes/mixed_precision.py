"""The note on mixed precision: formats bit by bit, why gradients are scaled, and what shrinks."""

from app.figures.notes.format_reach import format_reach
from app.figures.notes.number_formats import number_formats, told
from app.figures.notes.recipes import recipes
from app.figures.style import WITH_MASTER
from app.memory.floats import number_text
from app.memory.notes.formats import BF16, FP16, pattern, stored, value_of
from app.memory.notes.mixed import MixedRun, flip_stops, least_scale, on_one_gpu, shown_recipes, unscaled
from app.memory.units import bytes_text
from app.steps.step import Page

NUDGE = 1.001  # an update of a thousandth, as one step of training may make


def readouts(run: MixedRun) -> dict[str, str]:
    """The numbers of the note."""
    lesson, mixed = (on_one_gpu(run, recipe) for recipe in shown_recipes()[:2])
    after_one = value_of(pattern(1.0, BF16) + 1, BF16)
    return {
        "flip-spoken": f"bit {run.flip} of {run.chosen.title} turned over" if run.flip >= 0 else "no bit turned over",
        "turned": turned(run),
        "after-one": told(after_one),
        "nudged": told(stored(NUDGE, BF16)),
        "nudge": str(NUDGE),
        "lost": told(stored(run.gradient, FP16), 3),
        "gradient": number_text(run.gradient, 3),
        "fp16-smallest": number_text(float(FP16.smallest), 2),
        "fp16-largest": f"{int(FP16.largest):,}",
        "substitution": substitution(run),
        "scale-verdict": scale_verdict(run),
        "bubble": bytes_text(lesson.gathered, run.units),
        "half-bubble": bytes_text(mixed.gathered, run.units),
        "activations": bytes_text(lesson.activations, run.units),
        "half-activations": bytes_text(mixed.activations, run.units),
        "verdict": verdict(run),
    }


def turned(run: MixedRun) -> str:
    """What turning a bit over did."""
    if run.flip < 0:
        return "No bit is turned over. Choose a format and a bit to see what it is worth."
    before, after = value_of(pattern(run.value, run.chosen), run.chosen), value_of(run.bits(run.chosen), run.chosen)
    part = "sign" if run.flip == 0 else "exponent" if run.flip <= run.chosen.exponent_bits else "fraction"
    return f"Bit {run.flip} of {run.chosen.title} belongs to the {part}: turned over, {told(before)} becomes {told(after)}."


def substitution(run: MixedRun) -> str:
    """The way of one gradient through fp16 and back."""
    scaled, kept = number_text(run.scaled, 3), told(stored(run.scaled, FP16), 5)
    return f"{number_text(run.gradient, 3)} × {run.loss_scale:,} = {scaled}, in fp16 {kept}; divided again {told(unscaled(run), 5)}"


def scale_verdict(run: MixedRun) -> str:
    """What becomes of the reader’s gradient in fp16 with the reader’s scale."""
    scaled = stored(run.scaled, FP16)
    if run.gradient == 0:
        return "A gradient of zero needs no scale."
    if scaled in (float("inf"), float("-inf")):
        return "With this scale the gradient is too large for fp16. A training loop that scales notices, leaves out the step and lowers S."
    least = least_scale(run)
    if scaled == 0:
        return f"Even multiplied by {run.loss_scale:,} the gradient is lost in fp16." + (f" It needs S = {least:,}." if least else "")
    if abs(run.scaled) < FP16.smallest_normal:
        return "The gradient survives with few of its digits." + (f" From S = {least:,} on it keeps all that fp16 has." if least else "")
    return "The scaled gradient keeps all the digits that fp16 has."


def verdict(run: MixedRun) -> str:
    """What mixed precision saves in all."""
    lesson, mixed = (on_one_gpu(run, recipe).total for recipe in shown_recipes()[:2])
    saved = bytes_text(lesson - mixed, run.units)
    fits = "fits" if mixed <= run.gpu_memory else "does not fit"
    return (
        f"Mixed precision takes {bytes_text(mixed, run.units)} where fp32 takes {bytes_text(lesson, run.units)}: {saved} less, all of it "
        f"from bubble and activations. It {fits} {bytes_text(run.gpu_memory, run.units)}."
    )


def sentence(run: MixedRun) -> str:
    """The bit, the gradient and the memory in a row."""
    return f"{turned(run)} {scale_verdict(run)} {verdict(run)}"


NOTE = Page[MixedRun](
    slug="mixed-precision",
    title="Mixed precision training",
    line="The bits of fp32, fp16, bf16 and fp8, why gradients are scaled, which 16 bytes are meant, and what really shrinks.",
    controls=("value", "number_format", "flip", "gradient", "loss_scale", "params", "gpus", "gpu_memory"),
    figures={"number-formats": number_formats, "format-reach": format_reach, "recipes": recipes},
    readouts=readouts,
    sentence=sentence,
    stops={"flip": flip_stops},
    path="/notes/mixed-precision",
    kind=MixedRun,
    given={"recipe_rows": shown_recipes()},
    roles=WITH_MASTER,
)
