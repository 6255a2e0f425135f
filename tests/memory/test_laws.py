"""Laws that hold for every run: P from 1 to 10^15, N from 1 to 65,536, ℓ up to P."""

from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from app.memory import activations
from app.memory.gathering import fully_sharded, smallest_gpus, smallest_gpus_for_bytes
from app.memory.scenario import FIELDS, Scenario
from app.memory.sharding import padding_parameters, shard, shard_parameters
from app.memory.states import data_parallel, persistent
from app.memory.timeline import drawn_units, peak, timeline, unit_count, unit_parameters
from app.memory.traffic import data_parallel_elements, fully_sharded_elements

MOST_PARAMETERS, MOST_GPUS = 10**15, 65_536


def spread(high: int) -> st.SearchStrategy[int]:
    """Whole numbers from 1 to high, small and large ones alike."""
    return st.one_of(st.integers(1, min(high, 100)), st.integers(1, high), st.builds(lambda power: min(high, 2**power), st.integers(0, 49)))


params_ = spread(MOST_PARAMETERS)
gpus_ = spread(MOST_GPUS)


@st.composite
def runs(draw: st.DrawFn) -> Scenario:
    """Any run whose layer is no larger than its model."""
    params = draw(params_)
    field = FIELDS["gpu_memory"]
    return Scenario(
        params=params,
        gpus=draw(gpus_),
        layer=draw(spread(params)),
        gpu_memory=draw(st.integers(int(field.low), int(field.high))),
        batch=draw(st.integers(1, 4096)),
        seq=draw(st.integers(1, 1_048_576)),
        hidden=draw(st.integers(1, 131_072)),
        layers=draw(st.integers(1, 1024)),
        checkpointing=draw(st.sampled_from(["off", "on"])),
    )


@given(params_, gpus_, st.data())
@example(10**15, 65_536, None)
@example(1, 65_536, None)
@example(65_537, 65_536, None)
def test_the_pieces_lie_end_to_end_and_cover_the_whole(params: int, gpus: int, data: st.DataObject | None) -> None:
    first, last = shard(params, gpus, 0), shard(params, gpus, gpus - 1)
    assert (first.start, last.start + last.real) == (0, params)
    if gpus > 1:
        rank = data.draw(st.integers(0, gpus - 2)) if data else gpus - 2
        piece, following = shard(params, gpus, rank), shard(params, gpus, rank + 1)
        assert piece.start + piece.real == following.start
        assert piece.real >= following.real
        assert piece.real + piece.padding == following.real + following.padding


@given(params_, st.integers(1, 300))
def test_the_shards_of_all_gpus_sum_to_the_whole(params: int, gpus: int) -> None:
    pieces = [shard(params, gpus, rank) for rank in range(gpus)]
    assert sum(piece.real for piece in pieces) == params
    assert sum(piece.padding for piece in pieces) == padding_parameters(params, gpus)
    assert all(min(piece.real, piece.padding) >= 0 and piece.real + piece.padding == shard_parameters(params, gpus) for piece in pieces)


@given(params_, gpus_)
def test_padding_is_less_than_one_entry_a_gpu(params: int, gpus: int) -> None:
    assert 0 <= padding_parameters(params, gpus) < gpus
    assert padding_parameters(params, gpus) == -params % gpus


@given(runs())
def test_the_cluster_holds_the_whole_and_its_padding(run: Scenario) -> None:
    whole = data_parallel(run).total
    assert run.gpus * persistent(run).total == whole + 16 * padding_parameters(run.params, run.gpus)


@given(runs())
def test_one_gpu_is_no_sharding(run: Scenario) -> None:
    alone = run.but(gpus=1)
    assert persistent(alone) == data_parallel(alone)
    assert persistent(alone).total == 16 * run.params
    assert fully_sharded(alone).total == 16 * run.params + 4 * run.layer


@given(runs(), gpus_)
def test_more_gpus_never_need_more(run: Scenario, other: int) -> None:
    few, many = sorted((run.gpus, other))
    assert fully_sharded(run.but(gpus=many)).total <= fully_sharded(run.but(gpus=few)).total


@given(runs(), gpus_)
def test_sharding_never_beats_a_perfect_cut(run: Scenario, other: int) -> None:
    each = persistent(run.but(gpus=other)).total
    assert Fraction(16 * run.params, other) <= each < Fraction(16 * run.params, other) + 16


@given(runs(), gpus_)
def test_the_bubble_the_activations_and_data_parallelism_do_not_depend_on_n(run: Scenario, other: int) -> None:
    changed = run.but(gpus=other)
    assert fully_sharded(run).gathered == fully_sharded(changed).gathered
    assert data_parallel(run) == data_parallel(changed)
    for kept in (activations.rule_of_thumb, activations.kept, activations.with_plain_attention):
        assert kept(run) == kept(changed)


