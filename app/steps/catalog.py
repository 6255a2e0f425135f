"""All pages in reading order. Whatever lists or checks the pages iterates over these."""

from collections.abc import Mapping
from typing import Any

from app.memory.field import Field
from app.steps import (
    all_gather,
    data_parallel,
    four_per_parameter,
    limits,
    parameter_bytes,
    persistent_memory,
    retelling,
    self_check,
    sharding,
    start,
    summary,
)
from app.steps.notes import activation_checkpointing, collectives, fsdp, mixed_precision, pipeline_parallelism, tensor_parallelism, zero
from app.steps.step import Page, Step

STEPS: tuple[Step, ...] = (
    parameter_bytes.STEP,
    four_per_parameter.STEP,
    data_parallel.STEP,
    sharding.STEP,
    persistent_memory.STEP,
    all_gather.STEP,
    limits.STEP,
)
OTHERS: tuple[Step, ...] = (start.STEP, summary.STEP, retelling.STEP, self_check.STEP)
NOTES: tuple[Page[Any], ...] = (
    fsdp.NOTE,
    zero.NOTE,
    mixed_precision.NOTE,
    activation_checkpointing.NOTE,
    collectives.NOTE,
    tensor_parallelism.NOTE,
    pipeline_parallelism.NOTE,
)  # companion notes, each with settings of its own beside those of the lesson
PAGES: tuple[Step, ...] = (*STEPS, *OTHERS, *NOTES)
BY_SLUG: Mapping[str, Step] = {page.slug: page for page in PAGES}
FIELDS: Mapping[str, Field] = {name: field for page in PAGES for name, field in page.kind.FIELDS.items()}  # of all pages
