"""A subclass of a trainer from another package: its overrides are reached from the graph method of the base."""

from typing import TYPE_CHECKING

from engine import Trainer

if TYPE_CHECKING:
    from engine.core import Trainer as Base


class Model(Trainer):
    def before(self, x):
        print(x)  # [print-in-graph]
        self.size

    def _evaluate(self, x):
        print(x)  # [print-in-graph]
        return x

    def unrelated(self, x):
        print(x)


def describe(model: "Base", x):
    print(model, x)
