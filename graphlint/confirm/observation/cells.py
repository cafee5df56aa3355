"""Runs the module of a notebook as Jupyter would run its cells, one after the other, but for commands of IPython's."""
from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from types import CodeType

AWAITS = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT


def compiled(text: str, path: str) -> CodeType:
    """The code of the module. Raises what `compile` does."""
    tree = ast.parse(text, path)
    tree.body.sort(key=lambda node: not (isinstance(node, ast.ImportFrom) and node.module == "__future__"))  # any cell may have it
    return compile(tree, path, "exec", AWAITS, dont_inherit=True)


def run(text: str, path: str, namespace: dict[str, object]) -> None:
    """Run it. `await` may stand outside of functions, and there are the names that a notebook has without an import."""
    code = compiled(text, path)
    namespace.update(display=_display, get_ipython=_Shell)
    if code.co_flags & inspect.CO_COROUTINE:
        import asyncio  # here, for notebooks that need it

        asyncio.run(eval(code, namespace))
    else:
        exec(code, namespace)


def _display(*objects: object, **_options: object) -> None:
    for one in objects:
        print(one)


class _Shell:
    """Stands for IPython: commands are not run, and have no output."""

    def __getattr__(self, name: str) -> Callable[..., object]:
        return lambda *_arguments, **_options: [] if name == "getoutput" else None
