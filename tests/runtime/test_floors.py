"""Imports of the runtime stand at the head of modules, so that the contracts of pyproject.toml see all of them; no ring is among them."""

import ast
import graphlib
from pathlib import Path

import pytest

import runtime

ROOT = Path(runtime.__file__).parent


def inner_imports(path):
    """The imports of the runtime inside functions."""
    found = []

    def visit(node, inside):
        for child in ast.iter_child_nodes(node):
            if inside and isinstance(child, ast.ImportFrom) and (child.level or child.module.partition(".")[0] == "runtime"):
                found.append(child)
            elif inside and isinstance(child, ast.Import) and any(item.name.partition(".")[0] == "runtime" for item in child.names):
                found.append(child)
            visit(child, inside or isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)))

    visit(ast.parse(path.read_text("utf-8")), False)
    return found


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_imports_inside_functions(path):
    assert [node.lineno for node in inner_imports(path)] == []


def imports(path, name, modules):
    """The modules of the runtime that the module `name` imports."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = ".".join([*package.split(".")[:1 - node.level or None], *filter(None, [node.module])]) if node.level else node.module
            for item in node.names:
                yield f"{base}.{item.name}" if f"{base}.{item.name}" in modules else base
        elif isinstance(node, ast.Import):
            yield from (item.name for item in node.names)


def test_no_ring_of_modules():
    modules = {".".join(path.relative_to(ROOT.parent).with_suffix("").parts).removesuffix(".__init__"): path for path in ROOT.rglob("*.py")}
    below = {name: {other for other in imports(path, name, modules) if other in modules} - {name, "runtime"}
             for name, path in modules.items()}
    assert sum(map(len, below.values())) > 2 * len(modules)
    graphlib.TopologicalSorter(below).prepare()  # raises CycleError, which names the ring
