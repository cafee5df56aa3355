"""Imports of the runtime stand at the head of modules, so that the contracts of pyproject.toml see all of them."""

import ast
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
