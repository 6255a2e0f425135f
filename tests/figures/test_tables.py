"""The table under a figure tells what is drawn, number by number: who cannot see the bars reads the same story."""

import math
import re

import pytest

from app.figures.style import GHOST, ROLES, STACKS
from app.memory.activations import with_checkpointing, without_checkpointing
from app.memory.gathering import smallest_gpus, smallest_gpus_for_bytes
from app.memory.notes.stages import PAPER_GPUS
from app.memory.scenario import MOST_GPUS
from app.memory.units import bytes_text
from app.steps.catalog import PAGES
from app.steps.presentation import present
from tests.scenarios import EDGES

BYTES = re.compile(r"[\d.,]+\u00a0\w+")
NUMBER = re.compile(r"\d{1,3}(,\d{3})*")
# Strips and boxes stand for numbers by their widths or not at all; their own tests hold their tables.
NOT_TO_SCALE = {
    "parameter-strip",
    "float-bits",
    "four-box-column",
    "sharded-slices",
    "number-formats",
    "format-reach",
    "ring-boxes",
    "matrix-split",
}
FIGURES = [pytest.param(step, name, id=f"{step.slug}/{name}") for step in PAGES for name in step.figures if name not in NOT_TO_SCALE]


def shard(run):
    return math.ceil(run.params / run.gpus)


def units(run):
    """Parameters of a full unit, and of the last one."""
    return {run.layer, (run.params - 1) % run.layer + 1}


# What a table adds to what is drawn, worked out here.
ASIDE = {
    "theta-against-gpu": lambda run: {run.params, 4 * run.params, smallest_gpus_for_bytes(4 * run.params, run.gpu_memory)},
    "dp-copies": lambda run: {16 * run.params * run.gpus},
    "memory-against-n": lambda run: {1, 2, 4, 8, 64, 1024, MOST_GPUS, run.gpus, smallest_gpus(run)},
    "short-columns": lambda run: {16 * run.params * run.gpus, 16 * shard(run) * run.gpus},
    "whole-idea": lambda run: {16 * run.params * run.gpus, (16 * shard(run) + 4 * run.layer) * run.gpus},
    "all-gather-bubble": lambda run: {4 * run.layer, 16 * shard(run) + 4 * run.layer},
    "training-step": lambda run: {4 * size + floor for size in units(run) for floor in (0, 16 * shard(run))},
    "activation-bar": lambda run: {with_checkpointing(run), without_checkpointing(run)},
    "zero-against-n": lambda run: {*PAPER_GPUS, MOST_GPUS, run.gpus},
    "slowdown": lambda run: {1, 4, 16, 64, 256, 1024, 4096, run.batch},
    "stage-memory": lambda run: {
        16 * math.ceil(run.params / run.depth) + flight * 64 * run.batch * run.seq * run.hidden * math.ceil(run.layers / run.depth)
        for flight in (run.microbatches, *range(1, run.depth + 1))
    },
    "one-picture": lambda run: {16 * run.params},
    "whole-story": lambda run: {16 * run.params},
}


def numbers(table):
    """The whole numbers of a table, zeros left out."""
    cells = [cell for row in table.rows for cell in row if NUMBER.fullmatch(cell)]
    return {int(cell.replace(",", "")) for cell in cells} - {0}


def columns(figure):
    """Every stack of bars as the heights of its roles in bytes; enlarged bars, whose heights are no whole numbers, are left out."""
    stacks = {}
    for trace in figure["data"]:
        if trace["type"] == "bar":
            for x, height in zip(trace["x"], trace["y"], strict=True):
                if isinstance(height, int):
                    stacks.setdefault((x, trace["marker"]["color"] == GHOST), []).append((trace["name"], height))
    return list(stacks.values())


def drawn(figure):
    """Totals of the columns, what of them the four stacks are, each part, and the places of lines and marks."""
    found = set()
    for parts in columns(figure):
        found |= {sum(height for _, height in parts), sum(height for name, height in parts if name in {role.name for role in STACKS})}
        found |= {height for _, height in parts}
        found.add(sum(height for name, height in parts if name == "activations"))
    return found | {y for trace in figure["data"] if trace["type"] == "scatter" for y in trace["y"]} - {0}


def pictures(step, name):
    for scenario in EDGES:
        for stage in (1, 2, 3, 4, 5) if "stage" in step.controls else (scenario.stage,):
            for switch in ("off", "on"):
                presentation = present(step, scenario.but(stage=stage, checkpointing=switch))
                yield presentation.scenario, presentation.pictures[name]


@pytest.mark.parametrize(("step", "name"), FIGURES)
def test_every_number_of_the_table_is_drawn_or_follows(step, name):
    for run, picture in pictures(step, name):
        follows = ASIDE.get(name, lambda run: set())(run) | {run.gpu_memory}
        assert not numbers(picture.table) - drawn(picture.figure) - follows, run


@pytest.mark.parametrize(("step", "name"), FIGURES)
def test_what_an_enlarged_bar_is_said_to_be_is_in_the_table(step, name):
    for run, picture in pictures(step, name):
        told = {bytes_text(number, run.units) for number in numbers(picture.table)}
        enlarged = [trace for trace in picture.figure["data"] if trace["type"] == "bar" and any(isinstance(y, float) for y in trace["y"])]
        assert {word for trace in enlarged for text in trace["hovertext"] for word in BYTES.findall(text)} <= told, run


@pytest.mark.parametrize(("step", "name"), FIGURES)
def test_every_column_and_its_parts_are_in_the_table(step, name):
    for run, picture in pictures(step, name):
        told = numbers(picture.table)
        for parts in columns(picture.figure):
            total = sum(height for _, height in parts)
            own = {role.name: {int(cell.replace(",", "")) for row in picture.table.rows if row[0] == f"{role.symbol}, {role.name}"
                               for cell in row[1:] if NUMBER.fullmatch(cell)} for role in ROLES}  # fmt: skip
            assert total in told or own_shards(parts, run), (run, parts)
            assert all(height in own[part] for part, height in parts if own.get(part) and not own_shards(parts, run)), (run, parts)


def own_shards(parts, run):
    """Whether a column is what a later GPU keeps of a model that does not come out even: less than the table tells for the first."""
    return run.params % run.gpus and max(height for _, height in parts) < 4 * shard(run)
