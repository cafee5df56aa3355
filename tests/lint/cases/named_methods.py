"""Methods that are looked up by a name which is put together: by an f-string, `format`, `%` or a variable that holds it."""

import tensorflow as tf


class Handler:
    VERSION = 1

    @classmethod
    def handle(cls, node):
        method = getattr(cls, "version_{}".format(cls.VERSION), None)
        if method:
            return method(node)
        raise ValueError(node)

    @classmethod
    def handle2(cls, node):
        return getattr(cls, f"run_{cls.VERSION}")(node)

    @classmethod
    def run_1(cls, node):
        print(node)  # [print-in-graph]
        return node

    @classmethod
    def version_1(cls, node):
        print(node)  # [print-in-graph]
        return node


@tf.function
def run(x):
    return Handler.handle(x) + Handler.handle2(x)


class More:
    def one(self, kind, x):
        name = "apply_%s" % kind
        return getattr(self, name)(x)

    def apply_noise(self, x):
        print(x)  # [print-in-graph]
        return x

    def other(self, x):
        print(x)
        return x


@tf.function
def more(x, kind):
    return More().one(kind, x)
