"""`tf.compat.v1.flags`: those of absl, under absl's names; reading a flag parses the command line if nobody has."""

from __future__ import annotations

import functools
import logging
import sys

from runtime.core.extras import import_extra

_absl = import_extra("absl.flags", "tf.compat.v1.flags", "absl")
globals().update({name: getattr(_absl, name) for name in _absl.__all__})  # all that `from absl.flags import *` gives
_absl.disclaim_key_flags()

_RENAMED = {"flag_name": "name", "default_value": "default", "docstring": "help"}


def _with_old_names(define):
    @functools.wraps(define)
    def function(*args, **kwargs):
        if not _RENAMED.keys().isdisjoint(kwargs):
            logging.warning("Use of the keyword argument names (flag_name, default_value, docstring) is deprecated, please use (name, default, "
                            "help) instead.")
        return define(*args, **{_RENAMED.get(name, name): value for name, value in kwargs.items()})
    return function


DEFINE_string, DEFINE_boolean, DEFINE_float, DEFINE_integer = map(_with_old_names, (
    _absl.DEFINE_string, _absl.DEFINE_boolean, _absl.DEFINE_float, _absl.DEFINE_integer))
DEFINE_bool = DEFINE_boolean


class _Flags:
    """absl's flags, parsed when one is read."""

    def __init__(self, flags):
        self.__dict__["__wrapped"] = flags

    def __getattribute__(self, name):
        if name == "__dict__":
            return super().__getattribute__(name)
        return self.__dict__["__wrapped"].__getattribute__(name)

    def __getattr__(self, name):
        flags = self.__dict__["__wrapped"]
        if not flags.is_parsed():
            flags(sys.argv)
        return flags.__getattr__(name)

    def __setattr__(self, name, value):
        self.__dict__["__wrapped"].__setattr__(name, value)

    def __delattr__(self, name):
        self.__dict__["__wrapped"].__delattr__(name)

    def __dir__(self):
        return dir(self.__dict__["__wrapped"])

    def __getitem__(self, name):
        return self.__dict__["__wrapped"][name]

    def __setitem__(self, name, flag):
        self.__dict__["__wrapped"][name] = flag

    def __len__(self):
        return len(self.__dict__["__wrapped"])

    def __iter__(self):
        return iter(self.__dict__["__wrapped"])

    def __str__(self):
        return str(self.__dict__["__wrapped"])

    def __call__(self, *args, **kwargs):
        return self.__dict__["__wrapped"](*args, **kwargs)


FLAGS = _Flags(_absl.FLAGS)
