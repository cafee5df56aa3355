"""A pylint plugin that does nothing: what every plugin costs."""

from astroid import nodes
from pylint.checkers import BaseChecker


class EmptyChecker(BaseChecker):
    name = "empty"
    msgs = {"W9901": ("nothing", "empty-message", "Never emitted.")}

    def visit_module(self, node: nodes.Module) -> None:
        """Visits, and looks at nothing."""


def register(linter):
    linter.register_checker(EmptyChecker(linter))
