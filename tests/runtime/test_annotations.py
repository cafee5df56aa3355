"""The annotations of the runtime's face say of each name what is there."""

from __future__ import annotations

import ast
import inspect
from pathlib import Path

import pytest

import runtime

STUB = ast.parse(Path(runtime.__file__).with_name("__init__.pyi").read_text("utf-8"))
FUNCTIONS = {node.name: node for node in STUB.body if isinstance(node, ast.FunctionDef) and node.name != "__getattr__"}
CLASSES = {node.name: node for node in STUB.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")}
VALUES = [node.target.id for node in STUB.body if isinstance(node, ast.AnnAssign) and node.value is None]
OF_INSTANCES = {"Variable": lambda: runtime.Variable(1.0), "Tensor": lambda: runtime.constant(1.0),
                "TensorSpec": lambda: runtime.TensorSpec([1])}


def parameters(node):
    given = node.args
    named = [*given.posonlyargs, *given.args, *([given.vararg] if given.vararg else []), *given.kwonlyargs,
             *([given.kwarg] if given.kwarg else [])]
    return [argument.arg for argument in named]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_have_these_parameters(name):
    function = getattr(runtime, name)
    assert parameters(FUNCTIONS[name]) == list(inspect.signature(function).parameters)


def test_names_that_are_no_functions_are_there():
    assert [name for name in VALUES if not hasattr(runtime, name)] == []


@pytest.mark.parametrize("name", CLASSES)
def test_classes_have_these_members(name):
    owner = OF_INSTANCES[name]() if name in OF_INSTANCES else getattr(runtime, name)
    members = {node.name for node in CLASSES[name].body if isinstance(node, ast.FunctionDef)}
    known = dir(owner) + (["name"] if name == "Tensor" else [])  # an eager tensor has no name: asking for it raises
    assert sorted(members - set(known) - set(dir(type(owner)))) == []
