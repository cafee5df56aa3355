"""Methods that Python calls by itself: operators, items, iteration, context managers."""

import tensorflow as tf


class Section:
    def __enter__(self):
        print("enter")  # [print-in-graph]

    def __exit__(self, *exception):
        print("exit")  # [print-in-graph]


class Value:
    def __add__(self, other):
        print("add")  # [print-in-graph]
        return other

    def __getitem__(self, i):
        print(i)  # [print-in-graph]

    def __iter__(self):
        print("iter")  # [print-in-graph]
        return self

    def __next__(self):
        print("next")  # [print-in-graph]

    @tf.function
    def run(self, x):
        self + x
        self[0]
        return x


@tf.function
def step(x, v: Value):
    with Section():
        x += 1
    w = Value() + x
    Value()[x]
    for i in Value():
        x += i
    v[1]
    return w


class Scale:
    """Held by attributes, outer variables, parameters of constructors and lists."""

    def __rmul__(self, other):
        print("rmul")  # [print-in-graph]
        return other

    def __isub__(self, other):
        print("isub")  # [print-in-graph]
        return self

    def __lt__(self, other):
        print("lt")  # [print-in-graph]
        return True

    def __contains__(self, item):
        print("in")  # [print-in-graph]
        return True

    def __len__(self):
        print("len")  # [print-in-graph]
        return 1

    def __setitem__(self, key, value):
        print(key)  # [print-in-graph]

    def __neg__(self):
        print("neg")  # [print-in-graph]

    def __str__(self):
        print("str")  # [print-in-graph]
        return ""

    def __mul__(self, other):
        print("the operand on the left is asked")
        return other

    def __call__(self, x):
        print("call")  # [print-in-graph]


class Quiet:
    def __lt__(self, other):
        return other


SCALE = Scale()
QUIET = Quiet()


class Trainer:
    def __init__(self, scale, section):
        self.scale = scale
        self.section = section
        self.quiet = Quiet()
        self.scales = [Scale()]

    @tf.function
    def step(self, x):
        x = x * self.scale
        self.scale -= 1
        if x > SCALE or self.quiet < x:
            x += 1
        self.scales[0]["x"] = x
        with self.section:
            x += len(SCALE)
        if x in self.scale:
            x += 1
        -SCALE
        self.scales[0](x)
        return f"{self.scale}", QUIET < x


Trainer(Scale(), Section())
