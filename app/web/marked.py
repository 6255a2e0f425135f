"""One answer to the self-check, marked, whatever serves it: standard library only."""

from collections.abc import Callable
from functools import partial

from app.memory.field import Problem
from app.steps.checking import REVEALED, WITHHELD, Marked, mark
from app.steps.question import Question
from app.steps.questions import QUESTIONS
from app.web.query import read_scenario
from app.web.typed import Query, printable
from app.web.view import read_view

BY_ID = {question.id: question for question in QUESTIONS}


def result(question: Question, query: Query) -> dict[str, object]:
    """One answer marked. What was expected is told when the answer is right or when `reveal` asks for it, and never with `answers=0`."""
    run, _ = read_scenario(query).scenario.reconciled()
    return told(question.id, query, partial(mark, question, run), lambda: question.answered(run))


def told(name: str, query: Query, marking: Callable[[str], Marked], answered: Callable[[], str]) -> dict[str, object]:
    """What is told of the answer in a query to the question of that name."""
    given, asked = printable(query.get("answer", "")), query.get("reveal") == "1"
    allowed = read_view(query).answers
    marked = Marked("", False, False, REVEALED if allowed else WITHHELD) if asked and not given.strip() else marking(given)
    return {
        "question": name,
        "given": marked.given,
        "readable": marked.readable,
        "right": marked.right,
        "message": marked.message,
        "expected": answered() if allowed and (marked.right or asked) else None,
    }


def not_asked(name: str) -> tuple[Problem, ...]:
    """The problem with a name that is no question's, if it is none."""
    if name in BY_ID:
        return ()
    return (Problem("question", printable(name)[:40], "it is no question of the self-check", " or ".join(BY_ID), QUESTIONS[0].id, "none"),)
