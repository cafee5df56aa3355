"""The table of ops says all there is to know of an op: no other module holds lists of op names, or asks for one."""

import ast
import importlib
import pkgutil
from pathlib import Path

import pytest

import runtime
from runtime.core.op_def import OPS, ROLES

ROOT = Path(runtime.__file__).parent
for _module in pkgutil.walk_packages(runtime.__path__, "runtime."):
    if not _module.name.endswith("__main__"):
        importlib.import_module(_module.name)
FILES = sorted(ROOT.rglob("*.py"))


def declared(tree):
    """The op names that are an argument of a call that declares: the module is the place of these ops."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {arg.value for call in calls for arg in call.args[:2] if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}


def named(node):
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in OPS else None


def questions(tree):
    """(line, names) of comparisons with op names, and of collections of op names."""
    public = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Assign) and
              any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
            if any(isinstance(part, ast.Attribute) and part.attr in ("type", "op", "name") for part in parts):
                names = [name for part in parts for name in map(named, getattr(part, "elts", [part])) if name]
                if names:
                    yield node.lineno, names
        elif isinstance(node, (ast.Set, ast.List, ast.Tuple)) and id(node) not in public:
            names = [name for name in map(named, node.elts) if name]
            if len(names) > 1 and len(names) == len(node.elts):
                yield node.lineno, names
        elif isinstance(node, ast.MatchValue) and named(node.value):
            yield node.lineno, [named(node.value)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_asks_for_ops_by_name(path):
    tree = ast.parse(path.read_text("utf-8"))
    own = declared(tree)
    found = [f"line {line}: {names}" for line, names in questions(tree) if not own.issuperset(names)]
    assert not found, "what these ops have in common belongs into `OpDef`"


def test_the_check_finds_tables_and_questions():
    asked = 'if node.type in ("MatMul", "Relu"): pass\nif node.op == "MatMul": pass\n_FREE = frozenset({"MatMul", "Relu"})\n'
    assert [line for line, _ in questions(ast.parse(asked))] and len({line for line, _ in questions(ast.parse(asked))}) == 3
    assert not list(questions(ast.parse('__all__ = ["MatMul", "Relu"]\nif kind == "MatMul": pass\nname = "MatMul"\n')))


def test_roles_are_known_words():
    assert {op_def.role for op_def in OPS.values()} <= {None, *ROLES}
    assert all((op_def.role == "update") == (op_def.updates is not None) for op_def in OPS.values())
    assert all(op_def.stateful for op_def in OPS.values() if op_def.random or op_def.files)
