"""Names of Keras objects, numbered as they are made, and the paths of what they hold."""

from __future__ import annotations

import collections
import contextlib
import re
import threading

from runtime.core.context import inherited
from runtime.core.scopes import name_scope as graph_name_scope

_numbers = collections.defaultdict(int)


class _Scopes(threading.local):
    stack = ()  # (name, caller, path of the parent where it was fixed before)


_scopes = inherited(_Scopes())


def to_snake_case(name):
    """`MyDense` → `my_dense`."""
    name = re.sub(r"\W+", "", name)
    name = re.sub("(.)([A-Z][a-z]+)", r"\1_\2", name)
    return re.sub("([a-z])([A-Z])", r"\1_\2", name).lower()


def uniquify(name):
    """`dense`, then `dense_1`, …: never the same twice until `reset_names`."""
    number = _numbers[name]
    _numbers[name] += 1
    return f"{name}_{number}" if number else name


def auto_name(prefix):
    return uniquify(to_snake_case(prefix))


def get_uid(prefix=""):
    """How often `prefix` has been asked for, this time included."""
    _numbers[prefix] += 1
    return _numbers[prefix]


def reset_names():
    """Number from the start again (`keras.backend.clear_session`)."""
    _numbers.clear()


@contextlib.contextmanager
def name_scope(name, caller=None, parent_path=None):
    """Names and paths made in the block start with `name`; entering twice in a row for one caller counts once."""
    outer = _scopes.stack
    if caller is not None and outer and outer[-1][:2] == (name, caller):
        yield
        return
    _scopes.stack = (*outer, (name, caller, parent_path))
    try:
        with graph_name_scope(name):
            yield
    finally:
        _scopes.stack = outer


def current_path():
    """The names of the open scopes, joined: `sequential/dense`."""
    parts = []
    for name, _, parent_path in reversed(_scopes.stack):
        parts.insert(0, name)
        if parent_path is not None:
            return "/".join([parent_path, *parts]) if parent_path else "/".join(parts)
    return "/".join(parts)
