import numpy as np
import tensorflow as tf
from look import both, floats, ints

C = tf.constant

# %% tile
both(lambda x: tf.tile(x, [2, 1]), floats(1, 2))
both(lambda x, m: tf.tile(x, m), floats(1, 2), C([1, 2]))

# %% tile-errors
both(lambda x: tf.tile(x, [2]), floats(1, 2))
both(lambda x: tf.tile(x, [2, -1]), floats(1, 2))

# %% pad
both(lambda x: tf.pad(x, [[1, 0], [0, 2]]), floats(1, 2))
both(lambda x: tf.pad(x, [[1, 0], [0, 2]], constant_values=9), floats(1, 2))
both(lambda x, c: tf.pad(x, [[1, 0], [0, 2]], constant_values=c), floats(1, 2), C(3.0))
both(lambda x: tf.pad(x, [[1, 1], [2, 2]], "REFLECT"), floats(2, 3))
both(lambda x: tf.pad(x, [[1, 1], [2, 2]], "symmetric"), floats(2, 3))
both(lambda x, p: tf.pad(x, p), floats(2, 3), C([[0, 1], [1, 0]]))
both(lambda x: tf.pad(x, [[1, 1]], name="foo"), ints(2))

# %% pad-errors
both(lambda x: tf.pad(x, [[2, 2], [2, 2]], "REFLECT"), floats(2, 3))
both(lambda x: tf.pad(x, [[1, 1]]), floats(2, 3))
both(lambda x: tf.pad(x, [[-1, 1], [0, 0]]), floats(2, 3))
both(lambda x: tf.pad(x, [[1, 1], [2, 2]], "FOO"), floats(2, 3))

# %% broadcast-to
both(lambda x: tf.broadcast_to(x, [3, 2]), floats(2))
both(lambda x, s: tf.broadcast_to(x, s), floats(2), C([3, 2]))

# %% broadcast-to-errors
both(lambda x: tf.broadcast_to(x, [3]), floats(2))
both(lambda x: tf.broadcast_to(x, [2]), floats(3, 2))

# %% reverse
both(lambda x: tf.reverse(x, [0]), floats(2, 3))
both(lambda x: tf.reverse(x, [-1, 0]), floats(2, 3))
both(lambda x, a: tf.reverse(x, a), floats(2, 3), C([1]))

# %% reverse-errors
both(lambda x: tf.reverse(x, [2]), floats(2, 3))
both(lambda x: tf.reverse(x, [0, 0]), floats(2, 3))

# %% roll
both(lambda x: tf.roll(x, 1, 0), floats(3, 2))
both(lambda x: tf.roll(x, [1, -1], [0, 1]), floats(3, 2))
both(lambda x, s, a: tf.roll(x, s, a), floats(3, 2), C([1, 1]), C([1, 0]))

# %% roll-errors
both(lambda x: tf.roll(x, 1, 5), floats(3, 2))
both(lambda x: tf.roll(x, [1, 2], 0), floats(3, 2))

# %% meshgrid
both(lambda x, y: tf.meshgrid(x, y), floats(2), floats(3))
both(lambda x, y: tf.meshgrid(x, y, indexing="ij"), floats(2), floats(3))
both(lambda: tf.meshgrid([1, 2], [3, 4]))

# %% repeat
both(lambda x: tf.repeat(x, 2), floats(2, 2))
both(lambda x: tf.repeat(x, 2, axis=1), floats(2, 2))
both(lambda x: tf.repeat(x, [1, 3], axis=0), floats(2, 2))
both(lambda x, r: tf.repeat(x, r, axis=0), floats(2, 2), C([1, 3]))
both(lambda: tf.repeat([1, 2], repeats=[2, 3], axis=0))
both(lambda: tf.repeat(3, 4))

# %% reverse-sequence
both(lambda x: tf.reverse_sequence(x, [2, 3], seq_axis=1), ints(2, 3))
both(lambda x, l: tf.reverse_sequence(x, l, seq_axis=0, batch_axis=1), ints(2, 3), C([2, 1, 0]))

# %% reverse-sequence-errors
both(lambda x: tf.reverse_sequence(x, [4, 3], seq_axis=1), ints(2, 3))
both(lambda x: tf.reverse_sequence(x, [1], seq_axis=1), ints(2, 3))

# %% space-to-depth
both(lambda x: tf.nn.space_to_depth(x, 2), ints(1, 4, 4, 1))

# %% space-to-depth-errors
both(lambda x: tf.nn.space_to_depth(x, 3), ints(1, 4, 4, 1))

# %% depth-to-space
both(lambda x: tf.nn.depth_to_space(x, 2), ints(1, 1, 1, 4))
both(lambda x: tf.nn.depth_to_space(x, 2), ints(1, 1, 1, 3))

# %% space-to-batch
both(lambda x: tf.space_to_batch(x, [2, 2], [[0, 0], [0, 0]]), ints(1, 4, 4, 1))
both(lambda x: tf.space_to_batch(x, [2], [[1, 0]]), ints(1, 3, 2))

# %% space-to-batch-errors
both(lambda x: tf.space_to_batch(x, [3], [[1, 0]]), ints(1, 3, 2))

# %% batch-to-space
both(lambda x: tf.batch_to_space(x, [2, 2], [[0, 0], [0, 0]]), ints(4, 2, 2, 1))
both(lambda x: tf.batch_to_space(x, [2], [[1, 0]]), ints(2, 2, 2))

# %% dynamic-partition
both(lambda x, p: tf.dynamic_partition(x, p, 2), C([1, 2, 3, 4]), C([0, 1, 0, 1]))
both(lambda x, p: tf.dynamic_partition(x, p, 2), ints(2, 3), C([1, 0]))

# %% dynamic-partition-errors
both(lambda x: tf.dynamic_partition(x, [0, 5], 2), ints(2, 3))
both(lambda x: tf.dynamic_partition(x, [0], 2), ints(2, 3))

# %% dynamic-stitch
both(lambda: tf.dynamic_stitch([[0, 2], [1]], [[10, 30], [20]]))
both(lambda a, b, c, d: tf.dynamic_stitch([a, b], [c, d]), C([0, 2]), C([[1], [3]]), ints(2, 2), ints(2, 1, 2))

# %% unravel-index
both(lambda: tf.unravel_index([5, 1], [2, 3]))
both(lambda x: tf.unravel_index(x, [2, 3]), C(4))
both(lambda x: tf.unravel_index(x, [2, 3]), C([4, 9]))
