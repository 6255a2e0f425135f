"""Recipes: what one GPU holds under each training recipe, so that one sees what shrinks and what does not."""

from app.figures.axes import places, scale
from app.figures.labels import label
from app.figures.picture import Picture, Table
from app.figures.style import WITH_MASTER, columns, figure
from app.memory.notes.mixed import MixedRun, on_one_gpu, shown_recipes
from app.memory.units import bytes_text, whole

NAMES = {"fp32": "fp32", "mixed": "mixed", "fsdp2": "FSDP2<br>mixed", "accumulate": "fp32<br>sums", "bf16": "pure<br>bf16"}


def recipes(run: MixedRun) -> Picture:
    """A column of states, bubble and activations for each recipe, with C as a line."""
    shown = shown_recipes()
    stacks = [on_one_gpu(run, recipe) for recipe in shown]
    names = [NAMES[recipe.slug] for recipe in shown]
    plain = [name.replace("<br>", " ") for name in names]
    highest = max(stack.total for stack in stacks)
    height = scale(run.gpu_memory, highest, run.units)
    return Picture(
        title="One GPU under FSDP, recipe by recipe",
        figure=figure(
            columns(list(enumerate(stacks)), units=run.units, names=plain, roles=WITH_MASTER, tallest=highest),
            x=places(-0.6, len(shown) - 0.4, range(len(shown)), names),
            y=height.axis,
            shapes=height.shapes,
            notes=[*height.notes, *(label(x, stack.total, bytes_text(stack.total, run.units), height) for x, stack in enumerate(stacks))],
        ),
        sentence=_sentence(run),
        table=Table(
            ("On one GPU, bytes", *plain),
            (
                *((f"{role.symbol}, {role.name}", *(whole(getattr(stack, role.key)) for stack in stacks)) for role in WITH_MASTER),
                ("Sum", *(whole(stack.total) for stack in stacks)),
                ("Kept for each parameter", *(f"{recipe.sum} bytes" for recipe in shown)),
                ("Computed with in", *(f"{recipe.compute} bytes" for recipe in shown)),
            ),
        ),
    )


def _sentence(run: MixedRun) -> str:
    told = []
    for recipe in shown_recipes():
        stack = on_one_gpu(run, recipe)
        name = NAMES[recipe.slug].replace("<br>", " ")
        told.append(f"{name} {bytes_text(stack.total, run.units)}")
    lesson, mixed = (on_one_gpu(run, recipe) for recipe in shown_recipes()[:2])
    states = sum(getattr(mixed, role.key) for role in WITH_MASTER[:5])
    return (
        f"In all: {', '.join(told)}. Of the first two the states are the same, {bytes_text(states, run.units)}; the bubble goes from "
        f"{bytes_text(lesson.gathered, run.units)} to {bytes_text(mixed.gathered, run.units)} and the activations from "
        f"{bytes_text(lesson.activations, run.units)} to {bytes_text(mixed.activations, run.units)}."
    )
