"""What a value is made of, of what one call of a method is given: the parameters that it is computed from, and what is made anew."""

from __future__ import annotations

from typing import NamedTuple

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.syntax import names

#: The methods that make Keras trace its functions again, and the attributes that hold what it has traced.
TRACED_AGAIN = frozenset({"compile", *frameworks.STEP_MAKERS, "_reset_compile_cache", "__init__"})
OF_TRACES = frozenset({"train_function", "test_function", "predict_function"})
#: What a value is made of: names of parameters of the method that is called, nodes that make objects anew, and the shapes of these.
Origins = frozenset[object]
NOTHING: Origins = frozenset()


class ShapeOf(NamedTuple):
    """The shape of what a value is made of, or its length or type: a trace tells two tensors apart by it alone."""

    origin: object


def parts_of(origins: Origins) -> Origins:
    """What the parts or results of an object are made of: another object need not have others."""
    return frozenset(origin for origin in origins if not isinstance(origin, nodes.NodeNG))


def shapes_of(origins: Origins) -> Origins:
    """What a shape or type is made of: of an object that is made anew, it is what the last one had."""
    return frozenset(one if isinstance(one, ShapeOf) else ShapeOf(one) for one in parts_of(origins))


def tells(run: Origins, setting: Origins) -> bool:
    """Whether another value of what is set comes with another argument of the graph function, which is traced anew for it."""
    return all(one in run or isinstance(one, ShapeOf) and one.origin in run for one in setting)


def names_class(func: nodes.NodeNG) -> bool:
    """Whether what is called is a class, by its name: each call makes another object."""
    name = names.last_name(func)
    return name[:1].isupper()
