"""Variables that are made at each trace, and state of objects that is changed there."""
import tensorflow as tf

weights = {}
registry = []


@tf.function
def counter(x):
    count = tf.Variable(0.0)  # [variable-created-in-graph] observed
    count.assign_add(1.0)
    return x + count


def layer(x):
    weight = tf.Variable(tf.ones([2]))  # [variable-created-in-graph] observed
    return x * weight


@tf.function
def through_helper(x):
    return layer(x)


@tf.function
def once(x):
    if "weight" not in weights:
        weights["weight"] = tf.Variable(2.0)
    return x * weights["weight"]


class Recorder:
    def __init__(self):
        self.shapes = []
        self.best = 0

    @tf.function
    def __call__(self, x):
        self.shapes.append(x.shape)  # [outer-mutation-in-graph] observed self.shapes
        self.best = max(self.best, self.best + 1)  # [outer-mutation-in-graph] observed self.best
        registry.extend(["a", "b"])  # [outer-mutation-in-graph] observed registry
        return x


recorder = Recorder()
for _ in range(3):
    x = tf.constant([1.0, 2.0])
    for function in (counter, through_helper, once, recorder):
        try:
            function(x)
        except ValueError:
            pass
