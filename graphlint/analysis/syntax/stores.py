"""What the source shows of what is stored, and of where it is read: whether it is the same at each trace, whether it needs a value."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.syntax import blocks, names, uses

#: Methods that change a variable, which graphs see, and those that put such an operation into the graph; what makes variables.
ASSIGNS = frozenset({"assign", "assign_add", "assign_sub"})
_UPDATES = ASSIGNS | {"apply_gradients"}
_MAKERS = frozenset({"Variable", "add_weight", "build"})
#: How functions are called that make things, of variables it may be.
_MAKING = frozenset("make build create init initialize setup get".split())
#: How operations on tensors are called that keep what they are given, and those that tell of its shape.
_OF_TENSORS = ("tf.", "ops.", "keras.ops.", "K.")
_STATIC = frozenset({"shape", "ndim", "rank", "int_shape", "iscomplexobj"})
#: Functions of Keras and of others that give the value of a tensor.
_TO_NUMPY = frozenset({"convert_to_numpy", "get_value", "to_numpy"})
#: The sizes in a shape that are the same for all calls, as a rule.
_OF_FEATURES = frozenset({"1", "2", "3", "-1"})
#: How many names what is read goes through.
_MAX_NAMES = 3
#: What makes a container that has items.
_CONTAINERS = (nodes.List, nodes.Dict, nodes.ListComp, nodes.DictComp)
#: What gives a tensor of what it is given, which is the same.
_CONVERTS = frozenset({"convert_to_tensor", "as_tensor", "asarray"})


def is_in_text(use: nodes.NodeNG) -> bool:
    """``f"{n}"``, ``str(n)`` or ``"…".format(n)``"""
    parent = use.parent
    if isinstance(parent, nodes.Call) and use in parent.args:
        return getattr(parent.func, "name", getattr(parent.func, "attrname", "")) in ("str", "format")
    return isinstance(parent, nodes.FormattedValue)


def assigns_itself(node: nodes.NodeNG) -> bool:
    """``self.total = self.total.assign_add(x)``: a `tf.Variable` stays what it is, one of Keras 3 gives a tensor."""
    match node:
        case nodes.Assign(targets=[target], value=nodes.Call(func=nodes.Attribute(expr=owner, attrname=method), args=[_, *_])):
            return method in ASSIGNS and owner.as_string() == target.as_string()
    return False


def is_of_loop_variable(node: nodes.NodeNG) -> bool:
    """Whether an item is set of what a loop over `tf.range` carries from turn to turn: each has a container of its own."""
    targets = node.targets if isinstance(node, nodes.Assign) else ()
    items = [one for one in targets if isinstance(one, nodes.Subscript) and isinstance(one.value, nodes.Name)]
    return any(
        loop.iter.func.as_string() == "tf.range" and item.value.name in names.assigned_in(loop)
        for item in items
        for loop in names.loops_around(node, names.function_scope(node))
        if isinstance(loop, nodes.For) and isinstance(loop.iter, nodes.Call)
    )


def is_of_new_item(node: nodes.NodeNG) -> bool:
    """Whether what is changed is an item that a statement before it, in the same block or around it, has set to a new container.

    ``parts[k] = []; parts[k].append(x)``: whatever else the local `parts` holds, that one is new.
    """
    return any(_is_new_item(changed, node.statement()) for changed in _changed(node))


def _changed(node: nodes.NodeNG) -> list[nodes.NodeNG]:
    """The containers that a statement sets an item of, or whose method a call is."""
    if isinstance(node, nodes.Assign):
        return [target.value for target in node.targets if isinstance(target, nodes.Subscript)]
    return [node.func.expr] if isinstance(node, nodes.Call) and isinstance(node.func, nodes.Attribute) else []


def _is_new_item(container: nodes.NodeNG, statement: nodes.NodeNG) -> bool:
    """Whether a container, or one that it is an item of, has been put into a local one before a statement."""
    items: set[str] = set()
    while isinstance(container, nodes.Subscript):
        items.add(container.as_string())
        container = container.value
    if not items or not _is_local(container):
        return False
    while not isinstance(statement, (nodes.FunctionDef, nodes.Module)):
        if any(_makes_new(before, items) for before in blocks.before(statement)):
            return True
        statement = statement.parent
    return False


def _is_local(container: nodes.NodeNG) -> bool:
    """Whether it is a variable of the function, which makes the container."""
    bindings = names.function_scope(container).locals.get(container.name, ()) if isinstance(container, nodes.Name) else ()
    return bool(bindings) and all(isinstance(names.assigned(one), _CONTAINERS) for one in bindings)


def _makes_new(statement: nodes.NodeNG, shown: set[str]) -> bool:
    """Whether a statement puts a container that is written there into one of some items."""
    if not isinstance(statement, nodes.Assign) or not isinstance(statement.value, (*_CONTAINERS, nodes.Set, nodes.SetComp)):
        return False
    return any(target.as_string() in shown for target in statement.targets)


def is_registered(node: nodes.NodeNG) -> bool:
    """Whether what is there already would have raised: a registry is filled, not a cache."""
    return any(
        isinstance(branch, nodes.If)
        and branch.fromlineno < node.fromlineno
        and isinstance(branch.body[-1], nodes.Raise)
        and any(compare.ops[0][0] == "in" for compare in branch.test.nodes_of_class(nodes.Compare))
        for branch in getattr(names.function_scope(node), "body", ())
    )


def is_option(node: nodes.NodeNG) -> bool:
    """``if key in given: given.pop(key)``: what callers need not give."""
    if not isinstance(node, nodes.Call) or not node.args or not isinstance(node.func, nodes.Attribute):
        return False
    asked = f"{node.args[0].as_string()} in {node.func.expr.as_string()}"
    branches = (one for one in node.node_ancestors() if isinstance(one, nodes.If) and node.statement() is not one)
    return any(branch.test.as_string() == asked for branch in branches)


def is_of_operations(node: nodes.NodeNG) -> bool:
    """Whether a branch clears its own flag and puts operations into the graph: ``if self.first: v.assign(x); self.first = False``.

    One that makes variables is traced again, and finds the flag cleared.
    """
    branch = node.parent
    if not isinstance(branch, nodes.If) or not isinstance(node, nodes.Assign):
        return False
    flag = node.targets[0].as_string()
    if all(one.as_string() != flag for one in branch.test.nodes_of_class((nodes.Attribute, nodes.Name, nodes.Subscript))):
        return False
    own = flag.partition(".")[0] if "." in flag else ""
    if _has_operations(branch, own):
        return True
    is_flag = isinstance(node.value, nodes.Const) and node.value.value is not None
    return is_flag and not _may_make(branch, own) and not _is_set_besides(branch, flag, own) and _turns(branch)


def _is_set_besides(branch: nodes.If, flag: str, own: str) -> bool:
    """Whether the same function sets a flag elsewhere, or calls a method that does: each trace begins with it."""
    function = names.function_scope(branch)
    elsewhere = (one for one in function.nodes_of_class((nodes.AssignAttr, nodes.Subscript)) if not blocks.is_in(one, branch.body))
    if any(one.as_string() == flag and isinstance(one.parent, (nodes.Assign, nodes.AnnAssign)) and one is not one.parent.value for one in elsewhere):
        return True
    methods = _own_methods(function, own)
    return any(target.as_string() == flag for method in methods for target in method.nodes_of_class(nodes.AssignAttr))


def _may_make(branch: nodes.If, own: str) -> bool:
    """Whether anything that a branch calls may make variables: a class, what is called so, or is given the object itself."""
    for call in branch.nodes_of_class(nodes.Call):
        name = names.last_name(call.func)
        if name[:1].isupper() or names.first_word(name)[0] in _MAKING or name == "get_variable":
            return True
        if any(isinstance(one, nodes.Name) and one.name == own for one in call.args):
            return True
    return _makes(branch, own)


def _turns(branch: nodes.If) -> bool:
    """Whether a branch changes what the function goes on with: ``if self.first: loss = 2 * loss``."""
    function = names.function_scope(branch)
    if not isinstance(function, nodes.FunctionDef):
        return False
    before = {one.name for one in function.nodes_of_class(nodes.AssignName) if not blocks.is_in(one, branch.body)}
    known = before.union(function.argnames())
    kept = {name.name for part in branch.body for name in _kept(part)}  # what it puts into the object is the same at each call
    return any(name in known and name not in kept and _is_read_after(branch, name) for name in _computed(branch))


def _kept(part: nodes.NodeNG) -> Iterator[nodes.Name]:
    """The names of what a statement stores in attributes."""
    for target in part.nodes_of_class(nodes.AssignAttr):
        value = names.assigned(target)
        yield from value.nodes_of_class(nodes.Name) if value is not None else ()


def _is_read_after(branch: nodes.If, name: str) -> bool:
    """Whether what a name holds after a branch is read, before it is another one."""
    after = [one for one in names.function_scope(branch).nodes_of_class((nodes.Name, nodes.AssignName)) if one.name == name and one.lineno > branch.tolineno]
    first = min(after, key=lambda one: (one.statement().lineno, isinstance(one, nodes.AssignName)), default=None)
    return isinstance(first, nodes.Name)


def _computed(branch: nodes.If) -> Iterator[str]:
    """The names that a branch computes anew, or puts items into that it computes."""
    for part in branch.body:
        for statement in part.nodes_of_class((nodes.Assign, nodes.AugAssign)):
            called = names.last_name(statement.value.func) if isinstance(statement.value, nodes.Call) else ""
            if isinstance(statement, nodes.Assign) and (isinstance(statement.value, nodes.Const) or called in _CONVERTS):
                continue
            for target in statement.targets if isinstance(statement, nodes.Assign) else [statement.target]:
                if isinstance(target, nodes.Subscript):
                    yield target.value.as_string()
                else:
                    yield from names.assigned_in(target)


def clears_by_operations(node: nodes.NodeNG) -> bool:
    """Whether a method that puts operations into the graph clears the flag which its callers ask for."""
    method = names.function_scope(node)
    target = node.targets[0] if isinstance(node, nodes.Assign) else None
    if not isinstance(target, nodes.AssignAttr) or not isinstance(node.value, nodes.Const) or node.parent is not method:
        return False
    return _has_operations(method, target.expr.as_string())


def _has_operations(block: nodes.NodeNG, own: str) -> bool:
    """Whether a block changes variables, and calls nothing of the object itself that may make them."""
    return not _makes(block, own) and any(not names.called(one).isdisjoint(_UPDATES) for one in (block, *_own_methods(block, own)))


def _makes(block: nodes.NodeNG, own: str) -> bool:
    """Whether a block makes variables, or calls something of the object itself that may make them."""
    methods = _own_methods(block, own)
    called = [call.func for part in (block, *methods) for call in part.nodes_of_class(nodes.Call)]
    mine = {one.attrname for one in called if isinstance(one, nodes.Attribute) and one.expr.as_string() == own}
    return not mine <= {one.name for one in methods} or any(names.last_name(one) in _MAKERS for one in called)


def _own_methods(block: nodes.NodeNG, own: str) -> list[nodes.FunctionDef]:
    """The methods of the same class that a block calls on the object itself."""
    cls = names.function_scope(block).parent if not isinstance(block, nodes.FunctionDef) else block.parent
    called = [call.func for call in block.nodes_of_class(nodes.Call) if isinstance(call.func, nodes.Attribute)]
    mine = (one.attrname for one in called if one.expr.as_string() == own) if isinstance(cls, nodes.ClassDef) else ()
    return [method for name in mine for method in cls.locals.get(name, ())[-1:] if isinstance(method, nodes.FunctionDef)]


def moves(node: nodes.NodeNG) -> bool:
    """``memory[:-1] = memory[1:]``: an item of a container takes the place of another one."""
    match node:
        case nodes.Assign(targets=[nodes.Subscript() as target], value=nodes.Subscript() as value):
            return target.as_string() != value.as_string()
    return False


def is_key(target: nodes.NodeNG) -> bool:
    """``logs["loss"]["total"]``: the same item each time."""
    while isinstance(target, nodes.Subscript) and isinstance(target.slice, nodes.Const) and isinstance(target.slice.value, str):
        target = target.value
        if not isinstance(target, nodes.Subscript):
            return True
    return False


def is_filled(use: nodes.NodeNG) -> bool:
    """Whether a container is used to put something into it: ``logs["loss"] = x``, ``logs["loss"].append(x)``."""
    while isinstance(use.parent, nodes.Subscript) and use.parent.value is use:
        use = use.parent
    is_method = isinstance(use.parent, nodes.Attribute) and use.parent.attrname == "append" and isinstance(use.parent.parent.parent, nodes.Expr)
    return is_method or isinstance(use.parent, nodes.Assign) and use in use.parent.targets


def takes_value(use: nodes.NodeNG, depth: int = 0) -> bool:
    """Whether what is read must have a value, or what tensors are made of it there: no trace is going on."""
    parent = use.parent
    match parent:
        case nodes.Attribute():
            return parent.attrname in frameworks.tensors.EAGER_METHODS
        case nodes.Call() if use in parent.args:
            shown = parent.func.as_string()
            if names.last_name(parent.func) in _STATIC:
                return False
            if shown in ("float", "int") or shown.startswith(("np.", "numpy.", "plt.")) or names.last_name(parent.func) in _TO_NUMPY:
                return True
            return shown.startswith(_OF_TENSORS) and takes_value(parent, depth)
        case nodes.BinOp() | nodes.UnaryOp():
            return takes_value(parent, depth)
        case nodes.Subscript() if parent.value is use:
            return takes_value(parent, depth)
        case nodes.Assign() if parent.value is use:  # `mean, variance = self.moments`
            bound = names.assigned_in(parent)
        case nodes.For() | nodes.Comprehension() if parent.iter is use:
            bound = names.assigned_in(parent.target)
        case _:
            return False
    reads = (name for name in names.function_scope(use).nodes_of_class(nodes.Name) if name.name in bound)
    after = (name for name in reads if name.lineno > use.lineno or isinstance(parent, nodes.Comprehension) and parent.parent.parent_of(name))
    return depth < _MAX_NAMES and any(takes_value(name, depth + 1) for name in after)


def asks_shape(use: nodes.NodeNG) -> bool:
    """``K.int_shape(self.out)``, ``self.out.shape``: what is known of a tensor without its value."""
    if isinstance(use.parent, nodes.Call):
        return use in use.parent.args and names.last_name(use.parent.func) in _STATIC
    return isinstance(use.parent, nodes.Attribute) and use.parent.attrname in ("shape", "dtype", "ndim")


def is_emptied_slot(node: nodes.NodeNG) -> bool:
    """``spec["grads"] = []``, by a text of an object that itself is an item, or a name: ``specs[0]["grads"] = []``."""
    if not isinstance(node, nodes.Assign) or not isinstance(node.value, (nodes.List, nodes.Dict)) or len(node.targets) != 1:
        return False
    target, is_empty = node.targets[0], not list(node.value.get_children())
    is_text = isinstance(target, nodes.Subscript) and isinstance(target.slice, nodes.Const) and isinstance(target.slice.value, str)
    return is_empty and is_text and isinstance(target.value, (nodes.Name, nodes.Subscript))


def is_of_slots(node: nodes.NodeNG) -> bool:
    """Whether an expression makes a list or dict of None alone."""
    match node:
        case nodes.DictComp(value=value):
            values = [value]
        case nodes.Dict(items=items):
            values = [value for _, value in items]
        case nodes.BinOp(op="*", left=nodes.List(elts=values)) | nodes.List(elts=values):
            pass
        case nodes.ListComp(elt=value):
            values = [value]
        case _:
            return False
    return bool(values) and all(isinstance(value, nodes.Const) and value.value is None for value in values)


def is_known_at_trace(node: nodes.NodeNG) -> bool:
    """``x.shape[1]``, ``x.get_shape()``, ``len(local)``, ``set(inputs.keys())``, Keras' ``floatx()``: the same for all calls of a graph."""
    if isinstance(node, nodes.ListComp):
        return _is_of_keys(node)
    if isinstance(node, nodes.Subscript):  # but for the size of the batch: calls with another one find their graph, which stores nothing
        return isinstance(node.value, nodes.Attribute) and node.value.attrname == "shape" and node.slice.as_string() in _OF_FEATURES
    if isinstance(node, nodes.Call) and isinstance(node.func, nodes.Name) and len(node.args) == 1:
        if node.func.name == "len":
            return isinstance(node.args[0], nodes.Name) and node.args[0].name in node.scope().locals
        return node.func.name in ("list", "set", "sorted", "tuple") and is_known_at_trace(node.args[0])
    if isinstance(node, nodes.Call) and not node.args:
        called = node.func
        if isinstance(called, nodes.Attribute) and called.attrname == "keys":
            return isinstance(called.expr, nodes.Name) and called.expr.name in node.scope().locals
        return isinstance(called, nodes.Attribute) and called.attrname in ("get_shape", "floatx")
    return isinstance(node, nodes.Attribute) and node.attrname == "shape"


