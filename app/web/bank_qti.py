"""A question bank as an IMS QTI 2.1 content package: one XML file for each item, a manifest, zipped."""

from collections.abc import Iterable
from io import BytesIO
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from app.web.bank_item import Answer, Item
from app.web.zipped import write_zip

QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
SCHEMA = "http://www.w3.org/2001/XMLSchema-instance"
WHERE = {QTI: "http://www.imsglobal.org/xsd/qti/qtiv2p1/imsqti_v2p1.xsd", PACKAGE: "http://www.imsglobal.org/xsd/imscp_v1p1.xsd"}


def qti_package(items: Iterable[Item]) -> bytes:
    """The package; the same items give the same bytes."""
    kept = list(items)
    files = {"imsmanifest.xml": manifest(kept), **{_file(item): qti_item(item) for item in kept}}
    packed = BytesIO()
    write_zip(packed, files.items())
    return packed.getvalue()


def qti_item(item: Item) -> bytes:
    """One assessment item: an answer within the tolerance, or the right option, scores 1; each known slip has feedback of its own."""
    root = _root(QTI, "assessmentItem", identifier=item.id, title=item.title, adaptive="false", timeDependent="false")
    kind = "identifier" if item.choice else "float"
    response = SubElement(root, "responseDeclaration", identifier="RESPONSE", cardinality="single", baseType=kind)
    number = item.answers.index(item.correct)
    SubElement(SubElement(response, "correctResponse"), "value").text = _name(number) if item.choice else item.correct.number
    score = SubElement(root, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
    SubElement(SubElement(score, "defaultValue"), "value").text = "0"
    SubElement(root, "outcomeDeclaration", identifier="FEEDBACK", cardinality="single", baseType="identifier")
    _body(root, item)
    _processing(root, item)
    for place, answer in enumerate(item.answers):
        told = SubElement(root, "modalFeedback", outcomeIdentifier="FEEDBACK", identifier=_name(place), showHide="show")
        SubElement(told, "p").text = f"{answer.words} {item.solution}" if answer.right else answer.words
    return _written(root)


def manifest(items: Iterable[Item]) -> bytes:
    """What is in the package."""
    root = _root(PACKAGE, "manifest", identifier="fsdp-walkthrough-practice")
    about = SubElement(root, "metadata")
    SubElement(about, "schema").text = "QTIv2.1 Package"
    SubElement(about, "schemaversion").text = "1.0.0"
    SubElement(root, "organizations")
    resources = SubElement(root, "resources")
    for item in items:
        each = SubElement(resources, "resource", identifier=f"R-{item.id}", type="imsqti_item_xmlv2p1", href=_file(item))
        SubElement(each, "file", href=_file(item))
    return _written(root)


def _body(root: Element, item: Item) -> None:
    body = SubElement(root, "itemBody")
    SubElement(body, "p").text = item.text
    if item.choice:
        choice = SubElement(body, "choiceInteraction", responseIdentifier="RESPONSE", shuffle="true", maxChoices="1")
        SubElement(choice, "prompt").text = item.ask
        for place, answer in enumerate(item.answers):
            SubElement(choice, "simpleChoice", identifier=_name(place)).text = answer.text
    else:
        line = SubElement(body, "p")
        line.text = f"{item.ask} "
        SubElement(line, "textEntryInteraction", responseIdentifier="RESPONSE", expectedLength="12")


def _processing(root: Element, item: Item) -> None:
    condition = SubElement(SubElement(root, "responseProcessing"), "responseCondition")
    for place, answer in enumerate(item.answers):
        case = SubElement(condition, "responseElseIf" if place else "responseIf")
        _matches(case, item, answer, place)
        if answer.right:
            _set(case, "SCORE", "float", "1")
        _set(case, "FEEDBACK", "identifier", _name(place))


def _matches(case: Element, item: Item, answer: Answer, place: int) -> None:
    if item.choice:
        test = SubElement(case, "match")
    else:
        test = SubElement(case, "equal", toleranceMode="absolute", tolerance=f"{answer.tolerance} {answer.tolerance}")
    SubElement(test, "variable", identifier="RESPONSE")
    kind = "identifier" if item.choice else "float"
    SubElement(test, "baseValue", baseType=kind).text = _name(place) if item.choice else answer.number


def _set(case: Element, outcome: str, kind: str, value: str) -> None:
    SubElement(SubElement(case, "setOutcomeValue", identifier=outcome), "baseValue", baseType=kind).text = value


def _root(namespace: str, name: str, **attributes: str) -> Element:
    where = {"xmlns": namespace, "xmlns:xsi": SCHEMA, "xsi:schemaLocation": f"{namespace} {WHERE[namespace]}"}
    return Element(name, {**where, **attributes})


def _written(root: Element) -> bytes:
    indent(root, " ")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + bytes(tostring(root, encoding="utf-8")) + b"\n"


def _name(place: int) -> str:
    return f"ANSWER-{place}"


def _file(item: Item) -> str:
    return f"items/{item.id}.xml"
