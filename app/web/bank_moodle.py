"""A question bank as Moodle XML (docs.moodle.org, “Moodle XML format”)."""

from collections.abc import Iterable
from html import escape
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from app.web.bank_item import BYTE_UNITS, TOP, Answer, Item, by_folder, multiplier

ASIDE = {"defaultgrade": "1", "penalty": "0.3333333", "hidden": "0"}
UNITS_OPTIONAL = {"unitgradingtype": "0", "unitpenalty": "0.1", "showunits": "0", "unitsleft": "0"}  # typed after the number, or left out


def moodle_xml(items: Iterable[Item]) -> bytes:
    """The bank, a category for each level and step."""
    quiz = Element("quiz")
    for folder, group in by_folder(items):
        category = SubElement(SubElement(quiz, "question", type="category"), "category")
        _text(category, "/".join((TOP, *(part.replace("/", "//") for part in folder))))
        for each in group:
            _question(quiz, each)
    indent(quiz, " ")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + bytes(tostring(quiz, encoding="utf-8"))


def _question(quiz: Element, item: Item) -> None:
    made = SubElement(quiz, "question", type="multichoice" if item.choice else "numerical")
    _text(SubElement(made, "name"), item.title)
    _html(made, "questiontext", item.text, item.ask)
    _html(made, "generalfeedback", item.solution)
    for name, value in {**ASIDE, "idnumber": item.id}.items():
        SubElement(made, name).text = value
    if item.choice:
        for name, value in {"single": "true", "shuffleanswers": "true", "answernumbering": "abc"}.items():
            SubElement(made, name).text = value
    for answer in item.answers:
        _answer(made, item, answer)
    if item.unit:
        _units(made, item.unit)
    for hint in item.hints:
        _html(made, "hint", hint)


def _answer(question: Element, item: Item, answer: Answer) -> None:
    form = "html" if item.choice else "moodle_auto_format"
    made = SubElement(question, "answer", fraction="100" if answer.right else "0", format=form)
    _text(made, f"<p>{escape(answer.text)}</p>" if item.choice else answer.number)
    _html(made, "feedback", answer.words)
    if not item.choice:
        SubElement(made, "tolerance").text = answer.tolerance


def _units(question: Element, usual: str) -> None:
    made = SubElement(question, "units")
    for unit in (usual, *(other for other in BYTE_UNITS if other != usual)):
        each = SubElement(made, "unit")
        SubElement(each, "multiplier").text = f"{multiplier(unit, usual):.12g}"
        SubElement(each, "unit_name").text = unit
    for name, value in UNITS_OPTIONAL.items():
        SubElement(question, name).text = value


def _html(parent: Element, name: str, *paragraphs: str) -> None:
    _text(SubElement(parent, name, format="html"), "".join(f"<p>{escape(each)}</p>" for each in paragraphs))


def _text(parent: Element, text: str) -> None:
    SubElement(parent, "text").text = text
