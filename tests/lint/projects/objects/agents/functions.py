"""Nothing in here is traced by itself."""

from .registry import LOSSES, SCHEDULES, activation, schedule


@LOSSES.register("squared")
def squared(x):
    print(x)
    return x


@activation
def noisy(x):
    print(x)
    return x


@schedule("constant")
def constant(x):
    return x


def warm(x):
    print(x)
    return x


SCHEDULES["warm"] = warm
HOOKS = {"log": warm}


class Printer:
    def on_step(self, x):
        print(x)


class Scaled:
    def __rmul__(self, other):
        print(other)
        return other

    def __iter__(self):
        print("again")
        return iter(())
