"""Question banks as Moodle XML, GIFT and QTI 2.1: complete, stable, and shaped as the formats ask.

The files of series 1, three problems of each kind, were read once by other people’s programs (November 2026): every item and the manifest
are valid against the published imsqti_v2p1.xsd and imscp_v1p1.xsd (with lxml), gift-pegjs 1.0.2 and pygiftparser 1.1 read all of the GIFT
file, moodle-xml-parser 0.3.1 every multiple choice question. CONTENT below is that schema’s content model, as far as our files use it.
"""

import io
import re
import zipfile
from xml.etree import ElementTree

import pytest

from app.steps.practice.catalog import bank, of_level
from app.web.bank_item import item, multiplier
from app.web.bank_qti import manifest, qti_item

ALL = "/practice/bank?level=0&series=s1&each=1"
QTI = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
PROBLEMS = bank(0, "s1", 1)
ITEMS = [item(made) for made in PROBLEMS]
# element: its attributes, and the order of its children as a pattern over their names
CONTENT = {
    "assessmentItem": (
        {"identifier", "title", "adaptive", "timeDependent"},
        "(responseDeclaration )+(outcomeDeclaration )+itemBody responseProcessing (modalFeedback )*",
    ),
    "responseDeclaration": ({"identifier", "cardinality", "baseType"}, "correctResponse "),
    "outcomeDeclaration": ({"identifier", "cardinality", "baseType"}, "(defaultValue )?"),
    "correctResponse": (set(), "value "),
    "defaultValue": (set(), "value "),
    "value": (set(), ""),
    "itemBody": (set(), "((p|choiceInteraction) )+"),
    "p": (set(), "(textEntryInteraction )?"),
    "textEntryInteraction": ({"responseIdentifier", "expectedLength"}, ""),
    "choiceInteraction": ({"responseIdentifier", "shuffle", "maxChoices"}, "prompt (simpleChoice )+"),
    "prompt": (set(), ""),
    "simpleChoice": ({"identifier"}, ""),
    "responseProcessing": (set(), "responseCondition "),
    "responseCondition": (set(), "responseIf (responseElseIf )*"),
    "responseIf": (set(), "(equal|match) (setOutcomeValue )+"),
    "responseElseIf": (set(), "(equal|match) (setOutcomeValue )+"),
    "equal": ({"toleranceMode", "tolerance"}, "variable baseValue "),
    "match": (set(), "variable baseValue "),
    "variable": ({"identifier"}, ""),
    "baseValue": ({"baseType"}, ""),
    "setOutcomeValue": ({"identifier"}, "baseValue "),
    "modalFeedback": ({"outcomeIdentifier", "identifier", "showHide"}, "p "),
}


def file(client, form, address=ALL):
    answer = client.get(f"{address}&format={form}")
    assert answer.status_code == 200
    return answer


@pytest.mark.parametrize("form", ["moodle", "gift", "qti"])
def test_a_file_is_the_same_each_time_and_named_for_its_address(client, form):
    answer = file(client, form, "/practice/bank?level=2&series=s7&each=2")
    assert answer.content == file(client, form, "/practice/bank?each=2&series=s7&level=2").content
    assert answer.headers["content-disposition"].startswith('attachment; filename="fsdp-practice-level2-s7.')
    assert answer.content != file(client, form, "/practice/bank?level=2&series=s8&each=2").content


@pytest.mark.parametrize("each", ITEMS, ids=lambda each: each.id)
def test_an_item_has_one_right_answer_that_no_slip_comes_near(each):
    assert [answer.right for answer in each.answers].count(True) == 1
    assert len(each.answers) >= 2
    assert all(answer.words for answer in each.answers)
    if each.choice:
        assert len({answer.text for answer in each.answers}) == len(each.answers)
    else:
        right = each.correct
        assert 1 <= float(right.number) < 1000 or not each.unit
        for answer in each.answers:
            if not answer.right:
                apart = abs(float(answer.number) - float(right.number))
                assert apart > float(answer.tolerance) + float(right.tolerance)


def test_an_item_agrees_with_the_page(client):
    for made, each in zip(PROBLEMS, ITEMS, strict=True):
        if each.unit:
            assert made.mark("GB", f"{each.correct.number} {each.unit}").right
        elif not each.choice and each.ask.startswith("Answer with the number"):
            assert made.mark("GB", each.correct.number).right


def test_units_are_multiplied_as_moodle_does():
    assert multiplier("GB", "GB") == 1
    assert multiplier("MB", "GB") == 1000  # an answer in MB is divided by it
    assert 26.0770 / multiplier("GiB", "GB") == pytest.approx(28, rel=1e-5)


def test_moodle_xml_has_what_its_importer_reads(client):
    quiz = ElementTree.fromstring(file(client, "moodle").content)
    questions = [each for each in quiz if each.get("type") != "category"]
    assert len(questions) == len(PROBLEMS)
    assert {each.get("type") for each in questions} == {"numerical", "multichoice"}
    assert len({each.findtext("idnumber") for each in questions}) == len(questions)
    for each in questions:
        assert each.findtext("name/text")
        assert each.findtext("questiontext/text").startswith("<p>")
        fractions = [float(answer.get("fraction")) for answer in each.findall("answer")]
        assert sorted(fractions)[-2:] == [0, 100]
        assert all(answer.findtext("feedback/text") for answer in each.findall("answer"))
        assert each.findall("hint/text")
        if each.get("type") == "numerical":
            for answer in each.findall("answer"):
                assert float(answer.findtext("tolerance")) == pytest.approx(0.02 * float(answer.findtext("text")), rel=1e-4)
            units = [(unit.findtext("unit_name"), float(unit.findtext("multiplier"))) for unit in each.findall("units/unit")]
            assert not units or units[0][1] == 1
        else:
            assert each.findtext("single") == "true"


