"""Records the tensors of every config in tests/data/architecture_tensors.json again, as transformers builds them on the meta device.

Run by hand where torch and transformers 5.24 are installed: python -m tests.memory.architecture.record. The tests only read the file.
"""

import importlib
import json
import re
from collections.abc import Iterable
from itertools import groupby
from math import prod
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[2] / "data" / "architecture_tensors.json"
BLOCK = re.compile(r"(.*?\.(?:h|layers|layer|block))\.(\d+)\.")  # the first list of modules in a parameter's name


def main() -> None:
    """Writes the file anew from the configs it holds."""
    cases = json.loads(FILE.read_text(encoding="utf-8"))
    recorded = {name: {"config": case["config"]} | measure(case["config"]) for name, case in cases.items()}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(case)}" for name, case in recorded.items())
    FILE.write_text("{\n" + lines + "\n}\n", encoding="utf-8")


def measure(config: dict[str, Any]) -> dict[str, Any]:
    """Tensors as “rows x the product of the other dimensions”, sorted: of each run of equal blocks with its length, and of the rest."""
    torch, transformers = importlib.import_module("torch"), importlib.import_module("transformers")
    model_class = getattr(transformers, config["architectures"][0])
    with torch.device("meta"):
        model = model_class(model_class.config_class.from_dict(dict(config)))
    model.tie_weights()
    blocks: dict[str, list[tuple[int, ...]]] = {}
    rest = []
    for name, tensor in model.named_parameters():  # shared tensors once
        block = BLOCK.match(name)
        (blocks.setdefault(block.group(), []) if block else rest).append(tuple(tensor.shape))
    return {
        "total": sum(tensor.numel() for tensor in model.parameters()),
        "largest_leaf": max(sum(t.numel() for t in module.parameters(recurse=False)) for module in model.modules()),
        "blocks": [[len(list(run)), tensors] for tensors, run in groupby(map(written, blocks.values()))],
        "rest": written(rest),
    }


def written(shapes: Iterable[tuple[int, ...]]) -> str:
    """Shapes in one line, in order of size: “768x1 768x2304”."""
    return " ".join(f"{rows}x{columns}" for rows, columns in sorted((shape[0], prod(shape[1:])) for shape in shapes))


if __name__ == "__main__":
    main()
