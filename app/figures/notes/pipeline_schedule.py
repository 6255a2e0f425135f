"""A pipeline's schedule: what each stage computes when, in one training step, and the time in which it waits."""

from collections.abc import Sequence

from app.figures.axes import places
from app.figures.picture import Picture, Table
from app.figures.style import GHOST, INK, MUTED, PAPER, Mapped, Role, bars, figure, note
from app.memory.notes.pipeline import GPIPE, Job, PipelineRun, bubble, busy, in_flight, jobs, step_length
from app.memory.units import counted, percent

MOST_ROWS = 8  # stages that are drawn
LANE = 0.84  # height of a stage
NUMBERED = {False: 24, True: 42}  # units of time beyond which a forward, a backward is too narrow for its number
THIN, THINNER = 60, 150  # units of time beyond which outlines are thinner
FREE = 0.14  # of the step: so long a wait has room for a word
AHEAD = Role("forward", "", "forward", "forward", GHOST, "", "")
BACK = Role("backward", "", "backward", "backward", MUTED, "", "")
NAMES = {GPIPE: "GPipe", "1f1b": "1F1B"}


def pipeline_schedule(run: PipelineRun) -> Picture:
    """A row for each stage, the first on top; of many stages eight, evenly spread."""
    stages, length = drawn_stages(run.depth), step_length(run)
    rows = {stage: float(len(stages) - 1 - row) for row, stage in enumerate(stages)}
    done = [job for stage in stages for job in jobs(run, stage)]
    return Picture(
        title=f"{NAMES[run.schedule]}: {counted(run.depth, 'stage')}, {counted(run.microbatches, 'micro-batch')}",
        figure=figure(
            [_trace(role, [job for job in done if job.backward == (role is BACK)], rows, length) for role in (AHEAD, BACK)],
            x=_time_axis(length),
            y=places(-0.15, len(stages) + 0.75, [row + 0.5 for row in rows.values()], _row_names(stages)),
            notes=[note(0, len(stages) + 0.4, "narrow: forward, wide: backward", anchor="left", color=MUTED), *_numbers(done, rows, length),
                   *_waiting(run, length)],
        ),
        sentence=sentence(run),
        table=Table(
            ("Stage", "Computes", "Waits", "In flight at most"),
            tuple(
                (
                    f"stage {stage}",
                    f"{busy(run)} of {length}",
                    f"{length - busy(run)} of {length}",
                    counted(in_flight(run, stage), "micro-batch"),
                )
                for stage in stages
            ),
        ),
    )  # fmt: skip


def drawn_stages(depth: int) -> list[int]:
    """The stages that are drawn: all of a short pipeline, else eight from the first to the last."""
    if depth <= MOST_ROWS:
        return list(range(depth))
    return [row * (depth - 1) // (MOST_ROWS - 1) for row in range(MOST_ROWS)]


def sentence(run: PipelineRun) -> str:
    """How long a step takes, and how much of it is waiting."""
    if run.depth == 1:
        return "One stage never waits: there is no other that it could wait for."
    share = percent(run.depth - 1, run.microbatches + run.depth - 1)
    if run.schedule == GPIPE:
        how = f"All forwards, then all backwards: every stage keeps up to {counted(run.microbatches, 'micro-batch')}"
    else:
        last = counted(in_flight(run, run.depth - 1), "micro-batch")
        how = f"Forwards and backwards in turn: the first stage keeps up to {counted(in_flight(run, 0), 'micro-batch')}, the last {last}"
    return f"{how}. Each stage waits for {share} of the step."


def _row_names(stages: list[int]) -> list[str]:
    return [f"stage {stage}" if stage == 0 else str(stage) for stage in stages]


def _trace(role: Role, done: Sequence[Job], rows: dict[int, float], length: int) -> Mapped:
    few = length <= THIN
    hover = [f"stage {job.stage}, micro-batch {job.microbatch + 1}, {role.name}" for job in done] if few else ()
    trace = bars(
        role, [job.start + job.length / 2 for job in done], [LANE] * len(done), [rows[job.stage] + (1 - LANE) / 2 for job in done],
        width=done[0].length, hover=hover,
    )  # fmt: skip
    outline = {"color": INK if few else MUTED, "width": 1.5 if few else 0.8 if length <= THINNER else 0.3}
    return trace | {"marker": trace["marker"] | {"line": outline}}


def _numbers(done: Sequence[Job], rows: dict[int, float], length: int) -> list[Mapped]:
    """Of each micro-batch, counted from 1, where there is room."""
    return [
        note(job.start + job.length / 2, rows[job.stage] + 0.5, str(job.microbatch + 1), color=PAPER if job.backward else INK)
        for job in done
        if length <= NUMBERED[job.backward]
    ]


def _waiting(run: PipelineRun, length: int) -> list[Mapped]:
    """The name of the bubble, where the last stage has nothing left to do."""
    rest = length - max(job.end for job in jobs(run, run.depth - 1))
    return [note(length - rest / 2, 0.5, "waits", color=MUTED)] if rest > FREE * length else []


def _time_axis(length: int) -> Mapped:
    step = next(step for step in (1, 3, 6, 12, 24, 48, 96) if length / step <= 6)
    ticks = list(range(0, length + 1, step))
    axis = places(-0.01 * length, 1.01 * length, ticks, [str(tick) for tick in ticks])
    return axis | {"title": {"text": "Time, in forwards"}}


def waiting_share(run: PipelineRun) -> float:
    """The bubble in percent."""
    return 100 * float(bubble(run))
