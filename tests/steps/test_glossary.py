"""The glossary: every abbreviation and every word of the field that a page uses, each in one sentence."""

import re

import pytest

from app.steps.catalog import STEPS
from app.steps.glossary import IN_ORDER, TERMS, terms_in
from app.web.assets import folder

SPELLED = {form for term in TERMS for form in (term.name, *term.written)}
# Abbreviations that are no terms of the field: file formats, names of models, firms and courses’ standards, and units of other sizes.
OTHERS = {
    "GPT",
    "SVG",
    "PNG",
    "PDF",
    "QTI",
    "GIFT",
    "XML",
    "JSON",
    "HTML",
    "HDR",
    "NVIDIA",
    "MiB",
    "TiB",
    "TB",
    "MB",
    "LMS",
    "SCORM",
    "HTTP",
    "URL",
    "CSS",
}
WORDS = (
    "parameter", "gradient", "optimizer", "Adam", "activation", "activation checkpointing", "shard", "padding", "rank",
    "world size", "unit",
    "all-gather", "reduce-scatter", "all-reduce", "bubble", "micro-batch", "gradient accumulation", "mixed precision", "master copy",
    "hidden size", "token", "logits", "vocabulary", "embedding", "data parallelism", "tensor parallelism", "pipeline parallelism", "HSDP",
    "fused attention", "out of memory", "fp8", "loss scaling", "checkpoint", "recomputation", "hop", "1F1B", "sequence parallelism",
)  # fmt: skip


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_a_term_is_one_sentence(term):
    assert term.sentence[0].isupper() or not term.sentence[0].isalpha()
    assert term.sentence.endswith(".")
    assert not re.search(r"\. [A-Z]", term.sentence)
    assert 25 < len(term.sentence) < 160
    assert term.step in ("", *(step.slug for step in STEPS))


def test_no_term_and_no_spelling_stands_twice():
    assert len({term.slug for term in TERMS}) == len(TERMS)
    written = [form for term in TERMS for form in term.written]
    assert len(written) == len(set(written))
    assert [term.name.lower() for term in IN_ORDER] == sorted(term.name.lower() for term in TERMS)


@pytest.mark.parametrize("word", WORDS)
def test_the_words_of_the_lesson_are_there(word):
    assert word in SPELLED


def words_of(path):
    """The words of a template that a reader sees, without markup, code and sources."""
    text = re.sub(r"\{% block sources %\}.*?\{% endblock %\}|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", " ", path.read_text(), flags=re.DOTALL)
    return re.sub(r"<(code|pre)\b.*?</\1>|<[^>]*>", " ", text, flags=re.DOTALL)


@pytest.mark.parametrize("path", sorted(folder("templates").rglob("*.html")), ids=lambda path: path.stem)
def test_every_abbreviation_on_a_page_is_explained(path):
    used = set(re.findall(r"\b(?=[A-Za-z0-9]*[A-Z][A-Za-z0-9]*[A-Z])[A-Z][A-Za-z0-9]+\b", words_of(path)))
    assert {word.removesuffix("s") for word in used} - {each.removesuffix("s") for each in SPELLED} - OTHERS == set()


def test_terms_are_found_as_whole_words():
    found = {
        term.name
        for term in terms_in("Sharded optimizer states, an all-gather and nodes; unsharded is another word, and so is all-gathering.")
    }
    assert found == {"shard", "optimizer", "optimizer state", "all-gather", "node"}
    assert {term.name for term in terms_in("Gradients of a Sequence")} == {"gradient", "sequence"}
