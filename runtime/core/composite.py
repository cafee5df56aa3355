"""Values made of tensors, and how public functions are dispatched over them.

A composite (`RaggedTensor`, …) takes itself apart into tensors and is put together again by its spec. Public functions know nothing of
composites: an area that has such a class registers with `override` what a function does to it. `open_to_overrides` makes the public
functions of a module ask first; as long as nothing is registered for a function, this costs it one test.
"""

from __future__ import annotations

import functools
import inspect
import types


class CompositeTensor:
    """The base of values made of tensors: `_type_spec` is a `CompositeSpec`, which knows the parts."""

    _type_spec = None

    def __tf_tracing_type__(self, tracing_context):
        return self._type_spec

    def with_mapped_values(self, function):
        """What ``function`` makes of the innermost values, in the same places. Not all composites have such values."""
        raise TypeError(f"the values of {type(self).__name__} cannot be mapped by themselves")

    def _components(self):
        return self._type_spec.to_components(self)

    # -- in sessions ---------------------------------------------------------------------------------------------------
    def _session_parts(self):
        """The tensors that a session runs for it, or feeds."""
        return self._components()

    def _session_value(self, arrays):
        """What a session gives for it, of the values of these tensors."""
        raise TypeError(f"a session cannot fetch a {type(self).__name__}")

    @staticmethod
    def _session_arrays(value):
        """The values of these tensors, of what a session is fed with."""
        raise TypeError(f"a session cannot be fed with {value!r}")

    def _from_components(self, parts):
        """A value like this one of other tensors."""
        return self._type_spec.from_components(parts)


def open_to_overrides(function):
    """`function` as the public one, which asks the overrides first; the same for each call with the same function."""
    public = getattr(function, "_public", None)
    if public is not None:
        return public
    overrides = []

    @functools.wraps(function)
    def public(*args, **kwargs):
        for applies, handler in overrides:
            if applies(args, kwargs):
                return handler(*args, **kwargs)
        return function(*args, **kwargs)

    public.overrides = overrides
    function._public = public
    return public


def open_module(namespace, package):
    """Let the public functions in `namespace` that the modules of `package` define ask their overrides first."""
    for name, value in list(namespace.items()):
        if type(value) is types.FunctionType and not name.startswith("_") and value.__module__.startswith(package):
            namespace[name] = open_to_overrides(value)


def override(public, kinds, names):
    """Register the decorated function in place of `public` where an argument is of one of `kinds`.

    Args:
        public: a function that `open_to_overrides` has made.
        kinds: a class or a tuple of classes.
        names: of the arguments that are looked at if they are keywords; positional ones are all looked at. ``*name`` is looked at
            alone, and may be a list of such values.
    """
    lists = [name[1:] for name in names if name.startswith("*")]
    positions = [list(inspect.signature(public).parameters).index(name) for name in lists]

    def applies(args, kwargs):
        for value in args:
            if isinstance(value, kinds):
                return True
        for name in names if kwargs else ():
            if isinstance(kwargs.get(name), kinds):
                return True
        return False

    def applies_to_lists(args, kwargs):
        for position, name in zip(positions, lists):
            value = args[position] if position < len(args) else kwargs.get(name)
            if isinstance(value, kinds) or isinstance(value, (list, tuple)) and any(isinstance(item, kinds) for item in value):
                return True
        return False

    def register(handler):
        public.overrides.append((applies_to_lists if lists else applies, handler))
        return handler
    return register
