"""What names in source say: imports, calls, the words of a name. Nothing is imported and TensorFlow is never inferred."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Container, Iterable, Iterator

from astroid import nodes
from astroid.exceptions import TooManyLevelsError

from graphlint import frameworks
from graphlint.analysis.syntax.scopes import FUNCTIONS, FunctionNode, Scope

#: Decorators that keep what a function returns; the one that makes a property of a method.
CACHED_PROPERTY = "cached_property"
CACHES = frozenset({"lru_cache", "cache", "cached", "memoize", CACHED_PROPERTY})
BUILTINS = frozenset(dir(builtins))
#: Where a word begins in a name: ``setRate``.
_WORDS = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_OTHER_BACKENDS = frozenset({"torch", "jax", "theano"})
#: Local names that are looked through for what an expression is made of.
_MAX_LOCALS = 12
#: What binds less than a comparison, or is one.
_LOOSE = (nodes.Compare, nodes.BoolOp, nodes.IfExp, nodes.Lambda, nodes.NamedExpr, nodes.Yield, nodes.YieldFrom)


def enclosing(scope: Scope) -> Scope | None:
    """The scope in which a scope is written."""
    return None if scope.parent is None else scope.parent.scope()


#: What other packages pass on under these names is the framework: ``from package.compat import tf``.
REEXPORTED = {"tf": "tensorflow", "tf_keras": "tf_keras"}


def imported(binding: nodes.Import | nodes.ImportFrom, name: str) -> str | None:
    """The dotted name that an import statement binds to a local name."""
    if isinstance(binding, nodes.Import):
        for real, local in binding.names:
            if local == name:
                return real
            if local is None and real.partition(".")[0] == name:
                return name
        return None
    module = import_source(binding)
    for real, local in binding.names:
        if module is not None and (real == "*" or (local or real) == name):
            if real in REEXPORTED:
                return REEXPORTED[real]
            return f"{module}.{name if real == '*' else real}"
    return None


def import_source(node: nodes.ImportFrom) -> str | None:
    """The absolute name of the module that ``from … import`` takes from, or None above the top package."""
    if not node.level:
        return node.modname
    try:
        # A file that is linted on its own has no package: its relative names stay apart from every framework's.
        return node.root().relative_to_absolute_name(node.modname, node.level) or f".{node.modname}"
    except TooManyLevelsError:
        return f".{node.modname}"


def attributes(cls: nodes.ClassDef) -> dict[str, list[nodes.NodeNG]]:
    """What the objects of a class have, by name, with what assigns it: methods of the class, and its module to objects that it makes.

    astroid adds what it infers of other assignments, and of other modules: that depends on which it has read.
    """
    found = {name: attribute(cls, name) for name in cls.instance_attrs}
    return {name: assigned for name, assigned in found.items() if assigned}


def attribute(cls: nodes.ClassDef, name: str) -> list[nodes.NodeNG]:
    """What assigns one of them."""
    return [one for one in cls.instance_attrs.get(name, ()) if _is_of_own_object(one, cls)]


def _is_of_own_object(target: nodes.NodeNG, cls: nodes.ClassDef) -> bool:
    if not isinstance(target, nodes.AssignAttr):
        return target.root() is cls.root()  # a field of a dataclass
    if target.root() is not cls.root() or not isinstance(target.expr, nodes.Name):
        return False
    scope = target.scope()
    while isinstance(scope, nodes.Lambda) and target.expr.name not in scope.locals:
        scope = scope.parent.scope()
    if isinstance(scope, nodes.FunctionDef) and scope.parent is cls and positional(scope)[:1] == [target.expr.name]:
        return True
    made = [binding.parent.value for binding in scope.locals.get(target.expr.name, ()) if isinstance(binding.parent, nodes.Assign)]
    called = [one.func for one in made if isinstance(one, nodes.Call)]
    return any(isinstance(one, nodes.Name) and one.name == cls.name for one in called)


def is_public(module: nodes.Module, name: str) -> bool:
    """Whether ``from module import *`` brings a name, as far as ``__all__`` is written out."""
    listed: set[object] = set()
    for binding in module.locals.get("__all__", ()):
        value = getattr(binding.parent, "value", None)
        if not isinstance(value, (nodes.List, nodes.Tuple)):
            return not name.startswith("_")
        listed.update(element.value for element in value.elts if isinstance(element, nodes.Const))
    return name in listed if listed else not name.startswith("_")


def imports_tensorflow(module: nodes.Module) -> bool:
    """Whether a module imports TensorFlow or Keras at its top."""
    return any(map(frameworks.is_tensorflow, imported_modules(module)))


def is_of_other_backend(module: nodes.Module) -> bool:
    """Whether a module imports another framework that Keras runs on at its top, and not TensorFlow."""
    packages = {name.partition(".")[0] for name in imported_modules(module)}
    return not packages.isdisjoint(_OTHER_BACKENDS) and "tensorflow" not in packages


def imported_modules(module: nodes.Module) -> Iterator[str]:
    """What is imported at the top of a module."""
    for bindings in module.locals.values():
        for binding in bindings:
            if isinstance(binding, nodes.Import):
                yield from (real for real, _ in binding.names)
            elif isinstance(binding, nodes.ImportFrom):
                yield binding.modname


def qualified(node: nodes.NodeNG) -> str:
    """The name of a function as a person would write it: ``Trainer.step``, ``make.inner``, ``lambda``."""
    parts = []
    current: nodes.NodeNG | None = node
    while current is not None and not isinstance(current, nodes.Module):
        if isinstance(current, (nodes.FunctionDef, nodes.ClassDef)):
            parts.append(current.name)
        elif isinstance(current, nodes.Lambda):
            parts.append("lambda")
        current = None if current.parent is None else current.parent.scope()
    return ".".join(reversed(parts))


def last_name(node: nodes.NodeNG | None) -> str:
    """The last part of a dotted name: ``fit`` of ``model.fit``; empty for anything else."""
    return getattr(node, "attrname", getattr(node, "name", ""))


def decoration(node: nodes.NodeNG) -> str | None:
    """Which of Python's own decorators makes something other than a plain method of a function, if one does."""
    if isinstance(node, nodes.FunctionDef) and node.decorators is not None:
        for decorator in node.decorators.nodes:
            if isinstance(decorator, nodes.Name) and decorator.name in ("staticmethod", "classmethod", "property"):
                return decorator.name
    return None


