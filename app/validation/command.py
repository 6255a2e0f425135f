"""`python -m app validate`: prediction beside measurement, for shapes and numbers of GPUs of one's choice."""

import argparse
import importlib.util
import sys
import warnings

from app.evidence.shapes import MEASURED, gpt
from app.memory.account import account_of
from app.memory.plan import Plan
from app.memory.recipe import recipe_of

RECIPES = ("fp32", "fsdp2", "fsdp2-bf16")  # those whose shards FSDP2 keeps in fp32
SIZES = ("hidden", "heads", "layers", "vocabulary", "seq", "batch")
TOLERANCE = 0.02


def add_validate(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("--shape", choices=tuple(MEASURED), default="tiny13M", help="a GPT-2-like decoder to start from (%(default)s)")
    for name in SIZES:
        parser.add_argument(f"--{name}", type=_positive, help=f"its {name}, if not that of the shape")
    parser.add_argument("--gpus", type=_positive, nargs="+", default=[1, 4, 64], help="ranks to pretend (1 4 64)")
    parser.add_argument("--recipe", choices=RECIPES, default="fp32", help="precision (%(default)s)")
    parser.add_argument("--wrapping", choices=("block", "root"), default="block", help="what has a unit of its own (%(default)s)")
    parser.add_argument(
        "--reshard", choices=("default", "off", "all"), default="default", help="what is let go after forward (%(default)s)"
    )
    parser.set_defaults(run=validate)


def validate(chosen: argparse.Namespace) -> None:
    """Print a line for each number of GPUs. Ends with 1 where a peak differs by more than 2 %, with words where torch is missing."""
    if importlib.util.find_spec("torch") is None:
        sys.exit("This needs PyTorch: pip install 'fsdp-walkthrough[validate]', or torch beside the checkout.")
    warnings.filterwarnings("ignore", message="Failed to initialize NumPy")  # torch warns where there is none, and needs none here
    from app.validation.tracker import peak_bytes

    shape = dict(zip(SIZES, MEASURED[chosen.shape], strict=True)) | {name: size for name in SIZES if (size := getattr(chosen, name))}
    print(f"{chosen.shape}: {', '.join(f'{name} {size:,}' for name, size in shape.items())}; {chosen.recipe}, {chosen.wrapping}")
    print(f"{'N':>7}{'predicted':>20}{'measured':>20}  difference")
    errors = []
    for gpus in chosen.gpus:
        plan = plan_of(shape, gpus, chosen)
        ours, theirs = predicted(plan), peak_bytes(plan)
        errors.append(ours / theirs - 1)
        print(f"{gpus:>7,}{ours:>20,}{theirs:>20,}  {errors[-1]:+.3%}")
    if max(map(abs, errors)) > TOLERANCE:
        sys.exit(f"A peak differs by more than {TOLERANCE:.0%}.")


def plan_of(shape: dict[str, int], gpus: int, chosen: argparse.Namespace) -> Plan:
    """The run that is measured, in its first step."""
    units = gpt(shape["hidden"], shape["heads"], shape["layers"], shape["vocabulary"], shape["seq"])
    return Plan(
        units, gpus=gpus, batch=shape["batch"], seq=shape["seq"], recipe=recipe_of(chosen.recipe), wrapping=chosen.wrapping,
        reshard=chosen.reshard, first_step=True,
    )  # fmt: skip


def predicted(plan: Plan) -> int:
    """Our peak of forward, loss and backward."""
    return max(phase.total for phase in account_of(plan).phases if phase.stage in ("forward", "loss", "backward"))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number
