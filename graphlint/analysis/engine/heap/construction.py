"""What constructors put into objects, as their source shows: attributes, also in the place of methods."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from astroid import nodes

from graphlint.analysis.syntax import names


def stored_members(cls: nodes.ClassDef, name: str) -> list[nodes.AssignAttr]:
    """The assignments to an attribute of the class's objects, in its own module: what others do depends on who looks."""
    found = [target for target in names.attribute(cls, name) if isinstance(target, nodes.AssignAttr)]
    return [*found, *(one for one in _stored_by_new(cls) if one.attrname == name and one not in found)]


def _stored_by_new(cls: nodes.ClassDef) -> Iterator[nodes.AssignAttr]:
    """The assignments to attributes of the object that `__new__` makes and returns."""
    for method in cls.locals.get("__new__", ())[-1:]:
        returned = {one.value.name for one in names.returns(method) if isinstance(one.value, nodes.Name)} if isinstance(method, nodes.FunctionDef) else set()
        if returned:
            yield from (one for one in method.nodes_of_class(nodes.AssignAttr) if isinstance(one.expr, nodes.Name) and one.expr.name in returned)


def hides_method(target: nodes.AssignAttr) -> bool:
    """Whether construction puts something else in the place of a method of the same name, in every object."""
    maker, value = names.function_scope(target), names.assigned(target)
    if getattr(maker, "name", "") not in ("__init__", "__new__") or target.statement().parent is not maker or value is None:
        return False
    return all(one.attrname != target.attrname for one in value.nodes_of_class(nodes.Attribute))  # not `self.step = tf.function(self.step)`


def continues(maker: nodes.FunctionDef, bases: Collection[str]) -> bool:
    """Whether a constructor runs that of a base of the program, or may: ``super().__new__(cls)``, not ``object.__new__(cls)``."""
    calls = (call.func for call in maker.nodes_of_class(nodes.Call) if isinstance(call.func, nodes.Attribute) and call.func.attrname == maker.name)
    return any(not isinstance(called.expr, nodes.Name) or called.expr.name in bases for called in calls)
