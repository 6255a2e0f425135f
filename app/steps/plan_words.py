"""What the full account comes to, in words: fits or not, by how much, and what to change first."""

from app.figures.account_parts import largest_part, parts_of
from app.memory.lesson import lesson_of
from app.memory.run import Run
from app.memory.run_fields import SIZES
from app.memory.scenario import MOST_BATCH, MOST_GPUS
from app.memory.sizes import ASSUMED
from app.memory.step_traffic import traffic_of
from app.memory.units import bytes_text, count, counted, gpus, times, whole
from app.memory.verdict import Change

MOST_CHANGES = 4
PADDING_GROWS = "Beyond that it rises, for what does not divide by N is padded, most of all tensors of few rows, such as stacked experts."


def readouts(run: Run) -> dict[str, str]:
    """Every number and sentence on the page."""
    account, units = run.account, run.units
    held = account.peak.held
    largest = largest_part(held)
    changes = [change_words(run, change) for change in run.possible_changes[:MOST_CHANGES]]
    return {
        "verdict": verdict(run),
        "model-words": model_words(run),
        "assumed": assumed(run),
        "peak": bytes_text(account.peak.total, units),
        "peak-phase": account.peak.name,
        "largest": f"{largest.name}, {bytes_text(getattr(parts_of(held), largest.key), units)}",
        "floor": bytes_text(run.floor, units),
        "persistent": bytes_text(account.persistent, units),
        "padding": bytes_text(account.padding, units),
        "transient": bytes_text(max(account.temporary("forward"), account.temporary("backward")), units),
        "lesson": lesson_words(run),
        "traffic": traffic_words(run),
        "smallest": smallest_words(run),
        "batch": batch_words(run),
        "lesson-address": run.lesson.address(),
    } | {f"change-{place}": changes[place - 1] if place <= len(changes) else "" for place in range(1, MOST_CHANGES + 1)}


def verdict(run: Run) -> str:
    """Fits or not, by how much, the smallest N, the largest batch, what to change first."""
    peak, capacity, units = run.account.peak, run.gpu_memory, run.units
    size, room = bytes_text(peak.total, units), bytes_text(capacity, units)
    if peak.total <= capacity:
        return f"It fits: at its fullest, one GPU holds {size} and has {room}, {left(capacity - peak.total, units)}. {batch_words(run)}"
    first = next((change for change in run.possible_changes if change.fits), next(iter(run.possible_changes), None))
    advice = f" Change first: {change_words(run, first)}." if first else ""
    over = bytes_text(peak.total - capacity, units)
    return f"It does not fit: at its fullest, one GPU would hold {size}, {over} more than its {room}. {smallest_words(run)}{advice}"


def left(spare: int, units: str) -> str:
    """What is left over."""
    return f"{bytes_text(spare, units)} to spare" if spare else "not a byte to spare"


def change_words(run: Run, change: Change) -> str:
    """A change and what it does: 'checkpoint every block, which saves 52 GB, and then it fits'."""
    fits = run.account.peak.total <= run.gpu_memory
    then = "" if fits else ", and then it fits" if change.fits else ", which is not enough"
    return f"{change.title}: {bytes_text(change.saves, run.units)} less{then}"


def smallest_words(run: Run) -> str:
    """From how many GPUs on it fits."""
    over, room = run.over_gpus, bytes_text(run.gpu_memory, run.units)
    grows = over.rises and over.peaks[MOST_GPUS] > run.gpu_memory
    if over.smallest:
        fits = "It would fit on one GPU" if over.smallest == 1 else f"The smallest N that fits is {whole(over.smallest)}"
        return f"{fits}; with too many, padding makes it too large again." if grows else f"{fits}."
    none = f"No number of GPUs up to {whole(MOST_GPUS)} brings it under {room}"
    if over.floor > run.gpu_memory:
        return f"{none}: {bytes_text(over.floor, run.units)} do not shrink."
    if over.least == MOST_GPUS:
        return f"{none}: even on {gpus(MOST_GPUS)} it would hold {bytes_text(over.peaks[MOST_GPUS], run.units)}."
    least = f"{none}: the least is {bytes_text(over.peaks[over.least], run.units)}, on {gpus(over.least)}."
    return f"{least} {PADDING_GROWS}" if grows else least


def batch_words(run: Run) -> str:
    """The largest batch that fits."""
    here = f"on {gpus(run.gpus)}"
    if run.most_sequences is None:
        return f"Not even one sequence of {run.seq:,} tokens fits {here}."
    if run.most_sequences == MOST_BATCH:
        return f"Every batch up to {whole(MOST_BATCH)} fits {here}."
    return f"The largest batch that fits {here} is {run.most_sequences:,}."


def model_words(run: Run) -> str:
    """The model in its numbers."""
    units = run.model_units
    tied = "the head is tied to the embedding" if units.tied else "the head has a table of its own"
    parts = "" if run.model == SIZES else f"; {tied}"
    blocks = f"{counted(units.layers, 'block')} of up to {whole(units.largest_block)}"
    return f"{whole(units.total)} parameters: {blocks}, {whole(units.root_parameters)} outside them{parts}."


def assumed(run: Run) -> str:
    """What had to be taken for granted about the model."""
    if run.architecture is None:
        return f"Of sizes alone, the rest is supposed: {'; '.join(ASSUMED)}."
    said = [words for words in run.architecture.assumed if not words.startswith("architectures ")]
    if run.put_together:
        said.append("blocks of different kinds alternate, and are taken as if equal ones followed each other")
    said += [f"{part.what} is left out: {part.because}" for part in run.architecture.left_out]
    return f"Taken for granted: {'; '.join(said)}." if said else ""


def lesson_words(run: Run) -> str:
    """The lesson’s number for the same run, and how many times it the full account is."""
    lesson, full = lesson_of(run.plan).peak.total, run.account.peak.total
    return f"{bytes_text(lesson, run.units)}, and the full account {times(full / lesson)} as much"


def traffic_words(run: Run) -> str:
    """What one GPU sends in a step."""
    traffic = traffic_of(run.plan)
    between = f", {bytes_text(traffic.between_bytes, run.units)} of it between shard groups" if traffic.between_bytes else ""
    return f"{bytes_text(traffic.bytes, run.units)} ({count(traffic.elements)} elements){between}"
