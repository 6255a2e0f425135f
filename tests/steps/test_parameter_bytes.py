"""Step 1 against numbers worked by hand: 4 bytes for each of 7 billion parameters are 28 GB."""

from app.memory.scenario import Scenario
from app.steps.parameter_bytes import STEP, readouts, verdict


def plain(text):
    return text.replace("\u00a0", " ")


def test_the_substitution_of_the_story():
    assert plain(readouts(Scenario())["substitution"]) == "4 × 7B = 28 GB"
    assert plain(readouts(Scenario(units="GiB"))["substitution"]) == "4 × 7B = 28,000,000,000 bytes ≈ 26.1 GiB"


def test_theta_of_the_story_fills_35_percent_of_an_a100():
    assert plain(verdict(Scenario())) == "θ alone fills 35 % of one GPU: 28 GB of 80 GB."


def test_theta_of_gpt3_needs_nine():
    words = plain(verdict(Scenario(params=174_604_259_328, layer=1_812_099_072)))
    assert words.startswith("Even θ alone does not fit on one GPU: it takes 698 GB and the GPU has 80 GB.")
    assert words.endswith("needs at least 9.")


def test_theta_that_is_exactly_c_fits():
    assert verdict(Scenario(params=20 * 10**9)).startswith("θ alone fills 100")


def test_what_the_box_really_holds():
    assert readouts(Scenario(value=0.5))["stored"] == "The box holds your 0.5 exactly."
    assert readouts(Scenario(value=0.1))["stored"].endswith("the nearest number that has one: 0.100000001.")
    assert readouts(Scenario(value=1e-50))["stored"].endswith("the nearest number that has one: 0.")


def test_one_parameter_is_one():
    assert readouts(Scenario(params=1, layer=1))["params"] == "1 parameter"
    assert readouts(Scenario())["params"] == "7 billion parameters"


def test_the_prose_says_what_a_drawn_box_stands_for():
    assert "7 billion boxes are too many to draw: one drawn box stands for 500 million parameters" in readouts(Scenario())["strip"]
    assert readouts(Scenario(params=20, layer=1))["strip"].endswith("each box of it is one parameter.")


def test_only_what_matters_can_be_moved():
    assert STEP.controls == ("params", "gpu_memory", "value")
