"""Branches and loops that AutoGraph stages, and Python ones that are the same at each call."""
import tensorflow as tf


@tf.function
def branches(x):
    if tf.reduce_sum(x) > 0.0:
        y = x + 1.0
    elif tf.reduce_sum(x) < -10.0:
        y = x - 1.0
    else:
        y = -x
    return y


@tf.function
def counting(x):
    steps = 0
    while tf.reduce_sum(x) < 100.0 and steps < 20:
        x = tf.abs(x) * 2.0 + 1.0
        steps += 1
    return x, steps


@tf.function
def broken_off(x):
    total = 0.0
    for item in x:
        if item < -1.0:
            continue
        if item > 1.5:
            break
        total += item
    return total


@tf.function
def ranged(x):
    total = tf.zeros([])
    for i in tf.range(3):
        total += x[i] * tf.cast(i, tf.float32)
    return total


@tf.function
def early(x):
    if tf.reduce_max(x) > 2.0:
        return x[:1]
    return x[:1] * 2.0


@tf.function
def ternary(x):
    return x if tf.reduce_sum(x) > 0.0 else -x


@tf.function
def by_hand(x):
    y = tf.cond(tf.reduce_sum(x) > 0.0, lambda: x, lambda: -x)
    _, z = tf.while_loop(lambda i, _: i < 3, lambda i, y: (i + 1, y * 2.0), [0, y])
    return tf.switch_case(tf.constant(1), [lambda: y, lambda: z])


@tf.function
def mapped(x):
    return tf.map_fn(lambda item: item * 2.0, x), tf.scan(lambda a, b: a + b, x), tf.foldl(tf.maximum, x)


@tf.function
def arrays(x):
    array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for i in tf.range(tf.size(x)):
        array = array.write(i, x[i] ** 2.0)
    return array.stack()


@tf.function
def checked(x):
    tf.debugging.assert_less(x, 100.0)
    assert x.shape.rank == 1
    return x


@tf.function
def unrolled(x):
    parts = []
    for index, factor in enumerate((1.0, 2.0, 3.0)):
        parts.append(x * factor + index)
    table = {name: part for name, part in zip("abc", parts)}
    return table, [part * 2.0 for part in parts if part is not parts[0]]


@tf.function
def caught(x):
    try:
        y = {}["missing"]
    except KeyError:
        y = x + 1.0
    finally:
        x = x * 2.0
    return x, y


def power(x, n):
    return x * power(x, n - 1) if n else tf.ones_like(x)


@tf.function
def recursive(x):
    return power(x, 4)


@tf.function
def both_sides(x):
    with tf.name_scope("both"), tf.control_dependencies([tf.identity(x)]):
        return tf.math.logical_and(x > 0.0, x < 1.0) if tf.reduce_any(x > 0.0) else x < 0.0


functions = (branches, counting, broken_off, ranged, early, ternary, by_hand, mapped, arrays, checked,
             unrolled, caught, recursive, both_sides)
for data in ([1.0, 2.0, -3.0], [-1.0, -2.0, -30.0], [0.5, 0.25, 5.0]):
    for function in functions:
        print(type(function(tf.constant(data))).__name__)
