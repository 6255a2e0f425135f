"""A set of settings with one value each: what runs of the lesson and of the full account have in common."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, ClassVar, Self

from app.memory.field import Field, Value


@dataclass(frozen=True)
class Values:
    """Values of FIELDS, each an attribute of the same name. Raises ValueError naming the field that is out of bounds."""

    FIELDS: ClassVar[Mapping[str, Field]] = {}

    def __post_init__(self) -> None:
        for name, field in self.FIELDS.items():
            value = getattr(self, name)
            if field.kind == "choice":
                if value not in field.values:
                    raise ValueError(f"{name} must be {field.accepted}, not {value!r}")
            elif not field.low <= value <= field.high:
                raise ValueError(f"{name} must lie within {field.accepted}, not {value!r}")

    @property
    def units(self) -> str:
        """In which units bytes are shown, GB or GiB."""
        return "GB"

    def but(self, **changes: Any) -> Self:
        """The same with some settings changed."""
        return replace(self, **changes)

    def text(self, name: str) -> str:
        """The exact short text of one setting."""
        return self.FIELDS[name].text(getattr(self, name))

    def reconciled(self) -> tuple[Self, tuple[str, ...]]:
        """The settings with what contradicts itself put right, and a sentence for each change a reader should know of."""
        return self, ()

    def address(self, shown: tuple[str, ...] = ()) -> str:
        """The query string: the settings named, and all that differ from the default, in the order of FIELDS."""
        usual = {field.name: field.default for field in fields(self)}
        named = (name for name in self.FIELDS if name in shown or getattr(self, name) != usual[name])
        return "&".join(f"{name}={self.text(name)}" for name in named)

    def rungs(self, name: str) -> tuple[Value, ...]:
        """The values that one slider stops at: its ladder, and the present value where it lies between two rungs."""
        values, present = self.FIELDS[name].values, getattr(self, name)
        return values if present in values else tuple(sorted({*values, present}))
