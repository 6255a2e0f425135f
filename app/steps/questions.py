"""All questions of the self-check that have a number for an answer."""

from app.steps.other_questions import ACTIVATIONS, GPT3, SMALLEST, TRAFFIC
from app.steps.own_questions import BUBBLE, KEPT, ON_EACH, TOTAL
from app.steps.question import Question

OWN: tuple[Question, ...] = (ON_EACH, KEPT, BUBBLE, TOTAL)  # about the reader's own run
FIXED: tuple[Question, ...] = (GPT3, SMALLEST, TRAFFIC, ACTIVATIONS)
QUESTIONS: tuple[Question, ...] = (*OWN, *FIXED)
