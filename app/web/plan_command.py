"""`python -m app plan`: the full account as a table in the terminal, with the settings that the planner's address takes."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from starlette.datastructures import QueryParams

from app.figures.account_phases import fullest
from app.memory.holding import COMPONENTS
from app.memory.run import Run
from app.memory.run_fields import FIELDS
from app.memory.units import bytes_text
from app.steps.plan_words import MOST_CHANGES, assumed, change_words, model_words, verdict
from app.web.plan_answer import plan_answer
from app.web.run_query import read_run


def add_plan(parser: argparse.ArgumentParser) -> None:
    """The command's arguments: one for each setting, a config.json, and JSON instead of a table."""
    for field in FIELDS.values():
        accepted = "see /api/v1/plan" if len(field.values) > 20 and field.kind == "choice" else field.accepted
        parser.add_argument(
            f"--{field.name.replace('_', '-')}", metavar="VALUE", help=f"{field.help} ({accepted}; usually {field.text(field.default)})"
        )
    parser.add_argument("--gpu", metavar="NAME", help="a GPU of the catalogue instead of its memory, such as h100-80gb")
    parser.add_argument("--config", type=Path, metavar="FILE", help="a Hugging Face config.json as the model")
    parser.add_argument("--json", action="store_true", help="print what the API answers")
    parser.set_defaults(run=print_plan)


def print_plan(chosen: argparse.Namespace) -> None:
    """Print the account. Ends with a sentence for each setting that cannot be used."""
    given = {name: value for name in (*FIELDS, "gpu") if (value := getattr(chosen, name)) is not None}
    reading = read_run(QueryParams(given), _text(chosen.config) if chosen.config else None)
    if problems := (*reading.problems, *reading.contradictions):
        sys.exit("\n".join(problem.message for problem in problems))
    if chosen.json:
        print(json.dumps(plan_answer(reading.run), indent=2, ensure_ascii=False))
        return
    run, notices = reading.run.reconciled()
    print("\n".join(line.replace("\u00a0", " ") for line in (*notices, *table(run))))


def table(run: Run) -> Iterator[str]:
    """The lines of the account."""
    account, units = run.account, run.units
    yield f"{run.model_title}: {model_words(run)}"
    if words := assumed(run):
        yield words
    yield ""
    yield verdict(run)
    yield ""
    yield f"At the peak, {account.peak.name}:"
    for name, size in (*((COMPONENTS[name], size) for name, size in account.peak.held.items()), ("all together", account.peak.total)):
        yield f"  {name:<36}{size:>22,}  {bytes_text(size, units)}"
    yield ""
    yield "Over one training step:"
    for phase in fullest(account.phases):
        yield f"  {phase.name:<52}{phase.total:>22,}  {bytes_text(phase.total, units)}"
    yield ""
    yield "Every strategy at its peak:"
    for other in run.by_strategy:
        fits = "fits" if other.peak.total <= run.gpu_memory else "does not fit"
        yield f"  {other.plan.strategy.title:<36}{other.peak.total:>22,}  {bytes_text(other.peak.total, units)}, {fits}"
    yield ""
    yield "To change first:"
    yield from (f"  {change_words(run, change)}" for change in run.possible_changes[:MOST_CHANGES])


def _text(config: Path) -> bytes:
    try:
        return config.read_bytes()
    except OSError as error:
        sys.exit(f"{config} cannot be read: {error.strerror}.")
