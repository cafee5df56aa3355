"""What a program wants of TensorFlow that the runtime, which is a part of it, has not got: told in one sentence."""
from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import re
import sys
from collections.abc import Iterable

from graphlint.confirm.backends import private
from graphlint.confirm.lines import is_installed

_NEEDS = "needs"
_BUILT = "is not installed, and needs TensorFlow"
_WANTED = (
    (re.compile(r"the runtime has no ([^;\n(]+\w)"), "{0}"),
    (re.compile(r"module '_*\w*runtime\.([\w.]+)' has no attribute '(\w+)'"), "tf.{0}.{1}"),
    (re.compile(r"No module named '([\w.]+)' in the runtime backend"), "{0}"),
    (re.compile(rf"^\w+ {_NEEDS} (\S+), which the runtime has not got"), "{0}"),  # a library that another one imports
    (re.compile(r"cannot import name '(\w+)' from '_*\w*runtime'"), "tf.{0}"),
    (re.compile(r"cannot import name '(\w+)' from '_*\w*runtime\.([\w.]+)'"), "tf.{1}.{0}"),
)
_LIBRARY = re.compile(rf"^(\w+ (?:{_NEEDS} \S+, which the runtime has not got|{_BUILT})): ")


def wanted(message: str) -> str | None:
    """What the runtime has not got, by the message of an exception."""
    return next((text.format(*match.groups()) for pattern, text in _WANTED if (match := pattern.search(message))), None)


def used(paths: Iterable[str]) -> list[tuple[str, str, int]]:
    """The names of TensorFlow that files use, and that the runtime has not got: each with its first place."""
    coverage = importlib.import_module(f"{private.install(sys.path)}.coverage").measure(paths)
    return [(name.name, *name.places[0]) for name in coverage.of("lacking")]


def note(message: str) -> str | None:
    """The sentence for a report, by the message of the exception that ended the program."""
    library = _LIBRARY.match(message)
    lacks = wanted(message)
    told = library[1] if library else f"The runtime has no {lacks}" if lacks else None
    return told and f"{told}: `--backend tensorflow` runs this program{' where both are installed' if library else ''}."


class Libraries(importlib.abc.MetaPathFinder):
    """Has the import of an installed library that fails for want of a part of TensorFlow say so, by the library's name.

    `is_built(name)` tells whether a library that is not installed would need TensorFlow.
    """

    def __init__(self, is_built):
        self._is_built = is_built

    def find_spec(self, fullname, path=None, target=None):
        if path is not None:  # a part of a package
            return None
        for finder in sys.meta_path[sys.meta_path.index(self) + 1:]:
            spec = finder.find_spec(fullname, path, target) if hasattr(finder, "find_spec") else None
            if spec is not None:
                break
        else:
            if _is_imported(sys._getframe(1).f_back) and self._is_built(fullname):
                raise ModuleNotFoundError(f"{fullname} {_BUILT}: install both, and use --backend tensorflow", name=fullname)
            return None
        if isinstance(spec.loader, importlib.machinery.SourceFileLoader) and is_installed(spec.origin):
            self._tell(spec)
        return spec

    @staticmethod
    def _tell(spec: importlib.machinery.ModuleSpec) -> None:
        execute = spec.loader.exec_module

        def exec_module(module):
            try:
                execute(module)
            except (ImportError, AttributeError) as error:
                lacks = wanted(str(error))
                if lacks is None:
                    raise
                raise ImportError(f"{spec.name} {_NEEDS} {lacks}, which the runtime has not got: use --backend tensorflow",
                                  name=spec.name) from error

        spec.loader.exec_module = exec_module


def _is_imported(frame) -> bool:
    """Whether a frame of the import system imports what it looks for, and does not just ask whether it is there."""
    return frame is not None and frame.f_code.co_name == "_find_and_load_unlocked"
