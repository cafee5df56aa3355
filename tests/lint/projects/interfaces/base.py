"""What annotations name: interfaces whose implementations are in other modules, which none of their users imports."""

from abc import ABC, abstractmethod


class Op:
    def forward(self, x):
        """What it makes of x."""
        raise NotImplementedError

    def reset(self):
        pass


class Mapping(ABC):
    def keep(self, inputs):
        self.inputs = inputs

    @abstractmethod
    def apply(self):
        ...


