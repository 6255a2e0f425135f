"""Parts, keys and notes of what is projected: they cover the page, name each other, and need no script."""

import re
from pathlib import Path

import pytest
from markupsafe import Markup

from app.drawing.fitting import fitted
from app.steps.presentation import present
from app.steps.speaking import said
from app.web.assets import Assets, folder
from app.web.blocks import blocks
from app.web.sheets import Sheets, filled
from app.web.stage import WALK, parts_of
from app.web.stage_keys import KEYS
from app.web.templating import environment

ENV = environment(Assets())
PROJECTED = [step for step in WALK if step.figures]


def text(html):
    return " ".join(Markup(re.sub(r"<script.*?</script>", "", html, flags=re.S)).striptags().split())


@pytest.mark.parametrize("step", PROJECTED, ids=lambda step: step.slug)
def test_nothing_of_a_page_is_left_out_and_every_figure_has_its_number(client, step):
    shown = text(client.get(f"/embed/{step.slug}?view=projector").text)
    page = client.get(step.path).text
    prose = "".join(re.findall(r'<div class="prose">.*?\n  </div>\n  <div class="stage">', page, re.S))
    paragraphs = [text(each) for each in re.findall(r"<p>(.*?)</p>", prose, re.S)]
    missing = [each for each in paragraphs if each not in shown and "Begin with" not in each and not each.startswith(("Step ", "Steps "))]
    assert paragraphs
    assert missing == []
    assert {part.figure for part in parts_of(ENV, step.slug) if part.figure} == set(step.figures) == set(step.headlines)


def test_the_sweeps_of_all_sliders_of_a_page_are_kept(client):
    most = int(re.search(r"MOST = (\d+);", (folder("static") / "js/store.js").read_text())[1])
    assert 1 < max(client.get(f"/embed/{step.slug}?view=projector").text.count(" data-range") for step in WALK) <= most


def test_a_part_has_one_name_and_is_shown_alone(client):
    for step in WALK:
        names = [part.name for part in parts_of(ENV, step.slug)]
        assert len(names) == len(set(names))
    page = client.get("/embed/data-parallel?view=projector&part=picture-2").text
    seen = [names for names, hidden in re.findall(r'data-part="([^"]+)"( hidden)?', page) if not hidden]
    assert {"picture-2" in names.split() for names in seen} == {True}


def test_an_unknown_part_is_the_first_and_links_lead_from_page_to_page(client):
    page = client.get("/steps/parameter-bytes?view=projector&part=nothing&gpus=8").text
    assert re.search(r'<iframe src="/embed/parameter-bytes\?gpus=8&amp;view=projector&amp;part=question"', page)
    before = re.search(r'rel="prev"[^>]*href="([^"]+)"', page)[1].replace("&amp;", "&")
    assert before == f"/?gpus=8&view=projector&part={parts_of(ENV, 'start')[-1].name}"


def test_paragraphs_fill_sheets_in_their_order():
    assert filled([200, 200, 200], 400) == [2, 1]
    assert filled([500, 10], 400) == [1, 1]  # what is too long has a sheet of its own
    assert blocks("<p>a<br>b</p>\n<ul><li>c</li></ul> <p>d</p>") == ["<p>a<br>b</p>", "<ul><li>c</li></ul>", "<p>d</p>"]
    parts = Sheets({}).scene('<p>x</p><h2 class="part">Why</h2><p>y</p><h2 class="part">What</h2><p>z</p>', ["one"])
    assert [(part.name, part.content) for part in parts] == [
        ("words", "<p>x</p>"),
        ("what", "<p>z</p>"),
        ("picture", ""),
        ("why", "<p>y</p>"),
    ]


def test_a_question_begins_like_a_sentence_and_its_answer_follows_the_picture():
    asked = (
        '<details class="question"><summary><span>?</span> Before you look: how many?</summary><div class="answer"><p>x</p></div></details>'
    )
    parts = Sheets({}).scene(asked, ["one"])
    assert [(part.name, part.content) for part in parts] == [
        ("question", "<p>How many?</p>"), ("picture", ""), ("answer", "<p>How many?</p><p>x</p>"),
    ]  # fmt: skip


def test_lines_of_a_projected_figure_are_never_thin():
    for step in PROJECTED:
        for picture in present(step, step.kind()).pictures.values():
            figure = fitted(picture.figure, 838, 560, stage=23)
            lines = [trace.get("line", {}) for trace in figure["data"]] + [
                trace.get("marker", {}).get("line", {}) for trace in figure["data"]
            ]
            lines += [shape["line"] for shape in figure["layout"]["shapes"]]
            assert all(line.get("width", 3) >= 3 or not line["width"] for line in lines)
            assert figure["layout"]["font"]["size"] == 23


def test_there_is_something_to_say_at_every_part(client):
    desk = client.get("/presenter?page=sharding&part=why").text
    for step in WALK:
        for part in parts_of(ENV, step.slug):
            assert said(step.slug, part.kind)
            assert f'data-say="{step.slug} {part.kind}"' in desk


def test_the_table_of_keys_is_that_of_the_window():
    document = (Path(__file__).parent.parent.parent / "docs/teach.md").read_text()
    listed = re.findall(r"^\| (`.*`) \| (.*) \|$", document.split("## A room")[0], re.M)
    assert listed == [(", ".join(f"`{name}`" for name in key.names), key.words) for key in KEYS]


@pytest.mark.parametrize("path", ["/presenter", "/summary?view=projector", "/self-check?theme=dark&view=projector"])
def test_only_pages_with_frames_may_hold_some_and_nobody_frames_them(client, path):
    policy = client.get(path).headers["content-security-policy"]
    assert "frame-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "frame-src" not in client.get("/summary?view=projectors").headers["content-security-policy"]
