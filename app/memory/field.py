"""One setting of a run: its bounds, default, names and texts. Forms, addresses, checks and documentation all derive from it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from unicodedata import bidirectional

from app.memory import units

Kind = Literal["ladder", "stepper", "choice", "real"]
Unit = Literal[
    "parameters", "GPUs", "bytes", "sequences", "tokens", "layers", "entries", "number", "times", "Gbit/s", "TFLOP/s", "µs", "stages",
    "micro-batches", "",
]  # fmt: skip
Value = int | float | str

RIGHT_TO_LEFT = ("R", "AL", "AN")  # Unicode’s classes of letters and digits
SINGULAR = {
    "parameters": "parameter", "GPUs": "GPU", "sequences": "sequence", "tokens": "token", "layers": "layer", "entries": "entry",
    "times": "time", "stages": "stage", "micro-batches": "micro-batch",
}  # fmt: skip


@dataclass(frozen=True)
class Problem:
    """What was wrong with one text, in words for a person, and the value to go on with."""

    field: str
    given: str
    reason: str  # a clause: "it is not a number"
    accepted: str  # the accepted range or choices
    example: str
    used: str  # the text of the value used instead

    @property
    def message(self) -> str:
        """One sentence that names the field, what is wrong, what is accepted and an example."""
        return f"{self.field} {quoted(self.given)} cannot be used: {self.reason}. Accepted: {self.accepted}, for example {self.example}."


@dataclass(frozen=True)
class Field:
    """A setting. `values` are the rungs of a ladder or the choices; `low` and `high` bound what may be typed."""

    name: str  # in the address
    title: str
    symbol: str  # as in the formulas, or ""
    unit: Unit
    kind: Kind
    default: Value
    help: str
    example: str
    low: float = 0
    high: float = 0
    values: tuple[Value, ...] = ()
    none: int | None = None  # the value that is written and read as “none”
    labels: tuple[str, ...] = ()  # what the choices are called, in the order of values

    def read(self, text: str) -> Value:
        """The value of a text. Raises units.Unreadable where it means none, OutOfRange where it lies beyond the bounds."""
        if self.kind == "choice":
            return self._read_choice(text)
        if self.none is not None and text.strip().lower() == "none":
            return self.none
        value = self._read_quantity(text)
        if value < self.low:
            raise OutOfRange("it is too small", self.lowest)
        if value > self.high:
            raise OutOfRange("it is too large", self.highest)
        return value

    def check(self, text: str, binary: bool = False) -> tuple[Value, Problem | None]:
        """The value of a text, or the nearest bound or the default together with what was wrong, in words with GB or GiB."""
        try:
            return self.read(text), None
        except OutOfRange as error:
            reason, used = str(error), error.nearest
        except units.Unreadable as error:
            reason, used = str(error), self.default
        given = text if len(text) <= 40 else text[:40] + "…"
        return used, Problem(self.name, given, reason, self.limits(binary), self.example_in(binary), self.used(used, binary))

    def text(self, value: Value) -> str:
        """The exact short text of a value, as it stands in the address and the number box."""
        if self.kind == "choice":
            return str(value)
        if self.none is not None and value == self.none:
            return "none"
        if self.unit == "bytes":
            return units.exact_bytes(int(value))
        if self.kind == "real":
            return repr(float(value)).replace("e+", "e")  # a plus sign in an address means a space
        return units.exact_count(int(value)) if self.unit == "parameters" else str(value)

    def brief(self, value: Value, binary: bool = False) -> str:
        """The text of a value where there is little room: exact where that is short, else rounded and marked so, as '≈174.6B'.

        With `binary`, bytes are in GiB: '80GiB', '≈74.5GiB'.
        """
        in_gib = binary and self.unit == "bytes"
        text = units.exact_binary_bytes(int(value)) if in_gib else self.text(value)
        if text and (len(text) <= 8 or self.unit not in ("parameters", "bytes")):
            return text
        if self.unit == "parameters":
            return f"≈{units.factor(int(value))}"
        return f"≈{units.bytes_text(int(value), 'GiB' if in_gib else 'GB')}".replace("\u00a0", "")

    def used(self, value: Value, binary: bool = False) -> str:
        """The text of a value in a message: exact, unless that would put GB into a page of GiB."""
        return self.brief(value, binary=True) if binary and self.unit == "bytes" else self.text(value)

    def spoken(self, value: Value, binary: bool = False) -> str:
        """A value with unit and meaning, as a screen reader should say it: '7 billion parameters'."""
        if self.kind == "choice":
            return self.label(value)
        if self.unit == "bytes":
            return f"{units.bytes_text(int(value), 'GiB' if binary else 'GB')} of memory on each GPU"
        if self.kind == "real":
            return f"the value {value}"
        if self.kind == "stepper":
            return f"{self.title} {value}" if int(value) >= 0 else "none"
        noun = SINGULAR.get(self.unit, self.unit) if value == 1 else self.unit
        meaning = f" in the {self.title.lower()}" if self.name == "layer" else ""
        return f"{units.count_in_words(int(value))} {noun}{meaning}"

    def label(self, value: Value) -> str:
        """What a choice is called on the page."""
        return self.labels[self.values.index(value)]

    @property
    def accepted(self) -> str:
        """The accepted range or choices in words."""
        if self.kind == "choice":
            return " or ".join(str(value) for value in self.values)
        return f"{self.text(self.lowest)} to {self.text(self.highest)}"

    def limits(self, binary: bool = False) -> str:
        """The accepted range or choices in words, bytes in GiB where that is chosen."""
        return units.binary_range(int(self.low), int(self.high)) if binary and self.unit == "bytes" else self.accepted

    def example_in(self, binary: bool) -> str:
        """The example, bytes in GiB where that is chosen."""
        return self.example.replace("GB", "GiB") if binary and self.unit == "bytes" else self.example

    @property
    def lowest(self) -> int | float:
        """The least value that is accepted."""
        return self._bound(self.low)

    @property
    def highest(self) -> int | float:
        """The greatest value that is accepted."""
        return self._bound(self.high)

    def _read_choice(self, text: str) -> Value:
        for value in self.values:
            if str(value).lower() == text.strip().lower():
                return value
        raise units.Unreadable("it is not one of the choices")

    def _read_quantity(self, text: str) -> int | float:
        if self.unit == "bytes":
            return units.read_bytes(text)
        return units.read_real(text) if self.kind == "real" else units.read_count(text)

    def _bound(self, bound: float) -> int | float:
        return bound if self.kind == "real" else int(bound)


def choice(name: str, title: str, default: str, about: str, example: str, labels: Mapping[str, str]) -> Field:
    """A setting of a few values; `labels` says what each is called."""
    return Field(name, title, "", "", "choice", default, about, example, values=tuple(labels), labels=tuple(labels.values()))


def switch(name: str, title: str, about: str) -> Field:
    """A choice between off, the default, and on."""
    return choice(name, title, "off", about, "on", {"off": "Off", "on": "On"})


def by_name(*fields: Field) -> Mapping[str, Field]:
    """The settings by their names, in order."""
    return {field.name: field for field in fields}


def quoted(text: str) -> str:
    """A text that somebody typed, in quotation marks; one with right-to-left letters is set apart, so that it turns nothing else round."""
    apart = any(bidirectional(letter) in RIGHT_TO_LEFT for letter in text)
    return f"“\u2068{text}\u2069”" if apart else f"“{text}”"


class OutOfRange(ValueError):
    """The text is a quantity of the right sort, outside the accepted range."""

    def __init__(self, reason: str, nearest: Value) -> None:
        super().__init__(reason)
        self.nearest = nearest


def ladder(low: int, high: int, steps: tuple[float, ...]) -> tuple[int, ...]:
    """Whole numbers from low to high that repeat the given steps in each decade."""
    rungs = {low, high}
    decade = 1
    while decade <= high:
        rungs |= {round(step * decade) for step in steps if low <= step * decade <= high}
        decade *= 10
    return tuple(sorted(rungs))


def doubling(low: int, high: int) -> tuple[int, ...]:
    """Powers of two, and half-way between them, from low to high: 1, 2, 3, 4, 6, 8, 12, …"""
    powers = [1 << exponent for exponent in range(high.bit_length())]
    rungs = {value for power in powers for value in (power, power * 3 // 2) if low <= value <= high}
    return tuple(sorted(rungs | {low, high}))
