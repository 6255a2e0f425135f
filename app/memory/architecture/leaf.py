"""Leaf modules: parameters that PyTorch holds in one module, with the shapes that transformers 5.24 gives them."""

from dataclasses import dataclass

from app.memory.unit import Tensor


@dataclass(frozen=True)
class Leaf:
    """A module without modules inside that hold parameters, for example the weight and bias of one nn.Linear."""

    name: str
    tensors: tuple[Tensor, ...]

    @property
    def parameters(self) -> int:
        """Entries of all its tensors."""
        return sum(tensor.parameters for tensor in self.tensors)


def linear(name: str, outputs: int, inputs: int, bias: bool) -> Leaf:
    """nn.Linear: weight (outputs, inputs), bias (outputs)."""
    weight = Tensor(outputs, inputs)
    return Leaf(name, (weight, Tensor(outputs)) if bias else (weight,))


def conv1d(name: str, inputs: int, outputs: int) -> Leaf:
    """GPT-2's Conv1D, a linear layer stored the other way round: weight (inputs, outputs), bias (outputs)."""
    return Leaf(name, (Tensor(inputs, outputs), Tensor(outputs)))


def layer_norm(name: str, size: int) -> Leaf:
    """nn.LayerNorm: weight and bias."""
    return Leaf(name, (Tensor(size), Tensor(size)))


def rms_norm(name: str, size: int) -> Leaf:
    """RMS norm: a weight alone."""
    return Leaf(name, (Tensor(size),))


def table(name: str, rows: int, columns: int) -> Leaf:
    """nn.Embedding: one row for each token, position or type."""
    return Leaf(name, (Tensor(rows, columns),))


def stacked_experts(experts: int, hidden: int, intermediate: int) -> Leaf:
    """All experts of a block in two tensors, (E, 2·i, h) gate and up, (E, h, i) down: the first dimension is the number of experts."""
    return Leaf("mlp.experts", (Tensor(experts, 2 * intermediate * hidden), Tensor(experts, hidden * intermediate)))
