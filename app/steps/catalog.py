"""All pages in reading order. Whatever lists or checks the pages iterates over these."""

from app.steps import data_parallel
from app.steps.step import Step

STEPS: tuple[Step, ...] = (data_parallel.STEP,)
OTHERS: tuple[Step, ...] = ()
PAGES: tuple[Step, ...] = (*STEPS, *OTHERS)
