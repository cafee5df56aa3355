"""Ways to make and to call graph functions."""
import functools

import tensorflow as tf


@tf.function
def inner(x):
    return x * 2.0


@tf.function
def outer(x):
    return inner(x) + inner(x + 1.0)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def signed(x):
    return tf.reduce_sum(x)


@tf.function(reduce_retracing=True)
def relaxed(x):
    return x + 1.0


@tf.function
def defaults(x, factor=2.0, *, shift=1.0, **rest):
    return x * factor + shift + sum(rest.values())


@tf.function
def variadic(*parts):
    return tf.add_n(list(parts))


@tf.function
def nested(inputs):
    first, (second, third) = inputs["pair"]
    return {"sum": first + second, "parts": [third, inputs["name"]]}


@tf.function
def modes(x, training, kind=None):
    if training:
        x = x + 1.0
    return -x if kind == "negative" else x


@tf.custom_gradient
def clipped(x):
    return x, lambda upstream: tf.clip_by_value(upstream, -1.0, 1.0)


@tf.function
def gradient(x):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = clipped(x * 3.0) ** 2.0
    return tape.gradient(y, x), tape.jacobian(y, x)


def doubled(function):
    @functools.wraps(function)
    def wrapper(*args):
        return function(*args) * 2.0
    return wrapper


@tf.function
@doubled
def decorated(x):
    return x + 1.0


class Calls:
    factor = 3.0

    @tf.function
    def method(self, x):
        return x * self.factor + self.helper(x)

    def helper(self, x):
        return -x

    @staticmethod
    @tf.function
    def static(x):
        return x + 1.0

    @classmethod
    def of_class(cls, x):
        return cls.traced(x)

    traced = staticmethod(tf.function(lambda x: x - 1.0))


class Other(Calls):
    factor = 5.0

    def helper(self, x):
        return super().helper(x) * 2.0


partial = tf.function(functools.partial(lambda factor, x: x * factor, 2.0))
made = [tf.function(lambda x, n=n: x + n) for n in range(3)]
concrete = inner.get_concrete_function(tf.TensorSpec([3], tf.float32))
calls, other = Calls(), Other()
for scale in (1.0, 2.0, 3.0):
    x = tf.constant([1.0, 2.0, 3.0]) * scale
    for function in (outer, signed, relaxed, decorated, gradient, calls.method, other.method, calls.static, partial,
                     concrete, Calls.of_class, *made):
        function(x)
    print(defaults(x, 3.0, extra=1.0).numpy(), variadic(x, x, x).numpy(), relaxed(x[:2]).numpy())
    print(nested({"pair": (x, (x, x)), "name": "n"})["sum"].numpy())
    print(modes(x, True).numpy(), modes(x, False, kind="negative").numpy())
