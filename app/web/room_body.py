"""What the requests about a room bring along, checked."""

import re
from math import isfinite
from typing import Annotated, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, model_validator
from starlette.requests import Request

from app.classroom.room import Phase
from app.web.room_address import LONGEST, page_address

LARGEST_BODY = 8192  # bytes
SEAT = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Unusable(Exception):
    """A body that cannot be used, and why, in words."""


def _page(text: str) -> str:
    if address := page_address(text):
        return address
    raise ValueError("it is no address of a page of the walkthrough, such as /steps/sharding?gpus=8")


Page = Annotated[str, Field(max_length=LONGEST), AfterValidator(_page)]


class Body(BaseModel):
    """Unknown names are refused: they are slips."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class State(Body):
    """Where the driver is."""

    address: Page
    part: str = Field(default="", pattern=r"^[a-z0-9-]{0,40}$")


class Asking(Body):
    """A question to open."""

    of: Page
    low: FiniteFloat
    high: FiniteFloat

    @model_validator(mode="after")
    def _axis(self) -> "Asking":
        if not self.low < self.high:
            raise ValueError("low must be less than high")
        if not isfinite(self.high - self.low):
            raise ValueError("low and high are too far apart")
        return self


class Turning(Body):
    """Another phase of the question."""

    phase: Phase


class Nothing(Body):
    """The question is to go."""


class Guessed(Body):
    """A guess, on the axis of the question."""

    value: FiniteFloat


class Ticket(Body):
    """What opens the driver’s place."""

    ticket: str = Field(max_length=64)


Kind = TypeVar("Kind", bound=Body)


async def read(request: Request, kind: type[Kind]) -> Kind:
    """The body as that kind. Raises Unusable."""
    try:
        return kind.model_validate_json(await request.body())
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = ".".join(str(part) for part in first["loc"])
        raise Unusable(f"{name or 'The body'}: {first['msg'].removeprefix('Value error, ')}.") from None


async def read_question(request: Request) -> Asking | Turning | Nothing:
    """A question to open, a phase, or nothing, told apart by their names. Raises Unusable."""
    text = await request.body()
    return await read(request, Turning if b'"phase"' in text else Asking if b'"of"' in text else Nothing)


def read_seat(text: str) -> str:
    """The name of a seat, which its page has thought up. Raises Unusable."""
    if SEAT.fullmatch(text):
        return text
    raise Unusable("A seat is named by 8 to 64 letters, digits, - or _.")
