from mapping import Mapped


class Optimizer:
    def __init__(self, mapping: Mapped) -> None:
        self.mapping = mapping

    def minimize(self, x):
        y = self.mapping.run(x)
        return y - self.mapping.inputs