def sets_property(binding: nodes.NodeNG) -> bool:
    """Whether a function is what an assignment to a property calls, or a ``del``: reading it calls the getter."""
    if not isinstance(binding, nodes.FunctionDef) or binding.decorators is None:
        return False
    return any(
        isinstance(decorator, nodes.Attribute) and decorator.attrname in ("setter", "deleter")
        for decorator in binding.decorators.nodes
    )


def cache_of(function: nodes.FunctionDef) -> nodes.NodeNG | None:
    """The decorator that keeps what a function returns."""
    decorators = function.decorators.nodes if function.decorators is not None else ()
    return next((one for one in decorators if last_name(getattr(one, "func", one)) in CACHES), None)


def source(node: nodes.NodeNG, most: int | None = None) -> str:
    """The source of a node on one line; of `most` characters, if it has more."""
    shown = " ".join(node.as_string().split())
    return shown if most is None or len(shown) <= most else shown[: most - 3] + "..."


def pasted(node: nodes.NodeNG, most: int = 40, compared: bool = False) -> str | None:
    """The source of an expression as advice may show it: whole, on one line and an expression by itself; None if it is none of that.

    What is to be `compared` is put in parentheses where it would else be another comparison.
    """
    is_spread = isinstance(node, nodes.Starred) or isinstance(node.parent, nodes.Keyword) and node.parent.arg is None
    written = node.as_string()
    if is_spread or len(written) > most or "\n" in written:
        return None
    if compared and isinstance(node, _LOOSE):
        written = f"({written})"
    try:
        compile(written, "advice", "eval", ast.PyCF_ONLY_AST, dont_inherit=True)
    except (SyntaxError, ValueError):
        return None
    return written


def function_scope(node: nodes.NodeNG) -> Scope:
    """The function, class or module that a function is defined in; comprehensions are part of where they are written."""
    scope = node.parent.scope()
    while not isinstance(scope, (*FUNCTIONS, nodes.ClassDef, nodes.Module)):
        scope = scope.parent.scope()
    return scope


def is_within(scope: Scope | None, functions: set[FunctionNode]) -> bool:
    """Whether a scope is one of some functions, or lies in one."""
    while scope is not None:
        if scope in functions:
            return True
        scope = enclosing(scope)
    return False


def annotation(function: FunctionNode, name: str) -> nodes.NodeNG | None:
    """The annotation of a parameter."""
    signature = function.args
    groups = (
        (signature.posonlyargs, signature.posonlyargs_annotations),
        (signature.args, signature.annotations),
        (signature.kwonlyargs, signature.kwonlyargs_annotations),
    )
    pairs = (pair for arguments, annotations in groups for pair in zip(arguments or (), annotations or ()))
    return next((written for argument, written in pairs if argument.name == name), None)


def positional(function: FunctionNode) -> list[str]:
    """The parameters that a call may give by position."""
    return [argument.name for argument in [*(function.args.posonlyargs or ()), *(function.args.args or ())]]


def receivers(function: FunctionNode) -> int:
    """How many parameters the object of a call takes that is not among its arguments: one of methods, but of no static ones."""
    decorators = getattr(function, "decorators", None)
    is_static = any(getattr(one, "name", "") == "staticmethod" for one in (decorators.nodes if decorators is not None else ()))
    return int(isinstance(function.parent, nodes.ClassDef) and not is_static)


