"""The note on collectives: data is conserved hop by hop, all end with what the definition says, the cost is its closed formula."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.figures.notes.ring_boxes import ring_boxes
from app.memory.notes.collective_cost import even_gpus, latency_seconds, seconds, sent_bytes, wire_seconds
from app.memory.notes.collectives import (
    ALL_GATHER,
    ALL_REDUCE,
    BROADCAST,
    MOST_DRAWN,
    OPERATIONS,
    REDUCE_SCATTER,
    CollectiveRun,
    after,
    hops,
    number,
    reducing,
    transfers,
)
from app.memory.traffic import collective_elements, data_parallel_elements

rings = st.integers(2, 12)
operations = st.sampled_from(OPERATIONS)
runs = st.builds(
    CollectiveRun, params=st.just(10**12), layer=st.integers(1, 10**12), gpus=st.integers(1, 65_536), operation=operations,
    bandwidth=st.integers(1, 100_000), latency=st.integers(1, 10_000),
)  # fmt: skip


@given(rings)
def test_everyone_ends_with_what_the_collective_promises(ring):
    """As MPI defines them: own pieces to all, sums in shares, sums to all, the root's data to all."""
    sums = [sum(number(rank, piece) for rank in range(ring)) for piece in range(ring)]
    end = {operation: values(after(operation, ring, hops(operation, ring))) for operation in OPERATIONS}
    assert end[ALL_GATHER] == [[number(piece, piece) for piece in range(ring)]] * ring
    assert end[REDUCE_SCATTER] == [[sums[piece] if piece == rank else None for piece in range(ring)] for rank in range(ring)]
    assert end[ALL_REDUCE] == [sums] * ring
    assert end[BROADCAST] == [[number(0, piece) for piece in range(ring)]] * ring


@given(operations, rings, st.data())
def test_what_arrives_is_what_was_sent_and_what_was_there(operation, ring, data):
    hop = data.draw(st.integers(1, hops(operation, ring)))
    before, now = after(operation, ring, hop - 1), after(operation, ring, hop)
    sent = transfers(operation, ring, hop, before)
    assert sent
    assert len({each.source for each in sent}) == len(sent) == len({each.target for each in sent})
    touched = {(each.source, each.piece) for each in sent} | {(each.target, each.piece) for each in sent}
    assert all(now[rank][piece] == before[rank][piece] for rank in range(ring) for piece in range(ring) if (rank, piece) not in touched)
    for each in sent:
        assert each.target == (each.source + 1) % ring
        assert before[each.source][each.piece] == each.cell
        own = before[each.target][each.piece]
        added = own.value if own and reducing(operation, ring, hop) else 0
        assert now[each.target][each.piece].value == each.cell.value + added


@given(rings, st.data())
def test_while_sums_are_built_no_addend_is_lost_or_counted_twice(ring, data):
    hop = data.draw(st.integers(0, ring - 1))
    for piece in range(ring):
        cells = [row[piece] for row in after(REDUCE_SCATTER, ring, hop) if row[piece]]
        assert sum(cell.value for cell in cells) == sum(number(rank, piece) for rank in range(ring))
        assert sorted(rank for cell in cells for rank in cell.of) == list(range(ring))


@given(rings)
def test_an_all_reduce_is_a_reduce_scatter_and_an_all_gather(ring):
    assert after(ALL_REDUCE, ring, ring - 1) == after(REDUCE_SCATTER, ring, ring - 1)
    assert hops(ALL_REDUCE, ring) == hops(REDUCE_SCATTER, ring) + hops(ALL_GATHER, ring)


@given(operations, rings)
def test_the_busiest_gpu_sends_as_many_pieces_as_are_counted(operation, ring):
    """The steps of the ring against the bytes of the cost: pieces of one parameter."""
    counts = [0] * ring
    for hop in range(1, hops(operation, ring) + 1):
        for each in transfers(operation, ring, hop, after(operation, ring, hop - 1)):
            counts[each.source] += 1
    assert 4 * max(counts) == sent_bytes(CollectiveRun(operation=operation, layer=ring, gpus=ring))


@given(st.integers(1, 10**12), st.integers(1, 65_536))
def test_bytes_are_those_of_the_lesson(size, gpus):
    """The same (N − 1)·⌈P/N⌉ elements as in step 7, four bytes each."""
    run = CollectiveRun(params=size, layer=size, gpus=gpus)
    assert sent_bytes(run.but(operation=ALL_GATHER)) == 4 * collective_elements(run) == sent_bytes(run.but(operation=REDUCE_SCATTER))
    assert sent_bytes(run) == 4 * data_parallel_elements(run)


def test_the_story_by_hand():
    """6 hops of 10 µs, and of 202 MB at 25 GB a second: 8.08 ms each."""
    run = CollectiveRun()
    assert latency_seconds(run) == Fraction(60, 10**6)
    assert wire_seconds(run) == 6 * Fraction(808, 100_000)
    assert sent_bytes(run) == 6 * 202_000_000


@given(runs, st.integers(1, 10**7))
def test_the_time_is_the_closed_formula(run, piece):
    """(N − 1)·(α + 4ℓ/(N·B)), once or twice."""
    run = run.but(layer=run.gpus * piece)
    once = (run.gpus - 1) * (Fraction(run.latency, 10**6) + Fraction(32 * run.layer, run.gpus * run.bandwidth * 10**9))
    assert seconds(run) == once * (2 if run.operation in (ALL_REDUCE, BROADCAST) else 1)


@given(runs)
def test_from_the_number_told_on_hops_cost_at_least_as_much(run):
    """A padded piece is at most one parameter longer than 4ℓ/N."""
    enough = even_gpus(run)
    if 1 < enough <= 65_536:
        many = run.but(gpus=enough)
        padding = hops(run.operation, enough) * Fraction(32, run.bandwidth * 10**9)
        assert latency_seconds(many) >= wire_seconds(many) - padding
        assert latency_seconds(run.but(gpus=enough - 1)) <= wire_seconds(run.but(gpus=enough - 1))


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("ring", [2, MOST_DRAWN])
def test_the_boxes_show_the_numbers_that_are_there(operation, ring):
    for hop in range(hops(operation, ring) + 1):
        picture = ring_boxes(CollectiveRun(operation=operation, ring=ring, hop=hop))
        there = [str(cell.value) for row in after(operation, ring, hop) for cell in row if cell]
        drawn = [note["text"] for note in picture.figure["layout"]["annotations"] if note["text"].isdecimal()]
        assert sorted(drawn) == sorted(there)
        assert sum(len(trace["x"]) for trace in picture.figure["data"]) == len(there)


def values(buffers):
    return [[cell.value if cell else None for cell in row] for row in buffers]
