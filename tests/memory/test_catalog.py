"""Models and GPUs: sizes against closed forms worked out here, names, order and sources. Golden counts are in test_golden.py."""

import re

import pytest

from app.memory.catalog import GPUS, MODELS, Gpu, Model, gpu, gpus_with, model, model_of, models_like
from app.memory.scenario import Scenario
from tests.memory.tables import rows

# As the sources print them: "total capacity of … GiB" in out-of-memory messages, "total_memory=…MB" (which are MiB) in device properties.
PRINTED = {
    "t4-16gb": "14.75 GiB",
    "v100-16gb": "15.78 GiB",
    "a10g-24gb": "22587 MB",
    "rtx-3090-24gb": "23.7 GiB",
    "rtx-4090-24gb": "23.64 GiB",
    "titan-rtx-24gb": "23.65 GiB",
    "v100-32gb": "31.74 GiB",
    "a100-40gb": "39.39 GiB",
    "l40s-48gb": "44.42 GiB",
    "a6000-48gb": "48676 MB",
    "mi250x-64gb": "65520 MB",
    "a100-80gb": "79.15 GiB",
    "h100-80gb": "79.11 GiB",
    "h200-141gb": "139.8 GiB",
    "b200-180gb": "182642 MB",
    "mi300x-192gb": "196592 MB",
}


def test_there_are_models_and_gpus_enough_for_a_lecture() -> None:
    assert len(MODELS) >= 14
    assert len(GPUS) >= 14
    assert {"gpt2", "gpt3-175b", "llama-3.1-405b"} <= {entry.slug for entry in MODELS}
    assert {"t4-16gb", "a100-80gb", "b200-180gb", "mi300x-192gb"} <= {entry.slug for entry in GPUS}


@pytest.mark.parametrize("entries", [MODELS, GPUS], ids=["models", "gpus"])
def test_names_are_unique_short_and_fit_an_address(entries: tuple[Model | Gpu, ...]) -> None:
    slugs = [entry.slug for entry in entries]
    assert len(set(slugs)) == len({entry.title for entry in entries}) == len(slugs)
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9.\-]*", slug) for slug in slugs)


@pytest.mark.parametrize("entry", [*MODELS, *GPUS], ids=lambda entry: entry.slug)
def test_every_entry_says_where_it_comes_from_and_when_it_was_checked(entry: Model | Gpu) -> None:
    assert len(entry.source) > 20
    assert re.fullmatch(r"20\d\d-(0[1-9]|1[0-2])", entry.date)


def test_both_lists_are_in_order_of_size() -> None:
    assert [entry.params for entry in MODELS] == sorted(entry.params for entry in MODELS)
    assert [entry.memory for entry in GPUS] == sorted(entry.memory for entry in GPUS)


@pytest.mark.parametrize("entry", MODELS, ids=lambda entry: entry.slug)
def test_a_block_is_a_part_of_its_model(entry: Model) -> None:
    # Not all blocks of a mixture of experts are equal; of the others L blocks leave room for an embedding.
    assert entry.params // entry.layers // 2 < entry.layer < entry.params
    assert entry.hidden % entry.heads == 0


@pytest.mark.parametrize("slug", ["gpt2", "gpt2-xl", "gpt3-175b"])
def test_the_gpt_family_follows_its_closed_form(slug: str) -> None:
    # A block: 4h² + 4h attention, 8h² + 5h MLP, 2 · 2h in two norms. Beside the blocks: tied tokens, positions, the last norm.
    entry, context = model(slug), {"gpt3-175b": 2048}.get(slug, 1024)
    h = entry.hidden
    assert entry.layer == 12 * h**2 + 13 * h
    assert entry.params == entry.layers * entry.layer + 50_257 * h + context * h + 2 * h


@pytest.mark.parametrize("row", rows("model_shapes.csv"), ids=lambda row: row["model"])
def test_the_shape_is_that_of_the_published_config(row: dict[str, str]) -> None:
    entry = model(row["model"])
    assert (entry.hidden, entry.layers, entry.heads) == (int(row["hidden"]), int(row["layers"]), int(row["heads"]))


def test_gpt3_in_numbers() -> None:
    entry = model("gpt3-175b")
    assert (entry.hidden, entry.layers, entry.heads) == (12_288, 96, 96)  # arXiv:2005.14165, table 2.1
    assert entry.layer == 1_812_099_072
    assert entry.params == 173_961_510_912 + 617_558_016 + 25_165_824 + 24_576 == 174_604_259_328


def test_llama_2_7b_follows_its_closed_form() -> None:
    # 4h² attention, three matrices of 11,008 · h, two norms of h; embedding and head of 32,000 · h each, a last norm.
    entry, h = model("llama-2-7b"), 4096
    assert entry.layer == 4 * h**2 + 3 * 11_008 * h + 2 * h
    assert entry.params == 32 * entry.layer + 2 * 32_000 * h + h


@pytest.mark.parametrize("card", GPUS, ids=lambda card: card.slug)
def test_the_marketed_size_is_the_one_in_the_name(card: Gpu) -> None:
    assert card.slug.endswith(f"-{card.memory // 10**9}gb")
    assert card.title.endswith(f" {card.memory // 10**9} GB")
    assert card.memory % 10**9 == 0


@pytest.mark.parametrize("card", [card for card in GPUS if card.reported], ids=lambda card: card.slug)
def test_a_card_reports_a_little_less_than_its_name_read_as_gib(card: Gpu) -> None:
    # The chips of an "80 GB" card hold 80 GiB; the driver keeps some, error correction on GDDR cards a sixteenth more.
    assert card.reported is not None
    assert 0.9 <= card.reported / (card.memory / 10**9 * 2**30) < 1


@pytest.mark.parametrize("card", GPUS, ids=lambda card: card.slug)
def test_a_reported_size_is_the_figure_that_its_source_prints(card: Gpu) -> None:
    printed = PRINTED.get(card.slug)
    if printed is None:
        assert card.reported is None
    else:
        figure, unit = printed.split()
        assert card.reported == round(float(figure) * {"GiB": 1_073_741_824, "MB": 1_048_576}[unit])


def test_entries_are_found_by_name() -> None:
    assert model("bloom").title == "BLOOM 176B"
    assert gpu("h200-141gb").memory == 141_000_000_000


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match=r"model must be one of gpt2, .*deepseek-v3, not 'gpt5'"):
        model("gpt5")
    with pytest.raises(ValueError, match=r"gpu must be one of t4-16gb, .*mi300x-192gb, not 'A100'"):
        gpu("A100")


def test_gpus_of_one_size() -> None:
    assert [card.slug for card in gpus_with(80 * 10**9)] == ["a100-80gb", "h100-80gb"]
    assert gpus_with(80 * 10**9 + 1) == ()


@pytest.mark.parametrize("entry", MODELS, ids=lambda entry: entry.slug)
def test_a_model_is_recognised_by_its_sizes_and_only_by_all_of_them(entry: Model) -> None:
    sizes = (entry.params, entry.layer, entry.hidden, entry.layers)
    assert model_of(*sizes) == entry
    for index in range(4):
        assert model_of(*(size + (position == index) for position, size in enumerate(sizes))) is None


def test_models_like_the_run() -> None:
    entry = model("gpt3-175b")
    run = Scenario(params=entry.params, layer=entry.layer, hidden=entry.hidden, layers=entry.layers)
    assert models_like(run) == (entry,)
    assert models_like(run.but(layers=95)) == ()
    assert models_like(Scenario()) == ()
