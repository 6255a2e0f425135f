"""One forward and backward under PyTorch's FSDPMemTracker: fake tensors, and a process group that only pretends to have N ranks."""

import torch
import torch.distributed
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.distributed._tools.fsdp2_mem_tracker import FSDPMemTracker
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import MixedPrecisionPolicy, fully_shard
from torch.nn.functional import cross_entropy
from torch.testing._internal.distributed.fake_pg import FakeStore

from app.memory.plan import Plan
from app.validation.decoder import Decoder

TYPES = {2: torch.bfloat16, 4: torch.float32}


def peak_bytes(plan: Plan) -> int:
    """The most that rank 0 holds from the first forward to the end of backward, before Adam's states exist."""
    torch.distributed.init_process_group("fake", rank=0, world_size=plan.gpus, store=FakeStore())
    try:
        return _tracked(plan)
    finally:
        torch.distributed.destroy_process_group()


def _tracked(plan: Plan) -> int:
    mesh = init_device_mesh("cpu", (plan.gpus,))
    units = plan.units
    with FakeTensorMode():
        model = Decoder(units.hidden, units.heads, units.layers, units.vocabulary, plan.seq)
        options = {
            "mesh": mesh, "reshard_after_forward": None if plan.reshard == "default" else plan.reshard == "all",
            "mp_policy": MixedPrecisionPolicy(TYPES[plan.recipe.compute], TYPES[plan.recipe.reduce]),
        }  # fmt: skip
        for part in _wrapped(plan, model):
            fully_shard(part, **options)
        fully_shard(model, **options)
        optimizer = torch.optim.Adam(model.parameters())
        numbers = torch.randint(0, units.vocabulary, (plan.batch, plan.seq))
        tracker = FSDPMemTracker(model, optimizer)
        tracker.track_inputs((numbers,))
        with tracker:
            # without a name for the logits: a script that keeps them holds s·b·V elements more
            cross_entropy(model(numbers).view(-1, units.vocabulary).float(), numbers.view(-1)).backward()
            (snapshot,) = tracker.get_tracker_snapshot("peak").values()
    return int(snapshot["Total"])


def _wrapped(plan: Plan, model: Decoder) -> list[torch.nn.Module]:
    """What has a unit of its own besides the root."""
    return [] if plan.wrapping == "root" else list(model.blocks)
