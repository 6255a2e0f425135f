"""What is wrong with a config.json, in words for the person who pasted it."""


class BadConfig(ValueError):
    """A config that cannot be counted: which key, what is wrong, and what would be accepted, with an example where this key has its own."""

    def __init__(self, field: str, wrong: str, accepted: str, example: str = "") -> None:
        super().__init__(f"{field}: {wrong}. Accepted: {accepted}.")
        self.field = field
        self.wrong = wrong
        self.accepted = accepted
        self.example = example


def shown(value: object) -> str:
    """A value as an error may print it: short, on one line, without anything that cannot be printed."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else "a number of more than 30 digits"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return f"“{name_of(value)}”"
    return "an object" if isinstance(value, dict) else "a list" if isinstance(value, (list, tuple)) else "no JSON value"


def name_of(text: str, longest: int = 40) -> str:
    """A key or a word of the config, cut to a length and with a question mark for each character that cannot be printed."""
    cut = text if len(text) <= longest else text[:longest] + "…"
    return "".join(character if character.isprintable() else "?" for character in cut) or "an empty text"
