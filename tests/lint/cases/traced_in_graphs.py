"""Functions that are traced where they are used in a graph, and plain Python elsewhere."""

import functools

import tensorflow as tf
import tensorflow_probability as tfp


def twice(x):
    print(x)  # [print-in-graph]
    return x


def gradient_of(x):
    print(x)  # [print-in-graph]

    def gradient(upstream):
        print(upstream)  # [print-in-graph]
        return upstream

    return x, gradient


with_gradient = tf.custom_gradient(gradient_of)


@tf.custom_gradient
def decorated(x):
    print(x)  # [print-in-graph]
    return x, lambda upstream: print(upstream)  # [print-in-graph]


@tf.recompute_grad
def recomputed(x):
    print(x)  # [print-in-graph]
    return x


@tf.function
def step(x):
    tf.while_loop(lambda i: print(i), lambda i: print(i), [0])  # [print-in-graph]
    tf.while_loop(cond=lambda i: i < 3, body=lambda i: print(i), loop_vars=[0])  # [print-in-graph]
    tf.cond(x > 0, lambda: print(x), lambda: print(x))  # [print-in-graph]
    tf.cond(x > 0, true_fn=functools.partial(twice, x), false_fn=lambda: x)
    tf.case([(x > 0, lambda: print(x))], default=lambda: x)  # [print-in-graph]
    tf.case([(x > 0, lambda: x)], default=lambda: print(x))  # [print-in-graph]
    tf.switch_case(x, [lambda: x, lambda: print(x)])  # [print-in-graph]
    tf.switch_case(x, branch_fns={0: lambda: print(x)})  # [print-in-graph]
    tf.map_fn(lambda y: print(y), x)  # [print-in-graph]
    tf.map_fn(fn=lambda y: print(y), elems=x)  # [print-in-graph]
    tf.scan(lambda a, y: print(y), x)  # [print-in-graph]
    tf.foldl(lambda a, y: print(y), x)  # [print-in-graph]
    tf.foldr(lambda a, y: print(y), x)  # [print-in-graph]
    tf.vectorized_map(lambda y: print(y), x)  # [print-in-graph]
    tf.nest.map_structure(lambda y: print(y), [x])  # [print-in-graph]
    tf.grad_pass_through(lambda y: print(y))(x)  # [print-in-graph]
    tf.data.Dataset.range(3).map(lambda y: print(y))  # [print-in-graph]
    with_gradient(x)
    decorated(x)
    return recomputed(x)


def in_python(x):
    tf.while_loop(lambda i: i < 3, lambda i: print(i), [0])
    tf.cond(x > 0, lambda: print(x), lambda: print(x))
    tf.case([(x > 0, lambda: print(x))])
    tf.switch_case(x, [lambda: print(x)])
    tf.map_fn(lambda y: print(y), x)
    tf.scan(lambda a, y: print(y), x)
    tf.foldl(lambda a, y: print(y), x)
    tf.custom_gradient(lambda y: print(y))(x)
    tf.recompute_grad(lambda y: print(y))(x)


class Minimiser:
    def __init__(self):
        self.optimizer = tf.keras.optimizers.SGD()
        self.weight = tf.Variable(1.0)

    def loss(self):
        print(self.weight)  # [print-in-graph]
        return self.weight

    @tf.function
    def step(self, other):
        self.optimizer.minimize(self.loss, [self.weight])
        other.minimize(lambda: print(self.weight), var_list=[self.weight])  # [print-in-graph]
        tfp.math.minimize(lambda: print(self.weight), 3, other)  # [print-in-graph]

    def plain(self, other):
        other.minimize(lambda: print(self.weight), var_list=[self.weight])


class Blur:
    def __init__(self, backend):
        self.backend = backend

    @tf.function
    def apply(self, x, image):
        return self.backend.cond(x > 0, lambda: self._blurred(image), lambda: image)

    def _blurred(self, image):
        print("blurred")  # [print-in-graph]
        return self.backend.map_fn(self._channel, image)

    def _channel(self, channel):
        print("channel")  # [print-in-graph]
        return channel
