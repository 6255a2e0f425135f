"""What the planner says: the verdict, what to change first, and what had to be taken for granted."""

import pytest

from app.memory.run import Run
from app.steps.plan import PAGE
from app.steps.plan_words import assumed, model_words, readouts, smallest_words, verdict
from app.steps.presentation import present
from tests.runs import LARGEST, LLAMA, PASTED, RUN_EDGES, USUAL


def test_a_run_that_fits_says_how_much_is_left() -> None:
    spare = LLAMA.gpu_memory - LLAMA.account.peak.total
    assert spare > 0
    assert verdict(LLAMA).startswith("It fits: at its fullest, one GPU holds 29.2\u00a0GB and has 80\u00a0GB, 50.8\u00a0GB to spare.")
    assert f"The largest batch that fits on 8 GPUs is {LLAMA.most_sequences}." in verdict(LLAMA)


def test_a_run_that_does_not_fit_says_what_would() -> None:
    words = verdict(USUAL)
    assert words.startswith("It does not fit: at its fullest, one GPU would hold 98.6\u00a0GB, 18.6\u00a0GB more than its 80\u00a0GB.")
    assert "The smallest N that fits is 36." in words
    assert "checkpoint every block" in words


def test_what_is_advised_first_does_what_it_says() -> None:
    change = next(change for change in USUAL.possible_changes if change.fits)
    assert change.title in verdict(USUAL)
    assert USUAL.account.peak.total - change.saves <= USUAL.gpu_memory


def test_where_no_number_of_gpus_is_enough_it_says_what_does_not_shrink() -> None:
    run = Run(model="llama-3.1-405b", gpus=16_384)
    assert run.smallest is None
    assert "do not shrink" in smallest_words(run)


def test_where_padding_makes_it_grow_that_is_the_reason_and_fewer_gpus_the_first_change() -> None:
    """Mixtral’s 8 experts are gathered as 1,024 on 1,024 GPUs."""
    run = Run(model="mixtral-8x7b", gpus=1024, recipe="fsdp2", batch=1, seq=512, checkpointing="full")
    assert smallest_words(run) == (
        "No number of GPUs up to 65,536 brings it under 80\u00a0GB: the least is 115\u00a0GB, on 14 GPUs. "
        "Beyond that it rises, for what does not divide by N is padded, most of all tensors of few rows, such as stacked experts."
    )
    roomy = run.but(gpu_memory=141 * 10**9)
    assert "Change first: use only 14 GPUs: 1.42\u00a0TB less, and then it fits." in verdict(roomy)
    assert [readouts(roomy)[f"change-{place}"].split(":")[0] for place in (1, 2)] == [
        "use only 14 GPUs",
        "shard within groups of 8 GPUs, HSDP",
    ]
    assert "with too many, padding makes it too large again" in smallest_words(roomy)


def test_where_padding_is_too_little_to_matter_the_end_of_the_axis_is_told() -> None:
    run = Run(model="llama-3.1-405b", recipe="fsdp2", library="fsdp1", batch=1, seq=1, checkpointing="full")
    over = run.but(gpu_memory=run.floor).over_gpus
    assert (over.padded, over.rises, over.least) == (False, False, 65_536)
    assert over.smallest is None
    assert "even on 65,536 GPUs it would hold" in smallest_words(run.but(gpu_memory=run.floor))


def test_the_numbers_end_where_the_controls_end() -> None:
    assert "Every batch up to 4,096 fits on 8 GPUs." in verdict(LLAMA.but(model="gpt2", seq=1))


def test_the_largest_part_is_called_the_same_as_in_the_figure() -> None:
    for run in (USUAL, LLAMA, LARGEST):
        shown = present(PAGE, run)
        assert f"The largest part of it is {shown.readouts['largest']}." in shown.pictures["phases"].sentence


def test_a_byte_less_does_not_fit() -> None:
    just = LLAMA.but(gpu_memory=LLAMA.account.peak.total)
    assert "not a byte to spare" in verdict(just)
    assert verdict(just.but(gpu_memory=just.gpu_memory - 1)).startswith("It does not fit")


def test_what_is_taken_for_granted_is_said() -> None:
    assert "an embedding and a head" in assumed(USUAL)
    assert "head_dim is absent: 128" in assumed(LLAMA)
    assert "router adjusts" in assumed(Run(model="deepseek-v3"))
    assert "attention_bias" not in assumed(PASTED)


def test_the_model_is_said_in_its_numbers() -> None:
    assert model_words(LARGEST).startswith("405,853,388,800 parameters: 126 blocks of up to 3,187,703,808, 4,202,708,992 outside them")
    assert "tied" in model_words(Run(model="gpt2"))


@pytest.mark.parametrize("run", RUN_EDGES)
def test_every_run_can_be_told(run: Run) -> None:
    shown = present(PAGE, run)
    assert shown.sentence == shown.readouts["verdict"]
    assert all(isinstance(text, str) for text in shown.readouts.values())
    assert set(shown.readouts) == set(readouts(USUAL))
    assert set(shown.as_json()["controls"]) == set(PAGE.controls)
