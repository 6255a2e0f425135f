"""The note on FSDP: the cycle of one layer, and what sharding costs in time."""

from app.figures.notes.layer_cycle import layer_cycle
from app.figures.notes.layer_gpus import layer_gpus
from app.figures.notes.seconds import seconds_text
from app.figures.notes.slowdown import percent, slowdown_against_batch, slower
from app.figures.notes.step_lanes import step_lanes
from app.memory.notes.layer_cycle import PHASES, held, phase_of
from app.memory.notes.step_time import (
    BACKWARD,
    FORWARD,
    LAST_PHASE,
    REPORTED,
    TimedRun,
    collective_seconds,
    collective_share,
    computing_seconds,
    data_parallel_time,
    fully_sharded_time,
    slowdown,
    tokens_that_hide,
)
from app.memory.units import bytes_text, count, gpus, whole
from app.memory.units import percent as share_text
from app.steps.step import Page


def readouts(run: TimedRun) -> dict[str, str]:
    """The numbers of the note: bytes of one layer, seconds of one step."""
    computing, collective = computing_seconds(run, FORWARD + BACKWARD), collective_seconds(run)
    low, high = REPORTED
    return {
        "cycle-spoken": f"phase {run.cycle} of {LAST_PHASE}, {phase_of(run.cycle).words}",
        "now": f"Phase {run.cycle} of {LAST_PHASE}: {phase_of(run.cycle).words}.",
        "rest": bytes_text(held(run, PHASES[0]).total, run.units),
        "fullest": bytes_text(max(held(run, phase).total for phase in PHASES), run.units),
        "gpus": gpus(run.gpus),
        "tokens": whole(run.batch * run.seq),
        "computing": seconds_text(float(computing)),
        "collective": seconds_text(float(collective)),
        "substitution": _substitution(run),
        "low": f"{round(100 * low)}",
        "high": f"{round(100 * high)}",
        "low-share": share_text(float(collective_share(low)), 1),
        "high-share": share_text(float(collective_share(high)), 1),
        "own-share": share_text(float(collective), float(computing)),
        "nothing-hidden": percent(slowdown(run, False)),
        "all-hidden": percent(slowdown(run, True)),
        "hiding": _hiding(run),
        "verdict": verdict(run),
    }


def _substitution(run: TimedRun) -> str:
    plain, sharded = (seconds_text(float(time(run).seconds(False))) for time in (data_parallel_time, fully_sharded_time))
    computing, collective = seconds_text(float(computing_seconds(run, FORWARD + BACKWARD))), seconds_text(float(collective_seconds(run)))
    return f"t ≈ {computing}, c ≈ {collective}; data parallelism ≈ {plain}, FSDP ≈ {sharded}: {percent(slowdown(run, False))} slower"


def _hiding(run: TimedRun) -> str:
    """From which batch on all can hide, in tokens."""
    if run.gpus == 1:
        return "One GPU sends nothing, so there is nothing to hide."
    need, have = tokens_that_hide(run), run.batch * run.seq
    enough = "and you have enough" if have >= need else "and you have fewer"
    return f"On your GPUs that takes {count(need)} tokens on each GPU; your batch has {count(have)}, {enough}."


def verdict(run: TimedRun) -> str:
    """What FSDP costs in time for the run as it is set."""
    if run.gpus == 1:
        return "With one GPU nothing is sent, and FSDP takes as long as data parallelism."
    return (
        f"FSDP is {percent(slowdown(run, True))} slower if all hides that can and {percent(slowdown(run, False))} if nothing does; "
        f"as you have set it, {slower(run)}."
    )


def sentence(run: TimedRun) -> str:
    """Where one layer is, and what the step costs in time."""
    return f"{readouts(run)['now']} {verdict(run)}"


NOTE = Page[TimedRun](
    slug="fsdp",
    title="FSDP and sharded training",
    line="One layer’s way through a step: gather, compute, discard, reduce-scatter. And what it costs in time on your network.",
    controls=("cycle", "gpus", "layer", "bandwidth", "speed", "overlap", "batch", "seq"),
    figures={"layer-gpus": layer_gpus, "layer-cycle": layer_cycle, "step-lanes": step_lanes, "slowdown": slowdown_against_batch},
    readouts=readouts,
    sentence=sentence,
    path="/notes/fsdp",
    kind=TimedRun,
)
