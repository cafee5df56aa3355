from flows.base import Flow


class Plain(Flow):
    def __init__(self, scale):
        super().__init__()
        self.scale = scale
        self.training = True
        self.factor = 2.0

    def freeze(self):
        self.training = False
        self._again()

    def thaw(self):
        self.training = True
        self._again()

    def _again(self):
        self.compile(self.loss)

    def hold(self):
        self.factor = 0.0

    def release(self):
        self.factor = 1.0

    def _step(self, x):
        print("step")  # [print-in-graph]
        return x * self.scale

    def _event(self, integrand, x):
        print("event")  # [print-in-graph]
        if self.training:  # it is compiled again for each
            x = x + 1
        return integrand(x) * self.factor  # [outer-value-frozen-in-graph]

    def _loss(self):
        print("loss")  # [print-in-graph]
        return self.scale

    def check(self, x):
        print("only of another object")
        return x


class Replaced(Flow):
    def __init__(self):
        self.step = None

    def compile(self, integrand):
        self.event = integrand

    def _step(self, x):
        print("never traced")
        return x

    def _event(self, integrand, x):
        print("never traced")
        return integrand(x)
