"""Our number for each quantity that PyTorch's logs of whole runs give, by the name it has there."""

from collections.abc import Callable

from app.evidence.parts import borrowed_most, borrowed_parts, highest, root_part, tracker_parts
from app.memory.account import Account, account_of
from app.memory.padding import tensor_shard_real
from app.memory.wrapping import wrap

FP32 = 4


def logits(account: Account) -> int:
    """Bytes of logits in fp32, as the measured models hand them back."""
    return FP32 * account.plan.batch * account.plan.seq * account.plan.units.vocabulary


def activations(account: Account) -> int:
    """After forward, with those logits."""
    return highest(account, "loss").held.activations + logits(account)


def forward_peak(account: Account) -> int:
    """With the loss, but before its gradient: logits, their logarithmic softmax, and with 16-bit compute the head's own output."""
    loss, compute = highest(account, "loss"), account.plan.recipe.compute
    before = 2 * logits(account) + (logits(account) * compute // FP32 if compute < FP32 else 0)
    return max(highest(account, "forward").total, loss.total - loss.held.logits + before)


def inference(account: Account) -> int:
    """Borrowed in a forward pass for which no gradients stand."""
    return account_of(account.plan.but(accumulation="off")).temporary("forward")


def unpadded(account: Account, rank: int) -> int:
    """Bytes of parameters that really belong to a rank, without padding."""
    units, plan = account.plan.units, account.plan
    ends = (units.embedding, units.root_rest, *((units.head,) if units.head else ()))
    every = ((unit, unit.count) for unit in (*units.blocks, *ends))
    return sum(plan.recipe.parameter * count * sum(tensor_shard_real(t, plan.degree, rank) for t in unit.tensors) for unit, count in every)


def padding(account: Account) -> int:
    """Entries of FSDP1's flat parameters on all ranks that are padding."""
    return wrap(account.plan).shard * account.plan.degree - account.plan.units.total


def _end(account: Account, *components: str) -> int:
    return sum(getattr(account.phases[-1].held, name) for name in components)


Rule = Callable[[Account], int]

STORED: dict[str, Rule] = {
    "persistent.sharded_param": lambda a: _end(a, "parameters"),
    "persistent.sharded_grad": lambda a: _end(a, "gradients"),
    "persistent.opt_state": lambda a: _end(a, "means", "squares"),
    "persistent.opt_step": lambda a: _end(a, "counters"),
    "persistent.OptState": lambda a: _end(a, "means", "squares", "counters"),
    "persistent.total(param+grad+m+v)": lambda a: _end(a, "parameters", "gradients", "means", "squares"),
    "persistent.total after step": lambda a: a.persistent,
    "after DDP constructor": lambda a: account_of(a.plan.but(first_step=True)).phases[0].total,
    "after step (grads alive)": lambda a: a.persistent,
    "after zero_grad": lambda a: a.phases[0].total,
    "bucket bytes total": lambda a: _end(a, "gradients") if a.plan.bucket_view else _end(a, "buckets"),
    "flat_param_padding_all_ranks": padding,
}
ALSO = {  # other names of the same
    "persistent.Sharded Param": "persistent.sharded_param", "persistent.Parameter": "persistent.sharded_param",
    "persistent.param_storage": "persistent.sharded_param", "persistent.Sharded Grad": "persistent.sharded_grad",
    "persistent.Gradient": "persistent.sharded_grad", "persistent.grad_storage": "persistent.sharded_grad",
    "grad_storage": "persistent.sharded_grad", "persistent.m+v_storage": "persistent.opt_state",
    "persistent.adam_step_scalars": "persistent.opt_step", "persistent.Optstate": "persistent.OptState", "m+v+step": "persistent.OptState",
    "fwd.temp_peak(unsharded flat params+flat grads+rs)": "fwd.temp_peak",
    "bwd.temp_peak(unsharded flat params+flat grads+rs)": "bwd.temp_peak",
}  # fmt: skip
MOVING: dict[str, Rule] = {
    "fwd.temp_peak": lambda a: a.temporary("forward"),
    "bwd.temp_peak": lambda a: a.temporary("backward"),
    "fwd_nograd.temp_peak": inference,
    "end_fwd.activations": activations,
    "end_fwd.still_gathered_params": lambda a: highest(a, "loss").held.gathered,
    "step.optimizer_temp_peak": lambda a: highest(a, "optimizer step").held.optimizer,
    "fwd.total_peak": forward_peak,
    "bwd.total_peak": lambda a: highest(a, "loss", "backward").total,
    "total_peak": lambda a: a.peak.total,
}
STAGES = {"fwd": "forward", "bwd": "backward"}


def logged(account: Account, quantity: str, method: str) -> int:
    """Our bytes for one quantity of a run. Raises KeyError for a name that no rule reads."""
    name = ALSO.get(quantity, quantity)
    if name in ("persistent.param_unpadded", "persistent.m+v_unpadded"):
        return unpadded(account, int(method[-1])) * (2 if "m+v" in name else 1)
    if "FSDPMemTracker" in method and name == "fwd.total_peak":  # it takes the root's forward alone, without the loss
        return highest(account, "forward").total
    if rule := STORED.get(name) or MOVING.get(name):
        return rule(account)
    moment, _, part = name.split(".", 2)
    if name.split(".")[1] == "temp_peak":
        component, owner = part.split(".")
        phase = borrowed_most(account, STAGES[moment])
        ours = root_part(account, phase)[component]
        return ours if owner == "root" else borrowed_parts(phase.held)[component] - ours
    return _at_the_peak(account, moment)[part]


def _at_the_peak(account: Account, moment: str) -> dict[str, int]:
    """The tracker's categories where forward or backward holds most, and FSDP1's event log's three."""
    phase = highest(account, "forward") if moment == "fwd" else highest(account, "loss", "backward")
    parts, held = tracker_parts(account, phase), phase.held
    return parts | {
        "unsharded_param": held.gathered, "unsharded_grad": held.full_gradients,
        "bwd_temp": parts["Temp"] - held.full_gradients + parts["Unsharded Grad"] - (held.reduce_scatter - parts["Reduce Scatter"]),
    }  # fmt: skip
