"""A base class without TensorFlow: it sets what it is given, and runs what a subclass makes a graph function."""


class Attack:
    def __init__(self, model, bias=0.0):
        self.model = model
        self.bias = bias

    def generate(self, x, eps=0.1, norm="inf", steps=10):
        self._configure(norm, eps=eps)
        for _ in range(steps):
            x = self.perturb(x)
        return x

    def _configure(self, norm, eps):
        self.norm = norm
        self.eps = eps

    def perturb(self, x):
        raise NotImplementedError

    def sweep(self, batches):
        for turn, x in enumerate(batches):
            self.turn = turn
            self.perturb(x)
