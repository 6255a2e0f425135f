"""How a unit is cut into shards, padding included, for each of the three ways this project knows.

`rows`: FSDP2 cuts every parameter tensor by rows, ⌈d₀/N⌉ on each GPU. Parameters and gradients are padded on every rank, Adam's states
are not; rank 0 always holds the most. `flat`: FSDP1 lays a unit out in one row of numbers and pads at most N − 1 of them; the
alignment of single parameters (16 bytes with use_orig_params) is left out. `even`: the lesson cuts the whole model as one row.
"""

from typing import Literal

from app.memory.sharding import shard_parameters
from app.memory.unit import Tensor, Unit

Cut = Literal["rows", "flat", "even"]


def tensor_shard(tensor: Tensor, gpus: int) -> int:
    """Entries of a tensor that every rank stores when it is cut by rows, padding included: columns·⌈d₀/N⌉."""
    return tensor.columns * shard_parameters(tensor.rows, gpus)


def tensor_shard_real(tensor: Tensor, gpus: int, rank: int) -> int:
    """Entries of a tensor that really belong to `rank`, as Adam's states hold them; 0 where the rows have run out.

    Raises ValueError for a rank that does not exist.
    """
    if not 0 <= rank < gpus:
        raise ValueError(f"rank must lie within 0 to {gpus - 1}, not {rank}")
    rows = shard_parameters(tensor.rows, gpus)
    return tensor.columns * max(0, min(rows, tensor.rows - rank * rows))


def tensors_shard(tensors: tuple[Tensor, ...], gpus: int, cut: Cut) -> int:
    """Entries that rank 0 stores of tensors gathered together, padding included."""
    if cut == "rows":
        return sum(tensor_shard(tensor, gpus) for tensor in tensors)
    parameters = sum(tensor.parameters for tensor in tensors)
    return shard_parameters(parameters, gpus) if cut == "flat" else parameters // gpus


def tensors_whole(tensors: tuple[Tensor, ...], gpus: int, cut: Cut, fewest: int) -> int:
    """Entries of the gathered copy of these tensors: all shards, padding included; without padding where the cut is even.

    With `fewest` below `gpus` it is the least that any number from `fewest` to `gpus` can give, for N·⌈d/N⌉ ≥ max(d, fewest·⌈d/gpus⌉).
    """
    if cut == "rows":
        return sum(tensor.columns * max(tensor.rows, fewest * shard_parameters(tensor.rows, gpus)) for tensor in tensors)
    parameters = sum(tensor.parameters for tensor in tensors)
    return max(parameters, fewest * shard_parameters(parameters, gpus)) if cut == "flat" else parameters


def largest_tensor_shard(unit: Unit, gpus: int, cut: Cut) -> int:
    """The largest piece of a single parameter on rank 0, which a looping optimizer works on."""
    if cut == "rows":
        return max((tensor_shard(tensor, gpus) for tensor in unit.tensors), default=0)
    return max((shard_parameters(tensor.parameters, gpus) for tensor in unit.tensors), default=0)
