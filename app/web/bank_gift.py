"""A question bank in Moodle’s GIFT format, a text that many course systems read. It knows neither units nor hints."""

import re
from collections.abc import Iterable

from app.web.bank_item import TOP, Answer, Item, by_folder

_SPECIAL = re.compile(r"([\\~=#{}:])")


def gift(items: Iterable[Item]) -> bytes:
    """The bank, a category for each level and step, an empty line between questions."""
    parts = []
    for folder, group in by_folder(items):
        parts.append(f"$CATEGORY: {'/'.join((TOP, *folder))}")
        parts += [_question(each) for each in group]
    return ("\n\n".join(parts) + "\n").encode()


def _question(item: Item) -> str:
    answers = "\n".join(_option(each) if item.choice else _number(each) for each in item.answers)
    begin = "{" if item.choice else "{#"
    return f"// {item.id}\n::{_plain(item.title)}::{_plain(f'{item.text} {item.ask}')}{begin}\n{answers}\n####{_plain(item.solution)}\n}}"


def _number(answer: Answer) -> str:
    return f"={'' if answer.right else '%0%'}{answer.number}:{answer.tolerance}#{_plain(answer.words)}"


def _option(answer: Answer) -> str:
    return f"{'=' if answer.right else '~'}{_plain(answer.text)}#{_plain(answer.words)}"


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
