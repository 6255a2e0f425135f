"""The keys of one config.json, read one by one and checked. Only defaults that the family’s class documents are used, and remembered."""

from collections.abc import Mapping

from app.memory.architecture.bad_config import BadConfig, shown
from app.memory.scenario import FIELDS

MOST_HIDDEN = int(FIELDS["hidden"].high)  # so that every config that is read can also stand in an address
MOST_LAYERS = int(FIELDS["layers"].high)
MOST_HEADS = 16_384
MOST_INTERMEDIATE = 4_194_304
MOST_VOCABULARY = 16_777_216
MOST_POSITIONS = 16_777_216
MOST_EXPERTS = 16_384
SYNONYMS = (  # what the families call one and the same size
    ("num_hidden_layers", "n_layer", "num_layers", "n_layers"),
    ("hidden_size", "n_embd", "n_embed", "d_model"),
    ("num_attention_heads", "n_head", "num_heads", "n_heads"),
    ("n_positions", "max_position_embeddings", "n_ctx"),
)


class Config:
    """The keys of a config. `assumed` lists, in words, each default that was used because the key is absent or null.

    `used` has the keys that were read: they alone describe the same model.
    """

    def __init__(self, values: Mapping[str, object], family: str = "") -> None:
        self._values = values
        self.family = family  # the configuration class whose defaults count, "LlamaConfig"
        self.assumed: list[str] = []
        self.used: dict[str, object] = {}

    def whole(self, *names: str, most: int, least: int = 1) -> int:
        """A whole number that must be there. The first name is the usual one, the others stand for the same (attribute_map).

        Raises BadConfig when it is absent, null, no whole number, out of bounds, or when two of the names disagree.
        """
        value = self._given(*names, most=most, least=least)
        if value is None:
            state = "it is null" if names[0] in self._values else "it is missing"
            raise BadConfig(names[0], state, _range(least, most))
        return value

    def whole_or(self, *names: str, default: int, because: str, most: int) -> int:
        """A whole number that may be absent or null: then the default, which is written down with its reason."""
        value = self._given(*names, most=most, least=1)
        if value is None:
            self.assume(names[0], f"{default:,}", because)
            return default
        return value

    def switch(self, name: str, default: bool) -> bool:
        """true or false; absent or null means the default of the family's class, which is written down."""
        value = self._read(name)
        if value is None:
            self.assume(name, shown(default), f"the default of {self.family}")
            return default
        if not isinstance(value, bool):
            raise BadConfig(name, f"it is {shown(value)}", "true or false")
        return value

    def word(self, name: str, default: str) -> str:
        """A text; absent or null means the default of the family's class, which is written down."""
        value = self._read(name)
        if value is None:
            self.assume(name, f"“{default}”", f"the default of {self.family}")
            return default
        if not isinstance(value, str):
            raise BadConfig(name, f"it is {shown(value)}", "a text as in a published config.json")
        return value

    def indexes(self, name: str, below: int) -> frozenset[int]:
        """A list of layers, counted from 0; absent, null or [] means none."""
        value = self._read(name)
        if value is None:
            self.assume(name, "none", f"the default of {self.family}")
            return frozenset()
        accepted = f"a list of whole numbers from 0 to {below - 1:,}"
        if not isinstance(value, (list, tuple)):
            raise BadConfig(name, f"it is {shown(value)}", accepted)
        for entry in value:
            if type(entry) is not int or not 0 <= entry < below:
                raise BadConfig(name, f"it contains {shown(entry)}", accepted)
        return frozenset(value)

    def only(self, name: str, *accepted: bool | int, because: str) -> None:
        """Refuses a value that changes what is counted in a way that is not known here. Absent and null pass."""
        value = self._values.get(name)
        if value is not None and not any(type(value) is type(known) and value == known for known in accepted):
            raise BadConfig(
                name, f"{shown(value)} {because}", " or ".join(shown(known) for known in accepted) + ", or no such key", shown(accepted[0])
            )

    def raw(self, name: str) -> object:
        """The value as it stands, None where it is absent."""
        return self._values.get(name)

    def has(self, name: str) -> bool:
        """Whether the key is there, be it null."""
        if name in self._values:
            self.used[name] = self._values[name]
        return name in self._values

    def assume(self, name: str, value: str, because: str) -> None:
        """Writes down a default that is used."""
        state = "null" if name in self._values else "absent"
        self.assumed.append(f"{name} is {state}: {value}, {because}")

    def _read(self, name: str) -> object:
        value = self._values.get(name)
        if value is not None:
            self.used[name] = value
        return value

    def _given(self, *names: str, most: int, least: int) -> int | None:
        found = {name: value for name in names if (value := self._read(name)) is not None}
        values = {name: _checked(name, value, most, least) for name, value in found.items()}
        _agreed(values)
        self.used |= values
        return next(iter(values.values()), None)

    def check_synonyms(self) -> None:
        """Refuses a size under the name of another family that differs from the one under the usual name."""
        for names in SYNONYMS:
            _agreed({name: value for name in names if (value := _whole(self._values.get(name))) is not None})


def _agreed(values: Mapping[str, int]) -> None:
    """Raises BadConfig where two names of one size say different things."""
    (first, size), *others = values.items() or [("", 0)]
    for name, value in others:
        if value != size:
            raise BadConfig(name, f"{value:,} contradicts {first}, which is {size:,}", "one size under one name", shown(size))


def _whole(value: object) -> int | None:
    """A whole number, be it written 32.0; None for anything else."""
    if type(value) is float and value.is_integer():
        return int(value)
    return value if type(value) is int else None


def _checked(name: str, given: object, most: int, least: int) -> int:
    value = _whole(given)
    if value is None:
        raise BadConfig(name, f"{shown(given)} is not a whole number", _range(least, most))
    if not least <= value <= most:
        raise BadConfig(name, f"{shown(value)} is too {'small' if value < least else 'large'}", _range(least, most))
    return value


def _range(least: int, most: int) -> str:
    return f"a whole number from {least:,} to {most:,}"


def check_class(config: Config, *known: str) -> None:
    """Refuses another head than the language model's: its parameters would not be counted. The first class is the usual one."""
    given = config.raw("architectures")
    accepted, example = "[" + " or ".join(f"“{name}”" for name in known) + "]", f'["{known[0]}"]'
    if given is None:
        config.assume("architectures", f"“{known[0]}”", "the language model of this family")
    elif not isinstance(given, (list, tuple)):
        raise BadConfig("architectures", f"it is {shown(given)}", accepted, example)
    elif len(given) != 1:
        raise BadConfig("architectures", f"it lists {len(given):,} classes", accepted, example)
    elif given[0] not in known:
        raise BadConfig("architectures", f"the parts of {shown(given[0])} are not known here", accepted, example)
