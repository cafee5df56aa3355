"""A lambda, a method of two instances, and a nested graph function."""
import tensorflow as tf

double = tf.function(lambda x: (print("double", x), x * 2)[1])  # [print-in-graph] observed


class Model:
    def __init__(self, name):
        self.name = name

    @tf.function
    def call(self, x):
        print("call of", self.name)  # [print-in-graph] observed
        return inner(x) + 1


@tf.function
def inner(x):
    print("inner")  # [print-in-graph] observed
    return x * 3


models = [Model("one"), Model("two")]
for value in (1, 2):
    double(tf.constant(value))
    for model in models:
        model.call(tf.constant(value))
