"""What a rank stores of a single parameter that FSDP2 or FSDP1 cuts, padding included: the 'pad' cases of data/fsdp_runs.csv."""

from app.evidence.tables import Row
from app.memory.padding import tensor_shard, tensor_shard_real, tensors_shard
from app.memory.unit import Tensor

FP32 = 4


def tensor_of(row: Row) -> Tensor:
    """The parameter: 'one parameter (1000, 512)' or 'one parameter (768,)'."""
    sizes = [int(size) for size in row["model"].partition("(")[2].rstrip(")").split(",") if size.strip()]
    return Tensor(*sizes)


def rank_of(row: Row) -> int:
    """The rank that is measured: 'rank3 grad storage'."""
    return int(row["quantity"].split()[0].removeprefix("rank"))


def shard_bytes(row: Row) -> int:
    """Our bytes in fp32. FSDP2 pads parameter and gradient but not m and v; FSDP1's flat parameter pads all four alike."""
    tensor, gpus, rank = tensor_of(row), int(row["gpus"]), rank_of(row)
    what = row["quantity"].split()[1]
    if row["wrap"] == "fsdp1 flat":
        return FP32 * tensors_shard((tensor,), gpus, "flat") * (4 if "+" in what else 1)
    stored, real = FP32 * tensor_shard(tensor, gpus), FP32 * tensor_shard_real(tensor, gpus, rank)
    return {"param": stored, "grad": stored, "m": real, "v": real, "param+grad+m+v": 2 * stored + 2 * real}[what]
