"""What a rank really stores: single parameters cut by FSDP2 and FSDP1 (data/padding.csv), and models on real processes."""

from collections.abc import Iterator

from app.evidence.comparison import Comparison
from app.evidence.tables import rows
from app.evidence.temporaries import measured
from app.memory.padding import tensor_shard, tensor_shard_real, tensors_shard
from app.memory.unit import Tensor

FP32 = 4


def padding() -> Iterator[Comparison]:
    """Bytes of one parameter and of one of Adam’s states on a rank, in fp32, and FSDP1’s flat shard."""
    for row in rows("padding"):
        tensor, gpus, rank = Tensor(int(row["rows"]), int(row["columns"])), int(row["gpus"]), int(row["rank"])
        case = f"a parameter of {tensor.rows:,} × {tensor.columns:,} on rank {rank} of {gpus}"
        stored, real = FP32 * tensor_shard(tensor, gpus), FP32 * tensor_shard_real(tensor, gpus, rank)
        yield Comparison(case, "parameter, padded", stored, int(row["parameter"]), "PyTorch 2.13.0 FSDP2 on CPU, real tensors")
        yield Comparison(case, "Adam’s m, not padded", real, int(row["mean"]), "PyTorch 2.13.0 FSDP2 on CPU, real tensors")
        if row["flat"]:
            flat = FP32 * tensors_shard((tensor,), gpus, "flat")
            yield Comparison(case, "FSDP1’s flat shard", flat, int(row["flat"]), "PyTorch 2.13.0 FSDP1 on CPU, real tensors")


def processes() -> Iterator[Comparison]:
    """Parameters, gradients, m and v on ranks of two and four real processes."""
    for row in rows("fsdp_persistent"):
        if row["method"].startswith("real gloo"):
            stored = measured({**row, "reshard": ""}).phases[-1].held
            case = f"{row['model']}, N = {row['gpus']}, {row['dtype']}, {row['wrap']}, {row['case']}"
            yield Comparison(case, "θ, ∇L, m and v", stored.states - stored.counters, int(row["bytes"]), f"PyTorch 2.13.0, {row['method']}")
