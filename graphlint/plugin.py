"""The pylint checker: hands modules to the analysis and its offences to pylint."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes
from pylint.checkers import BaseChecker

from graphlint.rules import RULES

if TYPE_CHECKING:
    from pylint.lint import PyLinter


class GraphChecker(BaseChecker):
    """Python side effects in what TensorFlow traces into graphs."""

    name = "graphlint"
    msgs = {rule.id: (rule.message, rule.symbol, rule.description) for rule in RULES}
    options = (
        (
            "graph-decorators",
            {
                "default": (),
                "type": "csv",
                "metavar": "<dotted names>",
                "help": "Decorators and wrappers of your own that make graph functions, as tf.function does.",
            },
        ),
    )

    def __init__(self, linter: PyLinter) -> None:
        super().__init__(linter)
        self.reporting = None

    def visit_module(self, node: nodes.Module) -> None:
        pass


def register(linter: PyLinter) -> None:
    """Called by ``pylint --load-plugins graphlint``."""
    linter.register_checker(GraphChecker(linter))