def _is_of_keys(node: nodes.ListComp) -> bool:
    """``[name for name in outputs if name != "loss"]``, of a local dict, as it shows by ``outputs["loss"]`` or ``outputs.update(…)``."""
    target, held = node.generators[0].target, node.generators[0].iter
    if len(node.generators) > 1 or not all(isinstance(one, (nodes.Name, nodes.AssignName)) for one in (node.elt, target, held)):
        return False
    is_local = held.name in names.function_scope(node).locals
    return is_local and node.elt.name == target.name and uses.is_dict(held, ("items", "keys", "update"))


def is_set_in_loop(node: nodes.NodeNG) -> bool:
    """Whether a variable is stored that a loop before has set: ``for _ in range(n): state = step(state)``."""
    function = names.function_scope(node)
    if not isinstance(node, nodes.Assign) or not isinstance(node.value, nodes.Name):
        return False
    bindings = [one for one in function.locals.get(node.value.name, ()) if one.lineno < node.lineno]
    return any(not loop.parent_of(node) for one in bindings for loop in names.loops_around(one.statement(), function))


def keeps_old(node: nodes.NodeNG, name: str) -> bool:
    """Whether what an assignment stores is made of what the attribute held, beyond its shape and type."""
    if not isinstance(node, nodes.Assign):
        return False
    return any(
        use.attrname == name and getattr(use.parent, "attrname", "") not in ("shape", "dtype")
        for part in names.made_of([node.value], names.function_scope(node), node.lineno)
        for use in part.nodes_of_class(nodes.Attribute)
    )


