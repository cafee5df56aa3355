"""Runs the cells of one notebook in one namespace, as a notebook does; called in a process that has its backend loaded.

Begin and end of each cell are told in lines of standard output that begin with `MARK`.
"""

from __future__ import annotations

import ast
import email.message
import linecache
import os
import random
import sys
import types
import urllib.request
import urllib.response
from pathlib import Path

from tests.guides.notebook import as_python, cells

MARK = "\x1e"


class Drawing(types.ModuleType):
    """What stands in for a plotting library that is not installed: everything can be called and draws nothing."""

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        found = Drawing(f"{self.__name__}.{name}")
        setattr(self, name, found)
        return found

    def __call__(self, *values, **options):
        import numpy as np
        for value in values:
            np.asarray(value)  # plotting reads what it is given
        return (0.0, 1.0)

    def __setitem__(self, name, value):
        pass


def run(notebook: str, backend: str, files: str, packages: str) -> None:
    """Run all cells, whatever fails.

    Args:
        files: a folder with stand-ins for what the notebooks download.
        packages: a folder with pandas and the like, or "".
    """
    if packages:
        sys.path.append(packages)
    import numpy as np
    import tensorflow as tf
    if backend != "tensorflow":
        from graphlint.confirm.backends.alias import Alias
        sys.meta_path.insert(0, Alias("keras", f"{backend}.keras"))
    for name in ("matplotlib", "matplotlib.pyplot"):
        sys.modules[name] = Drawing(name)
    sys.modules["matplotlib"].pyplot = sys.modules["matplotlib.pyplot"]
    _stand_in_for_downloads(tf, files)
    tf.random.set_seed(22)
    np.random.seed(22)
    random.seed(22)
    namespace = {"__name__": "__main__"}
    for index, cell in enumerate(cells(Path(notebook))):
        print(f"{MARK}{index}", flush=True)
        end = _run_cell(as_python(cell), f"cell_{index:03d}.py", namespace)
        sys.stderr.flush()
        print(f"\n{MARK}{index} {end}", flush=True)


def _run_cell(source: str, name: str, namespace: dict) -> str:
    path = os.path.abspath(name)
    linecache.cache[path] = (len(source), None, source.splitlines(True), path)
    try:
        tree = ast.parse(source, path)
        shown = None
        if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
            shown = ast.Expression(tree.body.pop().value)
        exec(compile(tree, path, "exec", dont_inherit=True), namespace)
        if shown is not None:
            value = eval(compile(shown, path, "eval", dont_inherit=True), namespace)
            if value is not None:
                print(repr(value))
    except (Exception, SystemExit) as error:
        return f"{type(error).__name__}: {str(error).strip()}".replace("\n", "\\n")
    return "ok"


def _stand_in_for_downloads(tf, files: str) -> None:
    """`get_file`, the data sets of Keras and what pandas fetches come from the folder."""
    from tests.guides import stand_ins
    stand_ins.write(Path(files))

    def get_file(fname=None, origin=None, **_):
        return os.path.join(files, fname or os.path.basename(origin))

    def opened(url, *_, **__):
        url = getattr(url, "full_url", url)
        return urllib.response.addinfourl(open(os.path.join(files, os.path.basename(url)), "rb"), email.message.Message(), url)

    tf.keras.utils.get_file = get_file
    urllib.request.urlopen = opened
    digits = types.SimpleNamespace(load_data=stand_ins.digits)
    colours = types.SimpleNamespace(load_data=stand_ins.colours)
    tf.keras.datasets = types.SimpleNamespace(mnist=digits, fashion_mnist=digits, cifar10=colours)
    try:
        import keras
        keras.utils.get_file, keras.datasets = get_file, tf.keras.datasets
    except ImportError:
        pass  # only notebooks that import it need it
