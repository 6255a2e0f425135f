"""The names that PyTorch's logs have for what they measured, in plain words."""

PARTS = {
    "unsharded_param": "whole parameters", "ag_out": "all-gather outputs", "unsharded_grad": "whole gradients",
    "rs_in": "reduce-scatter inputs", "bwd_temp": "what backward makes for a moment", "Sharded Param": "sharded parameters",
    "Sharded Grad": "sharded gradients", "OptState": "optimizer states", "Unsharded Param": "whole parameters",
    "All Gather": "all-gather outputs", "Unsharded Grad": "whole gradients", "Reduce Scatter": "reduce-scatter inputs",
    "Activation": "activations", "Temp": "temporaries",
}  # fmt: skip
NAMES = {
    "persistent.sharded_param": "parameters", "persistent.sharded_grad": "gradients", "persistent.opt_state": "m and v",
    "persistent.opt_step": "Adam’s step counters", "persistent.total(param+grad+m+v)": "θ, ∇L, m and v after a step",
    "persistent.total after step": "all that stays after a step", "persistent.Sharded Param": "parameters",
    "persistent.Sharded Grad": "gradients", "persistent.OptState": "m, v and step counters", "persistent.Parameter": "parameters",
    "persistent.Gradient": "gradients", "persistent.Optstate": "m, v and step counters", "persistent.param_storage": "parameters",
    "persistent.grad_storage": "gradients", "persistent.m+v_storage": "m and v", "persistent.adam_step_scalars": "Adam’s step counters",
    "persistent.param_unpadded": "parameters without padding", "persistent.m+v_unpadded": "m and v without padding",
    "grad_storage": "gradients", "m+v+step": "m, v and step counters", "bucket bytes total": "DDP’s buckets",
    "after DDP constructor": "before the first step", "after step (grads alive)": "after a step", "after zero_grad": "after zero_grad",
    "fwd.temp_peak": "borrowed in forward", "bwd.temp_peak": "borrowed in training",
    "fwd_nograd.temp_peak": "borrowed in forward without gradients", "end_fwd.activations": "activations after forward",
    "end_fwd.still_gathered_params": "still gathered after forward", "step.optimizer_temp_peak": "the optimizer’s temporaries",
    "fwd.total_peak": "peak of forward", "bwd.total_peak": "peak", "total_peak": "peak",
    "fwd.temp_peak(unsharded flat params+flat grads+rs)": "borrowed in forward",
    "bwd.temp_peak(unsharded flat params+flat grads+rs)": "borrowed in training",
    "flat_param_padding_all_ranks": "padding on all ranks", "activation_per_block_kept": "kept by one block",
    "activation_fwd_transient_above_kept": "needed for a moment in forward", "stored": "after a step",
    "activations": "activations after forward", "peak": "peak",
}  # fmt: skip
MOMENTS = {
    "fwd.temp_peak": "of that",
    "bwd.temp_peak": "of that",
    "fwd.total_peak": "at the peak of forward",
    "bwd.total_peak": "at the peak",
}
OWNERS = {"root": "of the root", "units": "of the units"}
ON_A_RANK = {"param": "parameter", "grad": "gradient", "m": "m", "v": "v", "param+grad+m+v": "θ, ∇L, m and v"}


def in_words(name: str) -> str:
    """A quantity in words. Raises KeyError for a name that is not known."""
    if name in NAMES:
        return NAMES[name]
    if name.startswith("peak "):
        return f"{PARTS[name.removeprefix('peak ')]} at the peak"
    if name.startswith("rank"):
        rank, what, *_ = name.split()
        return f"{ON_A_RANK[what]} on rank {rank.removeprefix('rank')}{', flat' if 'flat' in name else ''}"
    stage, measure, part, *owner = name.split(".")
    if measure == "total_peak":
        return f"{PARTS[part]} {MOMENTS[f'{stage}.{measure}']}"
    return f"{PARTS[part]} {OWNERS[owner[0]]} when most is borrowed in {'forward' if stage == 'fwd' else 'training'}"
