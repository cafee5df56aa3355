import numpy as np
import tensorflow as tf
from look import both, floats, ints
from tell import fails

C = tf.constant

# %% stack
both(lambda x, y: tf.stack([x, y]), floats(2), floats(2))
both(lambda x, y: tf.stack([x, y], axis=1), floats(2), floats(2))
both(lambda x, y: tf.stack([x, y], axis=-1), floats(2, 3), floats(2, 3))
both(lambda x, y: tf.stack([x, y]), floats(2), floats(3))
both(lambda x: tf.stack([x, 1.0]), C(2.0))
both(lambda: tf.stack([1, 2]))
both(lambda: tf.stack([]))
both(lambda: tf.stack([1, 2.0]))
both(lambda x, y: tf.stack([x, y]), floats(2), ints(2))

# %% stack-2
both(lambda x: tf.stack(x), floats(2, 3))
both(lambda x: tf.stack([x, x], name="foo"), ints(2))

# %% stack-errors
both(lambda x, y: tf.stack([x, y], axis=3), floats(2, 3), floats(2, 3))

# %% unstack
both(lambda x: tf.unstack(x), floats(2, 3))
both(lambda x: tf.unstack(x, axis=1), floats(2, 3))
both(lambda x: tf.unstack(x, axis=-1), floats(2, 3))
both(lambda x: tf.unstack(x, num=2), floats(2, 3))

# %% unstack-errors
both(lambda x: tf.unstack(x, num=3), floats(2, 3))
both(lambda x: tf.unstack(x, axis=2), floats(2, 3))
both(lambda: tf.unstack(1))

# %% concat
both(lambda x, y: tf.concat([x, y], 0), floats(2, 3), floats(1, 3))
both(lambda x, y: tf.concat([x, y], axis=-1), floats(2, 3), floats(2, 1))
both(lambda x: tf.concat([x], 0), floats(2, 3))
both(lambda x: tf.concat(x, 0), floats(2, 3))
both(lambda: tf.concat([[1], [2, 3]], 0))
both(lambda x: tf.concat([x, [1.0]], 0), floats(2))
both(lambda x, y, a: tf.concat([x, y], a), floats(2, 3), floats(2, 3), C(1))
both(lambda x: tf.concat([x, x], 0, name="foo"), ints(2))

# %% concat-errors
both(lambda x, y: tf.concat([x, y], axis=2), floats(2, 3), floats(2, 1))
both(lambda x, y: tf.concat([x, y], axis=0), floats(2, 3), floats(2, 1))
both(lambda x, y: tf.concat([x, y], axis=0), floats(2, 3), floats(2))
both(lambda x, y: tf.concat([x, y], axis=0), floats(2, 3), ints(2, 3))
fails(tf.function(lambda: tf.concat([], 0)))
both(lambda: tf.concat([1, 2], 0))

# %% split
both(lambda x: tf.split(x, 2), floats(4, 3))
both(lambda x: tf.split(x, 3, axis=1), floats(4, 3))
both(lambda x: tf.split(x, 3, axis=-1), floats(4, 3))
both(lambda x: tf.split(x, [1, 3]), floats(4, 3))
both(lambda x: tf.split(x, [1, -1]), floats(4, 3))
both(lambda x, s: tf.split(x, s, num=2), floats(4, 3), C([1, 3]))
both(lambda x, s: tf.split(x, s), floats(4, 3), C([1, 3]))
both(lambda x, s: tf.split(x, s), floats(4, 3), C(2))
both(lambda x: tf.split(x, 2, name="foo"), ints(2))

# %% split-errors
both(lambda x: tf.split(x, 3), floats(4, 3))
both(lambda x: tf.split(x, [1, 2]), floats(4, 3))
both(lambda x: tf.split(x, [-1, -1]), floats(4, 3))
both(lambda x: tf.split(x, 2, axis=5), floats(4, 3))

# %% concat-of-nothing-eagerly
fails(tf.concat, [], 0)
fails(tf.concat, (), 1)
fails(tf.concat, [], None)

# %% a-list-of-parts-is-the-callers-own
@tf.function
def step(x):
    parts = tf.unstack(x, 2)
    parts[-1] = tf.maximum(0.0, parts[-1] - 1)
    return tf.stack(parts)

print(step(tf.constant([3.0, 4.0])))
x = tf.constant([1.0, 2.0, 3.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    parts = tf.split(x, 3)
    first = parts[0] * parts[1]
    parts[0] = parts[2]
    parts.pop()
print(tape.gradient(first, x))
