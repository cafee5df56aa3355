"""What astroid calls the code that has names of its own."""

from __future__ import annotations

from typing import Union

from astroid import nodes

Scope = Union[nodes.Module, nodes.FunctionDef, nodes.Lambda, nodes.ClassDef]
FunctionNode = Union[nodes.FunctionDef, nodes.Lambda]
#: For isinstance: astroid has no common class of the two.
FUNCTIONS = (nodes.FunctionDef, nodes.Lambda)
