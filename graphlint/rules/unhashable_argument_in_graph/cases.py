"""How unhashable-argument-in-graph decides."""

from graphlint.rules.case import Case

_CALL = """
        import argparse
        import dataclasses
        import tensorflow as tf

        {made}

        @tf.function
        def f(x, given):
            return x

        f(tf.constant(1.0), {given})
"""


def _case(given: str, made: str = "", says: str = "") -> Case:
    return Case(_CALL.format(given=given, made=made.replace("\n", "\n        ")), says=says or f"`f(x, {given})`")


_CLASS = "@dataclasses.dataclass{options}\nclass Settings:\n    rate: float = 0.1{more}"

CASES = (
    _case("Settings()", _CLASS.format(options="", more=""), "an object of a `@dataclass`"),
    _case("Settings()", _CLASS.format(options="(frozen=True)", more=""), "an object of a `@dataclass(frozen=True)`"),
    _case("Settings()", _CLASS.format(options="(eq=False)", more=""), "an object of a `@dataclass(eq=False)`: it counts as itself"),
    _case(
        "Settings()",
        _CLASS.format(options="(frozen=True)", more="\n    names: list = dataclasses.field(default_factory=list)"),
        "an object of a `@dataclass(frozen=True)` with a field that is a list",
    ),
    _case("Span()", "class Span:\n    def __eq__(self, other):\n        return True", "an object of a class with `__eq__` and without `__hash__`"),
    _case("Span()", "class Span:\n    pass", "an object of a class without `__eq__`"),
    _case("{1, 2}"),
    _case("frozenset({1, 2})"),
    _case("[{1, 2}]"),
    _case("[1, 2]"),
    _case('{"a": 1}'),
    _case('bytearray(b"a")'),
    _case("args", 'args = argparse.ArgumentParser().parse_args([])', "`f(x, args)` where `args` is what `argparse` returns"),
    _case("vars(args)", 'args = argparse.ArgumentParser().parse_args([])', "`f(x, vars(args))`"),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x, names={1, 2}):
            return x

        f(tf.constant(1.0))
        """,
        says="`f(x)` where the default of another parameter is a set",
    ),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x, names):
            return x

        def g(x, names):
            return f(x, names)

        g(tf.constant(1.0), {1, 2})
        """,
        says="`f(x, names)` in a function that is given a set",
    ),
    Case(
        """
        import dataclasses
        import tensorflow as tf

        @dataclasses.dataclass
        class Model:
            rate: float = 0.1

            @tf.function
            def step(self, x):
                return x * self.rate

        Model().step(tf.constant(1.0))
        """,
        says="`model.step(x)` where `step` is a graph function in a `@dataclass`",
    ),
)
