"""`tf.Module`: a container of Variables and other modules, found by walking its attributes."""

from __future__ import annotations

import functools
import re

from runtime.core import nest
from runtime.core.scopes import name_scope
from runtime.core.trackable import AutoTrackable
from runtime.variables import Variable

_CAMEL = re.compile(r"((?<=[a-z0-9])[A-Z]|(?!^)[A-Z](?=[a-z]))")
_IDENTIFIER = re.compile(r"^[a-zA-Z_]([a-zA-Z0-9_])*$")


class Module(AutoTrackable):
    """Keeps track of the Variables and modules in its attributes.

    Args:
        name: must be a Python identifier; by default the class's name in snake case.

    Raises:
        ValueError: `name` is no identifier.
    """

    _TF_MODULE_IGNORED_PROPERTIES = frozenset({"_self_deferred"})

    def __init__(self, name=None):
        if name is None:
            name = _CAMEL.sub(r"_\1", type(self).__name__).lower()
        elif not _IDENTIFIER.match(name):
            raise ValueError(f"{name!r} is not a valid module name. Module names must be valid Python identifiers "
                             "(e.g. a valid class name).")
        self._name = name
        with name_scope(name) as scope:
            self._name_scope = scope

    @property
    def name(self):
        return self._name

    @property
    def name_scope(self):
        """A name scope of this module's name, to enter with ``with``."""
        return name_scope(self._name_scope)

    @property
    def variables(self):
        """Variables of this module and its submodules: by attribute name, then those of the submodules."""
        return tuple(self._flatten(predicate=_is_variable))

    @property
    def trainable_variables(self):
        return tuple(self._flatten(predicate=lambda leaf: _is_variable(leaf) and leaf.trainable))

    @property
    def non_trainable_variables(self):
        return tuple(self._flatten(predicate=lambda leaf: _is_variable(leaf) and not leaf.trainable))

    @property
    def submodules(self):
        """All modules inside this one, at any depth."""
        return tuple(self._flatten(predicate=lambda leaf: isinstance(leaf, Module)))

    def _traversed(self):
        """The attributes that are walked, by name."""
        return vars(self)

    def _flatten(self, recursive=True, predicate=None, attribute_traversal_key=None, with_path=False,
                 expand_composites=False):
        """The leaves of the attributes that satisfy `predicate`, each once, as a generator."""
        found = _leaves(self, (), recursive, predicate or (lambda leaf: True), attribute_traversal_key, set())
        return found if with_path else (leaf for _, leaf in found)

    @classmethod
    def with_name_scope(cls, method):
        """Decorator: the method runs within the module's name scope."""
        @functools.wraps(method)
        def method_with_name_scope(self, *args, **kwargs):
            with self.name_scope:
                return method(self, *args, **kwargs)
        return method_with_name_scope


def _is_variable(leaf):
    return isinstance(leaf, Variable)


def _leaves(module, path, recursive, predicate, key, seen):
    """Yield (path, leaf): first this module's own leaves, by attribute name, then those of its modules."""
    seen.add(id(module))
    submodules = []
    attributes = module._traversed()
    for name in sorted(attributes, key=key):
        if name in module._TF_MODULE_IGNORED_PROPERTIES:
            continue
        try:
            leaves = nest.flatten_with_paths(attributes[name], (name,))
        except TypeError as error:
            raise ValueError(f"Error processing property {name!r} of {attributes[name]!r}") from error
        for leaf_path, leaf in leaves:
            if id(leaf) in seen:
                continue
            if predicate(leaf):
                seen.add(id(leaf))
                yield path + leaf_path, leaf
            if recursive and isinstance(leaf, Module):
                submodules.append((path + leaf_path, leaf))
    for submodule_path, submodule in submodules:
        yield from _leaves(submodule, submodule_path, recursive, predicate, key, seen)