def test_each_category_stands_once(client):
    quiz = ElementTree.fromstring(file(client, "moodle").content)
    names = [each.findtext("category/text") for each in quiz if each.get("type") == "category"]
    assert len(names) == len(set(names)) >= 15
    assert all(name.startswith("$course$/top/FSDP walkthrough/Level ") for name in names)


def test_gift_escapes_what_it_must_and_balances_its_braces(client):
    text = file(client, "gift").text
    blocks = [block for block in text.strip().split("\n\n") if not block.startswith("$CATEGORY")]
    assert len(blocks) == len(PROBLEMS)
    for block in blocks:
        name, title, *_ = block.split("\n")
        assert name.startswith("// ")
        assert re.match(r"::(?:[^:\\]|\\.)+::", title)
        bare = re.sub(r"\\.", "", block)
        assert (bare.count("{"), bare.count("}")) == (1, 1)
        answers = re.findall(r"^[=~].*$", bare, re.MULTILINE)
        numbers = [re.match(r"=(%0%)?[0-9.]+:[0-9.]+#[^=~]+$", answer) for answer in answers]
        options = [re.match(r"[=~][^=~#]+#[^=~#]+$", answer) for answer in answers]
        assert all(numbers) or all(options)
        right = [answer for answer in answers if answer.startswith("=") and not answer.startswith("=%0%")]
        assert len(right) == 1


def checked(element):
    """The element and all inside keep to CONTENT, and every identifier named is one that is declared."""
    name = element.tag.removeprefix(QTI)
    attributes, order = CONTENT[name]
    own = {each for each in element.keys() if not each.startswith("{")}  # noqa: SIM118 - an element is no dict
    assert own == attributes, name
    children = "".join(f"{child.tag.removeprefix(QTI)} " for child in element)
    assert re.fullmatch(order, children), f"{name}: {children}"
    for child in element:
        checked(child)


@pytest.mark.parametrize("each", ITEMS, ids=lambda each: each.id)
def test_a_qti_item_keeps_to_the_schema(each):
    root = ElementTree.fromstring(qti_item(each))
    checked(root)
    assert re.fullmatch(r"[A-Za-z_][\w.-]*", root.get("identifier"), re.ASCII)
    declared = {child.get("identifier") for child in root if child.tag.endswith("Declaration")}
    assert {element.get("identifier") for element in root.iter(f"{QTI}variable")} <= declared
    assert {element.get("identifier") for element in root.iter(f"{QTI}setOutcomeValue")} <= declared
    given = [
        element.findtext(f"{QTI}baseValue") for element in root.iter(f"{QTI}setOutcomeValue") if element.get("identifier") == "FEEDBACK"
    ]
    assert given == [element.get("identifier") for element in root.iter(f"{QTI}modalFeedback")]


@pytest.mark.parametrize("each", ITEMS, ids=lambda each: each.id)
def test_a_qti_item_scores_the_right_answer_and_no_slip(each):
    root = ElementTree.fromstring(qti_item(each))
    right = root.findtext(f"{QTI}responseDeclaration/{QTI}correctResponse/{QTI}value")
    scores = {}
    for place, answer in enumerate(each.answers):
        scores[answer.right] = scores.get(answer.right, 0) + scored(root, f"ANSWER-{place}" if each.choice else answer.number)
    assert scored(root, right) == 1
    assert scores == {True: 1, False: 0}


def scored(root, response):
    """The score of one response, by the item’s own rules, as a QTI engine works them out."""
    for case in root.find(f"{QTI}responseProcessing/{QTI}responseCondition"):
        test, value = case[0], case[0].findtext(f"{QTI}baseValue")
        if test.tag == f"{QTI}equal":
            hit = abs(float(response) - float(value)) <= float(test.get("tolerance").split()[0])
        else:
            hit = response == value
        if hit:
            scores = [one.findtext(f"{QTI}baseValue") for one in case.findall(f"{QTI}setOutcomeValue") if one.get("identifier") == "SCORE"]
            return float(scores[0]) if scores else 0
    return 0


def test_the_package_has_its_manifest_first_and_every_file_in_it(client):
    package = zipfile.ZipFile(io.BytesIO(file(client, "qti").content))
    names = package.namelist()
    assert names[0] == "imsmanifest.xml"
    root = ElementTree.fromstring(package.read("imsmanifest.xml"))
    resources = root.findall("{*}resources/{*}resource")
    assert [child.tag.split("}")[1] for child in root] == ["metadata", "organizations", "resources"]
    assert {each.get("type") for each in resources} == {"imsqti_item_xmlv2p1"}
    assert [each.get("href") for each in resources] == [each.find("{*}file").get("href") for each in resources] == names[1:]
    assert len(names) == len(PROBLEMS) + 1
    assert package.read("imsmanifest.xml") == manifest(ITEMS)


def test_every_template_of_a_level_is_in_its_bank(client):
    quiz = ElementTree.fromstring(file(client, "moodle", "/practice/bank?level=3&series=s1&each=2").content)
    assert len(quiz.findall("question/idnumber")) == 2 * len(of_level(3))


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("format=word", "format"), ("", "format"), ("format=gift&each=0", "each"), ("format=gift&each=11", "each"),
        ("format=gift&each=x", "each"),
        ("format=gift&series=a%20b", "series"), (f"format=gift&series={'a' * 31}", "series"), ("format=gift&level=4", "level"),
    ],
)  # fmt: skip
def test_what_cannot_be_made_is_refused_by_name(client, query, field):
    answer = client.get(f"/practice/bank?{query}")
    assert answer.status_code == 422
    assert [each["field"] for each in answer.json()["detail"]] == [field]
