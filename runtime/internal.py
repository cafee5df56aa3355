"""`tf.__internal__`: the names that packages around Keras take from there. The others say one sentence when they are used."""

from __future__ import annotations

import functools
import inspect
import types

from runtime import nest
from runtime.api_dispatch import add_dispatch_support
from runtime.core.composite import CompositeTensor
from runtime.core.convert import get_static_value
from runtime.core.tensor import EagerTensor, SymbolicTensor, Tensor
from runtime.core.trackable import AutoTrackable, Trackable
from runtime.core.func_graph import FuncGraph
from runtime.elsewhere import area
from runtime.ops.control_flow.control_flow import cond
from runtime.variables import Variable


def _smart_cond(pred, true_fn=None, false_fn=None, name=None):
    """`tf.cond`, but only one of the functions is called if it is known which. Raises TypeError if one of them is no function."""
    if not callable(true_fn):
        raise TypeError(f"Argument `true_fn` must be callable. Received {true_fn}")
    if not callable(false_fn):
        raise TypeError(f"Argument `false_fn` must be callable. Received {false_fn}")
    known = _smart_constant_value(pred)
    if known is not None:
        return true_fn() if known else false_fn()
    return cond(pred, true_fn=true_fn, false_fn=false_fn, name=name)


def _smart_constant_value(pred):
    """The boolean that `pred` is known to be, or None. Raises TypeError for what is none."""
    if isinstance(pred, (Tensor, Variable)):
        return get_static_value(pred) if isinstance(pred, Tensor) else None
    if pred in {0, 1, False, True}:
        return bool(pred)
    raise TypeError(f"Argument `pred` must be a Tensor, or a Python bool, or 1 or 0. Received: pred={pred} of type {type(pred).__name__}")


def _no_automatic_dependency_tracking(method):
    """A method whose assignments to attributes of its object are not for checkpoints."""
    @functools.wraps(method)
    def wrapped(self, *args, **kwargs):
        before = dict(vars(self))
        try:
            return method(self, *args, **kwargs)
        finally:
            assigned = {name for name, value in vars(self).items() if name not in before or before[name] is not value}
            object.__setattr__(self, "_self_untracked", vars(self).get("_self_untracked", frozenset()) | assigned)
    return wrapped


def _unwrap(maybe_decorator):
    """([the function and what is around it], the function)."""
    return [maybe_decorator], inspect.unwrap(maybe_decorator)


dispatch = types.SimpleNamespace(add_dispatch_support=add_dispatch_support)
smart_cond = types.SimpleNamespace(smart_cond=_smart_cond)
tracking = types.SimpleNamespace(Trackable=Trackable, AutoTrackable=AutoTrackable,
                                 no_automatic_dependency_tracking=_no_automatic_dependency_tracking)
decorator = types.SimpleNamespace(unwrap=_unwrap)

__all__ = ["CompositeTensor", "EagerTensor", "FuncGraph", "SymbolicTensor", "decorator", "dispatch", "nest", "smart_cond", "tracking"]


def __getattr__(name):
    return getattr(area("tf.__internal__"), name)