@given(runs())
def test_larger_models_and_layers_never_need_less(run: Scenario) -> None:
    if run.params < MOST_PARAMETERS:
        larger = run.but(params=run.params + 1)
        assert data_parallel(larger).total == data_parallel(run).total + 16
        assert fully_sharded(larger).total in (fully_sharded(run).total, fully_sharded(run).total + 16)
    if run.layer < run.params:
        assert fully_sharded(run.but(layer=run.layer + 1)).total == fully_sharded(run).total + 4


@given(runs())
@example(Scenario(params=10**15, layer=1, gpu_memory=10**9))
@example(Scenario(params=10**9, layer=249_999_996, gpu_memory=10**9))
@example(Scenario(params=10**9, layer=249_999_997, gpu_memory=10**9))
def test_the_smallest_number_of_gpus_fits_and_one_less_does_not(run: Scenario) -> None:
    def fits(gpus: int) -> bool:
        each = -(-run.params // gpus)  # entries
        return 16 * each + 4 * run.layer <= run.gpu_memory

    smallest = smallest_gpus(run)
    if smallest is None:
        assert not fits(run.params)  # one entry of each stack on a GPU is the least there is
    else:
        assert fits(smallest)
        assert smallest == 1 or not fits(smallest - 1)
        if smallest <= MOST_GPUS:
            assert fully_sharded(run.but(gpus=smallest)).total <= run.gpu_memory


@given(runs())
def test_nothing_fits_where_the_bubble_alone_fills_the_gpu(run: Scenario) -> None:
    if 4 * run.layer >= run.gpu_memory:
        assert smallest_gpus(run) is None


@given(st.integers(1, 10**17), st.integers(1, 10**13))
def test_gpus_that_some_bytes_fill_hold_them_and_one_less_would_not(total: int, capacity: int) -> None:
    count = smallest_gpus_for_bytes(total, capacity)
    assert (count - 1) * capacity < total <= count * capacity


@given(runs())
def test_the_units_of_a_step_add_up_to_the_model(run: Scenario) -> None:
    count = unit_count(run)
    sizes = [unit_parameters(run, unit) for unit in {1, count}]
    assert all(1 <= size <= run.layer for size in sizes)
    assert (count - 1) * run.layer + unit_parameters(run, count) == run.params
    if count <= 300:
        assert sum(unit_parameters(run, unit) for unit in range(1, count + 1)) == run.params


@given(runs())
def test_what_is_gathered_in_a_step_is_given_back(run: Scenario) -> None:
    moments = timeline(run)
    floor = persistent(run)
    assert [moment.index for moment in moments] == list(range(len(moments)))
    assert {moment.memory.states for moment in moments} == {floor.total}
    gathers = [moment for moment in moments if moment.action == "gather"]
    assert [moment.unit for moment in gathers if moment.phase == "forward"] == list(drawn_units(run))
    assert [moment.unit for moment in gathers if moment.phase == "backward"] == list(reversed(drawn_units(run)))
    for moment in moments:
        assert moment.memory.gathered == (4 * unit_parameters(run, moment.unit) if moment.action == "gather" else 0)
        if moment.action == "gather":
            following = moments[moment.index + 1]
            assert (following.action, following.unit, following.memory) == ("discard", moment.unit, floor)


@given(runs())
def test_the_peak_of_a_step_is_the_total_of_the_formula(run: Scenario) -> None:
    assert peak(run).memory == fully_sharded(run)


@given(runs())
def test_fsdp_moves_half_as_much_again_and_every_piece_n_minus_one_times(run: Scenario) -> None:
    assert 2 * fully_sharded_elements(run) == 3 * data_parallel_elements(run)
    assert data_parallel_elements(run) == 2 * (run.gpus - 1) * shard_parameters(run.params, run.gpus)


@given(runs())
def test_checkpointing_keeps_at_least_one_tensor_a_layer_and_never_more_than_all(run: Scenario) -> None:
    assert activations.rule_of_thumb(run) <= activations.with_checkpointing(run) <= activations.without_checkpointing(run)
    assert activations.without_checkpointing(run) <= activations.with_plain_attention(run)


@given(runs(), st.sampled_from(["batch", "layers"]))
def test_activations_are_proportional_to_batch_and_layers(run: Scenario, name: str) -> None:
    one = run.but(**{name: 1})
    for kept in (activations.rule_of_thumb, activations.without_checkpointing, activations.with_plain_attention):
        assert kept(run) == getattr(run, name) * kept(one)