def empties(node: nodes.NodeNG) -> bool:
    """``self.parts.clear()``"""
    return isinstance(node, nodes.Call) and isinstance(node.func, nodes.Attribute) and node.func.attrname == "clear"


def is_getter(function: nodes.NodeNG, name: str) -> bool:
    """Whether a public method or property does nothing but return an attribute by that name, of its object or of its parts.

    It may ask first whether it is there, and a property may compute something of it.
    """
    if not isinstance(function, nodes.FunctionDef) or not isinstance(function.parent, nodes.ClassDef):
        return False
    if function.name.startswith("_") or function.name in frameworks.KERAS_METHODS:
        return False
    match function.body:
        case [nodes.Return(value=nodes.Attribute(attrname=returned) | nodes.ListComp(elt=nodes.Attribute(attrname=returned)))]:
            return returned == name
        case [*before, nodes.Return(value=value)] if value is not None:
            asked = [one.body[0] for one in before if isinstance(one, nodes.If) and isinstance(one.body[0], (nodes.Raise, nodes.Return))]
            returned = [value, *(one.value for one in asked if isinstance(one, nodes.Return) and one.value is not None)]
            is_property = names.decoration(function) == "property"
            return len(asked) == len(before) and any(
                one.attrname == name and (is_property or one in returned) for part in returned for one in part.nodes_of_class(nodes.Attribute)
            )
    return False


def passes_on(use: nodes.NodeNG) -> bool:
    """Whether what is read is stored under its own name, in another object: ``self.scores = self.attention.scores``.

    It may be one of several there: ``self._scores[i] = block.scores``, ``self.scores.append(block.scores)``.
    """
    match use.parent:
        case nodes.Assign(targets=[nodes.AssignAttr(attrname=name)]):
            pass
        case nodes.Assign(targets=[nodes.Subscript(value=nodes.Attribute(attrname=name))]):
            pass
        case nodes.Call(func=nodes.Attribute(attrname="append", expr=nodes.Attribute(attrname=name))):
            pass
        case _:
            return False
    return isinstance(use, nodes.Attribute) and name.lstrip("_") == use.attrname.lstrip("_")
