"""What goes wrong in the analysis itself: it costs the findings of the function that is looked at, and is said."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FUNCTIONS

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

_Item = TypeVar("_Item")
_Found = TypeVar("_Found")
_Key = TypeVar("_Key")
_Kept = TypeVar("_Kept")
#: A function, class or module; or where something is done with a graph function, and the name of that.
_About = tuple[nodes.NodeNG] | tuple[nodes.NodeNG, str]

ID = "I7390"
SYMBOL = "graph-function-not-analysed"
MESSAGE = "%s could not be analysed (%s), so findings may be missing; please report this"
DESCRIPTION = "An error of graphlint's own ended the analysis of a function; the other functions have their findings."

_PACKAGE = str(Path(__file__).parents[2])


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in the analysis of one function, class or module."""

    node: nodes.NodeNG
    """Where it is reported."""
    what: str
    """What was analysed: ``graph function 'step'``."""
    error: str
    """The class of the error, and where it came from: ``IndexError in analysis/engine/results.py:72``."""


class Faults:
    """The faults of one linted module, the first of each function."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._found: dict[tuple[nodes.NodeNG, str], Fault] = {}
        #: How many steps are being taken, one within the other.
        self._steps = 0
        self._is_stale = False

    @property
    def found(self) -> list[Fault]:
        return list(self._found.values())

    @contextmanager
    def isolated(self, node: nodes.NodeNG, name: str = "", on_demand: bool = False) -> Iterator[None]:
        """One step of the analysis: an error in it ends this step alone, and what is half found out by then is forgotten.

        The step is about `node`, a function, class or module; or about the graph function `name`, and is reported at `node`.
        What is found out `on_demand` may be asked for by another step, from deep within it.
        """
        self._steps += 1
        try:
            yield
        except MemoryError:
            raise  # no fault of this step
        except Exception as error:
            if on_demand and isinstance(error, RecursionError) and self._steps > 1:
                raise  # the stack was full with those who asked
            self._note(node, name, error)
            self._is_stale = True
        finally:
            self._steps -= 1
            if self._is_stale and not self._steps:
                self._is_stale = False
                self._program.forget()

    def _note(self, node: nodes.NodeNG, name: str, error: Exception) -> None:
        linted = self._program.linted
        is_here = linted is None or node.root() is linted
        what = f"graph function '{name}'" if name else self._subject(node)
        fault = Fault(node, what, described(error)) if is_here else Fault(linted, f"{what} of {node.root().name}", described(error))
        self._found.setdefault((fault.node, "" if is_here else fault.what), fault)

    def of_each(self, items: Iterable[_Item], find: Callable[[_Item], Iterable[_Found]], about: Callable[[_Item], _About]) -> Iterator[_Found]:
        """What a search finds for each of some items, each of them a step of the analysis."""
        for item in items:
            found: list[_Found] = []
            with self.isolated(*about(item)):
                found = list(find(item))
            yield from found

    def _subject(self, node: nodes.NodeNG) -> str:
        if isinstance(node, nodes.Module):
            return f"module '{node.name}'"
        kind = "class" if isinstance(node, nodes.ClassDef) else "function" if isinstance(node, FUNCTIONS) else type(node).__name__
        return f"{'graph ' if node in self._program.roots else ''}{kind} '{names.qualified(node)}'"


@contextmanager
def assumed(cache: dict[_Key, _Kept], key: _Key, value: _Kept) -> Iterator[None]:
    """What is found in a cache while the answer is looked for, which may depend on itself; nothing if that ends in an error."""
    cache[key] = value
    try:
        yield
    except BaseException:
        del cache[key]
        raise


def described(error: Exception) -> str:
    """An error as a message says it. Where a stack has ended is not said: that depends on how deep it was before."""
    name = type(error).__name__
    frames = () if isinstance(error, RecursionError) else traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename.startswith(_PACKAGE + os.sep)]
    return f"{name} in {os.path.relpath(own[-1].filename, _PACKAGE).replace(os.sep, '/')}:{own[-1].lineno}" if own else name
