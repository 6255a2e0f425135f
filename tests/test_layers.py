"""The memory model, the figures, the drawing and the steps need nothing but the standard library and each other."""

import ast
import sys
from pathlib import Path

import pytest

APP = Path(__file__).parent.parent / "app"
PURE = ("memory", "evidence", "figures", "drawing", "steps")
MODULES = sorted(path for layer in PURE for path in (APP / layer).rglob("*.py"))
OWN = tuple(f"app.{layer}" for layer in PURE)


def imported(path):
    """The full names of all modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: a relative import"
            yield node.module if node.module != "app" else f"app.{node.names[0].name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(APP).as_posix())
def test_a_pure_module_imports_the_standard_library_and_its_like_alone(path):
    strange = [
        name
        for name in imported(path)
        if name.split(".")[0] not in sys.stdlib_module_names and not any(f"{name}.".startswith(f"{layer}.") for layer in OWN)
    ]
    assert strange == []
