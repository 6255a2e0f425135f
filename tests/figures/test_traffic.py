"""Traffic of one step (arXiv:1910.02054, section 7): an all-reduce is two collectives, FSDP needs three, each P·(N − 1)/N."""

from app.figures.traffic import traffic
from app.memory.scenario import Scenario


def columns(scenario):
    """Elements of the collectives in each column, from the bottom up."""
    blocks = [
        (x, base, height)
        for trace in traffic(scenario).figure["data"]
        for x, base, height in zip(trace["x"], trace["base"], trace["y"], strict=True)
    ]
    return [[height for x, _, height in sorted(blocks) if x == column] for column in (0, 1)]


def test_two_collectives_against_three():
    # 7·10⁹ · 3/4 elements in each.
    assert columns(Scenario()) == [[5_250_000_000] * 2, [5_250_000_000] * 3]


def test_blocks_stand_on_each_other():
    for trace in traffic(Scenario()).figure["data"]:
        assert all(base % 5_250_000_000 == 0 for base in trace["base"])
    tops = {(x, base) for trace in traffic(Scenario()).figure["data"] for x, base in zip(trace["x"], trace["base"], strict=True)}
    assert len(tops) == 5


def test_parameters_travel_twice_and_gradients_once():
    drawn = {trace["name"]: trace for trace in traffic(Scenario()).figure["data"]}
    assert drawn["parameters"]["x"] == [1, 1]
    assert sorted(drawn["gradients"]["x"]) == [0, 0, 1]


def test_one_gpu_sends_nothing():
    alone = traffic(Scenario(gpus=1))
    assert columns(Scenario(gpus=1)) == [[], []]
    assert {row[1] for row in alone.table.rows} == {"0"}


def test_the_table_adds_up():
    rows = dict(traffic(Scenario()).table.rows)
    assert rows["Data parallelism, all-reduce in all"] == "10,500,000,000"
    assert rows["FSDP in all"] == "15,750,000,000"
    assert rows["FSDP: all-gather of parameters, forward"] == rows["data parallelism: reduce-scatter of gradients"] == "5,250,000,000"
