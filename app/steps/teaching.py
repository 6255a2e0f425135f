"""For teachers: what to do with each step in class, two lesson plans, and what wrong answers to expect. Numbers come from the questions."""

from dataclasses import dataclass, field

from app.memory.scenario import Scenario
from app.steps.catalog import STEPS
from app.steps.checking import slips
from app.steps.practice.all_gather import FULLEST
from app.steps.practice.data_parallel import EACH
from app.steps.practice.four_per_parameter import STATES
from app.steps.practice.limits import ALL
from app.steps.practice.parameter_bytes import THETA
from app.steps.practice.persistent_memory import STAYS
from app.steps.practice.sharding import ENTRIES
from app.steps.question import Question, parameters_of

RUN = Scenario()  # 7B on 4 GPUs of 80 GB: 16·P does not fit, 16·P/4 does


def _asked(question: object) -> Question:
    assert isinstance(question, Question)
    return question


@dataclass(frozen=True)
class Show:
    """An address to have ready: a page, settings that differ from the usual, and what to do with it."""

    path: str
    words: str
    settings: dict[str, int | str] = field(default_factory=dict)

    @property
    def address(self) -> str:
        """Path and query."""
        query = RUN.but(**self.settings).address(tuple(self.settings))
        return f"{self.path}?{query}" if query else self.path


@dataclass(frozen=True)
class Lesson:
    """One step in class. The question is asked about RUN before the figure is shown."""

    slug: str
    goal: str
    question: Question
    point: str  # what to point at in the figure
    shows: tuple[Show, ...]

    @property
    def right(self) -> str:
        """The answer, with the numbers put in."""
        return f"{self.question.answered(RUN)}."

    @property
    def expected(self) -> list[tuple[str, str]]:
        """The wrong answers to expect, each once, and what whoever gives them forgot."""
        told: dict[str, str] = {}
        for slip in slips(self.question, RUN):
            told.setdefault(self.question.shown(slip.value(RUN), RUN), slip.words)
        return list(told.items())


@dataclass(frozen=True)
class Turn:
    """So many minutes of a lesson plan."""

    minutes: int
    show: Show


def at(slug: str, words: str, **settings: int | str) -> Show:
    """A step’s page with these settings."""
    path = next(step.path for step in STEPS if step.slug == slug)
    return Show(path, words, dict(settings))


LESSONS: tuple[Lesson, ...] = (
    Lesson(
        "parameter-bytes", "A parameter is a number, and a number costs bytes.", _asked(THETA.question),
        "The weight of one box under the strip, and of the whole strip beside it. Then open the box: 32 bits, 4 bytes, whatever the value.",
        (at("parameter-bytes", "A model that everybody has heard of", params=174_604_259_328),),
    ),
    Lesson(
        "four-per-parameter", "Training keeps four numbers for each parameter, 16 bytes in fp32 with Adam.", _asked(STATES.question),
        "The bracket of 16 bytes, and how far the real budget stands above the guessed one and above C.",
        (at("four-per-parameter", "A model whose θ fits on the GPU many times, and whose training does not", params=8_030_261_248),),
    ),
    Lesson(
        "data-parallel", "Plain data parallelism gives every GPU a full copy: more GPUs, no relief.", _asked(EACH.question),
        "The flat line. Double N as often as the class likes: more columns, none of them shorter.",
        (at("data-parallel", "Many more GPUs, and the same columns", gpus=1024),),
    ),
    Lesson(
        "sharding", "All four stacks are cut into N equal pieces; the last one may need padding.", _asked(ENTRIES.question),
        "One GPU’s slice, the same piece in every stack. Then a P that N does not divide, and the padding at the end.",
        (
            at("sharding", "All four stacks, the slices of GPU 2 lit up", stacks="all", rank=2),
            at("sharding", "A strip that does not divide evenly", params=10, gpus=4, layer=1),
        ),
    ),
    Lesson(
        "persistent-memory", "What stays is 16·P/N: doubling the GPUs halves it.", _asked(STAYS.question),
        "The falling line on its two logarithmic axes, and the N at which it passes C.",
        (at("persistent-memory", "A model that needs many GPUs", params=68_976_648_192, layer=855_654_400, gpus=16),),
    ),
    Lesson(
        "all-gather", "Sharding costs a bubble of 4·ℓ, one layer at a time, which no N makes smaller.", _asked(FULLEST.question),
        "The gold block that swells and bursts. Step through the moments by hand; ask before each what comes next.",
        (
            at("all-gather", "A layer is whole", moment=2),
            at("all-gather", "A large layer on many GPUs: the bubble is most of it", gpus=1024, layer=2_000_000_000),
        ),
    ),
    Lesson(
        "limits", "The formula knows neither the batch nor what communication costs.", _asked(ALL.question),
        "The activation bar, which no N touches. Switch checkpointing on and watch it shrink.",
        (
            at("limits", "With checkpointing", checkpointing="on"),
            at("limits", "One GPU: nothing saved", gpus=1),
            at("limits", "A model that fits anyway: traffic for nothing", params=1_000_000_000, layer=50_000_000),
        ),
    ),
)  # fmt: skip

TEN_MINUTES: tuple[Turn, ...] = (
    Turn(1, Show("/", f"Ask: does a model of {parameters_of(RUN)} train on this GPU? Take a show of hands, then show the grey column.")),
    Turn(2, at("four-per-parameter", "Four bytes a number, four numbers a parameter. Who counted θ only?")),
    Turn(2, at("data-parallel", "Double N twice. Ask what changed on each GPU: nothing.")),
    Turn(2, at("persistent-memory", "The same four stacks, cut. Read the smallest N off the line.")),
    Turn(2, at("all-gather", "What it costs: play one training step, and name the peak.")),
    Turn(1, Show("/summary", "All of it in one picture, stage 5.", {"stage": 5})),
)

ONE_HOUR: tuple[Turn, ...] = (
    Turn(4, Show("/", "Ask for guesses on paper: how many bytes must one GPU hold? Keep the guesses for the end.")),
    Turn(5, at("parameter-bytes", "Count θ. Open a box and let the class choose its value.")),
    Turn(6, at("four-per-parameter", "Ask, collect wrong answers, then show the column.")),
    Turn(6, at("data-parallel", "Ask what more GPUs do before you move N.")),
    Turn(7, at("sharding", "Cut the strip; let somebody find GPU 2’s slice in every stack.", stacks="all", rank=2)),
    Turn(8, at("persistent-memory", "Each pair works out its own N for 70B, then read it off the "
        "figure.", params=68_976_648_192, layer=855_654_400)),
    Turn(9, at("all-gather", "Step through the moments; the class calls gather, compute, discard.")),
    Turn(8, at("limits", "Three cases, one for each third of the class, each reports in a sentence.")),
    Turn(3, Show("/summary", "One learner tells the story along the stages.", {"stage": 1})),
    Turn(4, Show("/self-check", "Everybody answers two questions; come back to the guesses of the beginning.")),
)  # fmt: skip

MINUTES = {turn.show.path: turn.minutes for turn in ONE_HOUR}  # that each page takes of an hour
