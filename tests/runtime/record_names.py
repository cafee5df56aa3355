"""Records the public names of TensorFlow, for `python -m runtime.coverage`.

    python -m tests.runtime.record_names    # where TensorFlow 2.21 is installed

One line for each module and each class: its first name, and what it holds. `name=other` is a module or class that has its line elsewhere. Of a class,
what public classes above it have is left out; these follow its name.
"""

from __future__ import annotations

import importlib
from collections import deque
from pathlib import Path
from types import ModuleType

RECORDED = Path(__file__).parents[2] / "runtime" / "coverage" / "tensorflow_names.txt"
_OWN = {"__version__", "__git_version__", "__compiler_version__", "__cxx11_abi_flag__", "__monolithic_build__", "__internal__", "__operators__"}
_REPEATED = {"tf.compat.v2", "tf.compat.v1.compat", "keras.src"}  # the whole once more
_PACKAGES = ("tensorflow._api.", "tensorflow.experimental", "keras.", "tensorflow.python.platform.flags")


def _members(holder):
    """name → value of what a module or class shows; what cannot be had is left out."""
    for name in sorted(dir(holder)):
        if name.startswith("_") and name not in _OWN:
            continue
        try:
            yield name, getattr(holder, name)
        except Exception:  # noqa: BLE001 - lazy names of which Keras 3 has nothing
            continue


def _is_public_module(value):
    if not isinstance(value, ModuleType):
        return False
    try:
        return value.__name__.startswith(_PACKAGES)
    except AttributeError:  # a lazy module of Keras 2
        return False


def _holds(value):
    return _is_public_module(value) or isinstance(value, type)


def _is_new(module, name, value):
    """Whether to record a member: of the package `keras` only what `tf.keras` does not have."""
    if module.partition(".")[0] != "keras" or _is_public_module(value):
        return True
    other = importlib.import_module("tensorflow").keras
    for part in [*module.split(".")[1:], name]:
        other = getattr(other, part, None)
    return other is None


def record():
    """The lines, those of the shortest names first."""
    named, modules, lines = {}, [], []
    for root, whole in (("tf", "tensorflow"), ("keras", "keras")):
        waiting = deque([(root, importlib.import_module(whole))])
        named[id(waiting[0][1])] = root
        while waiting:  # modules first, breadth first: a class goes by the shortest name
            name, module = waiting.popleft()
            modules.append((name, module, {member: value for member, value in _members(module) if _is_new(name, member, value)}))
            for member, value in modules[-1][2].items():
                if _is_public_module(value) and id(value) not in named and f"{name}.{member}" not in _REPEATED:
                    named[id(value)] = f"{name}.{member}"
                    waiting.append((f"{name}.{member}", value))
    classes = []
    for name, module, members in modules:
        for member, value in members.items():
            if isinstance(value, type) and id(value) not in named:
                named[id(value)] = f"{name}.{member}"
                classes.append((f"{name}.{member}", value))
    for name, module, members in modules:
        lines.append(f"{name}: " + " ".join(
            member if not _holds(value) or named[id(value)] == f"{name}.{member}" else f"{member}={named[id(value)]}"
            for member, value in members.items() if not isinstance(value, ModuleType) or id(value) in named))
    for name, value in classes:
        above = [base for base in value.__mro__[1:] if id(base) in named]
        inherited = {member for base in above for member in dir(base)}
        own = [member for member, _ in _members(value) if member not in inherited]
        lines.append(f"{' < '.join([name, *(named[id(base)] for base in above)])}: {' '.join(own)}".rstrip())
    return lines


if __name__ == "__main__":
    RECORDED.write_text("\n".join(record()) + "\n")
