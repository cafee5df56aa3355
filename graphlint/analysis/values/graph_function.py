"""A function that something traces: plain data. contexts/ finds them."""

from __future__ import annotations

from dataclasses import dataclass

from astroid import nodes
from pylint.interfaces import HIGH, Confidence

from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.values.conditions import Guard
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.places import Argument, Value


@dataclass(frozen=True, slots=True)
class GraphFunction:
    """A function that TensorFlow traces: from here on, Python runs once for each graph."""

    node: FunctionNode
    home: Frame | None = None
    receiver: Value | None = None
    arguments: tuple[Argument, ...] = ()
    """What a partial binds before the graph function is called."""
    options: nodes.NodeNG | None = None
    """The call or decorator that makes it a graph function."""
    tracer: str | None = None
    """What traces it, where that is not ``tf.function``: ``Dataset.map``, ``Keras``."""
    confidence: Confidence = HIGH
    """How sure it is that this is traced: HIGH by names alone."""
    autograph: bool = True
    """Whether AutoGraph converts it."""
    site: nodes.NodeNG | None = None
    """What makes it a graph function in the linted module: the decorated function, a call, or a class that inherits it."""
    by_keras: bool = False
    """It is the `call` of an object that is traced as a whole: Keras calls it."""
    guards: tuple[Guard, ...] = ()
    """What came out as it did where it is made a graph function: ``if not debug: step = tf.function(step)``."""

    @property
    def module(self) -> nodes.Module:
        """The linted module."""
        return (self.site or self.node).root()

    @property
    def name(self) -> str:
        return names.qualified(self.site if isinstance(self.site, nodes.FunctionDef) else self.node)

    @property
    def about(self) -> tuple[nodes.NodeNG, str]:
        """Where it is made in the linted module, and its name."""
        return self.site or self.node, self.name

    @property
    def takes_elements(self) -> bool:
        """Whether its arguments are elements of a dataset."""
        return self.tracer is not None and self.tracer != "Keras"

    @property
    def context(self) -> str:
        """What the function is, for messages: ``graph function 'f'``, ``'parse', which Dataset.map traces``."""
        return f"graph function '{self.name}'" if self.tracer is None else f"'{self.name}', which {self.tracer} traces"

    @property
    def is_traced_once(self) -> bool:
        """Whether it is traced there and then, and never again: `tf.compat.v1.wrap_function`."""
        return isinstance(self.options, nodes.Call) and names.last_name(self.options.func) == "wrap_function"

    @property
    def is_saved(self) -> bool:
        """Whether it is made for a call that saves it: ``super().save(path, signatures=tf.function(self.generate))``."""
        parent = self.options.parent if isinstance(self.options, nodes.Call) else None
        call = parent.parent if isinstance(parent, nodes.Keyword) else parent
        return isinstance(call, nodes.Call) and names.last_name(call.func) in ("save", "export")

    @property
    def traced(self) -> str:
        """What happens to it, after "while": ``graph function 'f' is traced``, ``Dataset.map traces 'parse'``."""
        return f"{self.context} is traced" if self.tracer is None else f"{self.tracer} traces '{self.name}'"
