"""The four-box column: four equal boxes of 4 bytes on one scale with the box they grow from."""

from app.figures.four_box_column import ALONE, TRAINED, four_box_column
from app.figures.style import STACKS
from app.memory.scenario import Scenario

STORY = four_box_column(Scenario())


def boxes(place):
    return [(trace["name"], base, height) for trace in STORY.figure["data"]
            for x, base, height in zip(trace["x"], trace["base"], trace["y"], strict=True) if x == place and height]  # fmt: skip


def test_one_box_grows_into_four_of_four_bytes_each():
    assert boxes(ALONE) == [("parameters", 0, 4)]
    assert [(base, height) for _, base, height in boxes(TRAINED)] == [(0, 4), (4, 4), (8, 4), (12, 4)]


def test_the_boxes_stand_in_the_fixed_order():
    assert [name for name, _, _ in boxes(TRAINED)] == [role.name for role in STACKS]


def test_every_box_is_named_beside_it_and_the_bracket_says_sixteen():
    words = {note["text"]: note["y"] for note in STORY.figure["layout"]["annotations"]}
    heights = [words[next(text for text in words if text.startswith(f"{symbol},"))] for symbol in ("θ", "∇L", "m", "v")]
    assert heights == [2, 6, 10, 14]
    assert words["16<br>bytes"] == 8


def test_four_bytes_stand_in_every_box():
    notes = [note for note in STORY.figure["layout"]["annotations"] if note["text"] == "4 bytes"]
    assert sorted((note["x"], note["y"]) for note in notes) == [(ALONE, 2), (TRAINED, 2), (TRAINED, 6), (TRAINED, 10), (TRAINED, 14)]


def test_the_table_gives_one_parameter_and_the_model():
    assert {row[1:] for row in STORY.table.rows[:4]} == {("4", "28,000,000,000")}
    assert STORY.table.rows[4] == ("Sum", "16", "112,000,000,000")
