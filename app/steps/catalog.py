"""All pages in reading order. Whatever lists or checks the steps iterates over these."""

from app.steps import data_parallel
from app.steps.step import Step

STEPS: tuple[Step, ...] = (data_parallel.STEP,)