def taken(function: FunctionNode) -> int:
    """How many arguments without a default a function takes by position."""
    return len(positional(function)) - len(function.args.defaults or ())


def is_context_manager(function: Scope) -> bool:
    """Whether a function is made one that manages a context: ``@contextlib.contextmanager``."""
    decorators = getattr(function, "decorators", None)
    return decorators is not None and any(one.as_string().endswith("contextmanager") for one in decorators.nodes)


def assigned_in(statement: nodes.NodeNG) -> set[str]:
    """The names that a statement assigns, with all that is in it."""
    return {name.name for name in statement.nodes_of_class(nodes.AssignName)}


def made_in(loop: nodes.NodeNG) -> set[str]:
    """The names that each turn of a loop assigns anew; those of an inner loop over what was there before are of the same objects."""
    found = assigned_in(loop)
    for inner in loop.nodes_of_class((nodes.For, nodes.Comprehension)):
        if inner is not loop and found.isdisjoint(name.name for name in inner.iter.nodes_of_class(nodes.Name)):
            found -= {name.name for name in inner.target.nodes_of_class(nodes.AssignName)}
    return found


def script_branches(node: nodes.NodeNG) -> Iterator[nodes.If]:
    """The branches around a node that only run where the module is run as a script: ``if __name__ == "__main__":``."""
    return (one for one in node.node_ancestors() if isinstance(one, nodes.If) and "__name__" in one.test.as_string())


def called(node: nodes.NodeNG) -> set[str]:
    """The names of what is called in a function, a statement or an expression."""
    return {last_name(call.func) for call in node.nodes_of_class(nodes.Call)}


def takes_item(node: nodes.NodeNG) -> bool:
    """Whether an item is taken of what a name stands for: ``SETTINGS["rate"]``, ``SETTINGS.get("rate")``."""
    parent = node.parent
    return isinstance(parent, nodes.Subscript) and parent.value is node or isinstance(parent, nodes.Attribute) and parent.attrname == "get"


def is_called(node: nodes.NodeNG) -> bool:
    """Whether it is what a call calls: ``step`` in ``step(x)``."""
    return isinstance(node.parent, nodes.Call) and node.parent.func is node


def returns(function: nodes.FunctionDef) -> list[nodes.Return]:
    """The return statements of a function, without those of functions in it."""
    return [one for one in function.nodes_of_class(nodes.Return) if function_scope(one) is function]


def is_in_class(scope: nodes.NodeNG | None) -> bool:
    """Whether a function is a method, or within one."""
    while scope is not None and not isinstance(scope, nodes.ClassDef):
        scope = enclosing(scope)
    return scope is not None


def first_word(name: str) -> tuple[str, str]:
    """The first word of a function's name, in lower case, and the rest: ``set_rate`` and ``setRate``."""
    first, _, rest = _WORDS.sub("_", name).partition("_")
    return first.lower(), rest


def loops_around(node: nodes.NodeNG, scope: Scope) -> list[nodes.NodeNG]:
    """The loops of a scope that a node is in, the innermost first."""
    found, current = [], node.parent
    while current is not None and current is not scope:
        if isinstance(current, (nodes.For, nodes.While)):
            found.append(current)
        current = current.parent
    return found


def assigned(target: nodes.NodeNG) -> nodes.NodeNG | None:
    """The expression that an assignment gives to a name, also in ``a, b = x, y``."""
    statement, value = target.parent, None
    if isinstance(statement, nodes.Assign):
        return statement.value
    if isinstance(statement, nodes.Tuple) and isinstance(statement.parent, nodes.Assign):
        value = statement.parent.value
    if isinstance(value, nodes.Tuple) and len(value.elts) == len(statement.elts):
        return value.elts[statement.elts.index(target)]
    return None


def names_class(func: nodes.NodeNG) -> bool:
    """Whether what is called is a class, by its name: each call makes another object."""
    return last_name(func)[:1].isupper()


def reads_any(node: nodes.NodeNG, named: Container[str]) -> bool:
    """Whether an expression reads one of some names."""
    return any(name.name in named for name in node.nodes_of_class(nodes.Name))


def made_of(values: Iterable[nodes.NodeNG], function: nodes.NodeNG, line: int) -> list[nodes.NodeNG]:
    """Some expressions in a function, and what the local names in them were assigned before a line."""
    parts, seen = list(values), set()
    for part in parts:
        for use in part.nodes_of_class(nodes.Name):
            if use.name not in seen and len(seen) < _MAX_LOCALS:
                seen.add(use.name)
                bindings = (one for one in function.locals.get(use.name, ()) if one.lineno < line)
                parts += (made for one in bindings if (made := assigned(one)) is not None)
    return parts
