import enum
import logging

import numpy as np
import tensorflow as tf
from tell import fails

logging.getLogger("tensorflow").setLevel(logging.ERROR)  # every value is a trace of its own
C = tf.constant
f16, f32, f64, i8, i32, i64, b_ = np.float16, np.float32, np.float64, np.int8, np.int32, np.int64, np.bool_


def convert(*values, dtype=None):
    """Each value to a tensor, eagerly and while a graph is made."""
    for value in values:
        for make in (tf.convert_to_tensor, tf.constant):
            fails(make, value, dtype)
            fails(tf.function(lambda: make(value, dtype), autograph=False))

# %% scalars
convert(None, {1}, 2 ** 40, 2 ** 70, {}, 1j, b'x', i64(3), float('nan'), 1.5, -1, slice(1))

# %% scalars-2
convert(f64(1), f16(2), b_(True), np.str_('a'), 'é', float('inf'), -0.0, Ellipsis, enum.IntEnum('E', 'a b').b)

# %% lists
convert([1, 'a'], [1, None], [None], [[1], [2, 3]], [1, [2]], [True, 1], [1, True], [1.0, True], [2 ** 40, 1], [], [[]], [1, 1j])

# %% lists-2
convert(['a', b'b'], (1, 2), [[1, 2], [3]], [1, 2.5], [1.5, 2], [[1, 2], [3.0, 4]], [1, 2 ** 40], [2 ** 40, 1.0], [True, 1.0], [1j, 1], [1.0, 1j], [None, 1])

# %% lists-3
convert(['a', 1], ['a', 1.0], ['a', True], ['a', None], [True, None], [1.5, None], [1.5, 'a'], [[1], 2], [[1, 2], 3], [1, [2, 3]], [[1, 2], [3, 'a']], (1, [2]))

# %% lists-4
convert([(1, 2), [3, 4]], [range(2), range(2)], [[], [1]], [[1], []], [[[]]], [b'a', 'b'], [enum.IntEnum('E', 'a b').b])

# %% lists-of-numpy
convert([f64(1), 1.0], [f32(1), 2], [i64(1), 2], [i8(1), 2], [np.array([1, 2]), [3, 4]], [np.array([1, 2.0]), [3, 4]], [f64(1), f64(2)], [f64(1)], [f32(1)], [i64(1), i64(2)], [i64(2 ** 40)], [i8(1)])

# %% lists-of-numpy-2
convert([i32(1)], [b_(True)], [b_(True), True], [True, b_(False)], [1, f32(2)], [1.0, f64(2)], [1, f64(2)], [f32(1), f64(1)], [f64(1), f32(1)], [f16(1)], [f16(1), 1.0], [np.uint8(1)])

# %% lists-of-numpy-3
convert([np.complex64(1)], [np.str_('a')], [np.array(1.0), 2.0], [np.array(1)], [np.array(1, np.int64)], [np.array([1.0, 2.0])], [np.array([1, 2]), np.array([3, 4])], [[np.array([1, 2], np.int32)]], [np.array([1, 2], np.float32), np.array([3, 4], np.float32)], [np.array(['a'])])

# %% arrays
convert(np.array(['a']), np.array([1, None]), np.array(1), np.array([], int), np.array([True]), np.array([1], np.uint16), np.zeros((2, 0)))

# %% to-int32
convert(1.5, [1, 2.5], [1.5, 2], 'a', True, 2 ** 40, [2 ** 40], None, [1, None], f64(1.5), np.array([1.5]), [], [1, 'a'], [[1], [2, 3]], i64(2 ** 40), b_(True), [f32(1.5)], [i64(1)], [i64(2 ** 40)], [True], [True, 2], ['a'], [[None]], np.array([]), [1.0, 2.0], (1.0, 2.0), np.array(1.0), 1j, [1j], dtype=tf.int32)

# %% to-string
convert(1, [[]], [['a'], [1]], [1, 'a'], [1], [True], [b'a'], True, np.array([1]), dtype=tf.string)

# %% to-bool
convert(1, 0, [0, 1], np.array([0, 1]), [1.5], [b_(True)], [i32(1)], i32(1), [], True, 1.0, 'a', dtype=tf.bool)

# %% to-float32
convert(True, 1, 1j, [None], np.array([1, 2]), b_(True), [i64(1)], [f64(1.5)], [True, 2.0], [1, 2], [[1, 2], [3]], 2 ** 70, '1', None, [1, None], 'a', [1j], dtype=tf.float32)

# %% to-uint8
convert(-1, 300, [1, -1], np.array([300]), 1, 1.0, dtype=tf.uint8)

# %% to-complex64
convert(1.5, 1, [1, 2], np.array([1 + 2j]), True, dtype=tf.complex64)

# %% to-int64
convert(1.0, [1.0], 2 ** 70, [2 ** 70], dtype=tf.int64)

# %% to-float16
convert([f64(1.5)], dtype=tf.float16)

# %% to-int16
convert(1, 40000, dtype=tf.int16)

# %% to-complex128
convert([1.5], dtype=tf.complex128)

# %% to-uint64
convert(2 ** 63, dtype=tf.uint64)

# %% to-uint16
convert([1, -1], dtype=tf.uint16)

# %% to-int8
convert(128, [200], np.array([1.7]), 1.0, f32(1.0), dtype=tf.int8)

# %% to-float64
convert(1, 'a', dtype=tf.float64)

# %% shaped-constants
fails(lambda: tf.constant([1, 2], shape=[2, 2]))
fails(tf.function(lambda: tf.constant([1, 2], shape=[2, 2])))
fails(lambda: tf.constant(1, shape=[2, 2]))
fails(tf.function(lambda: tf.constant(1, shape=[2, 2])))
fails(lambda: tf.constant([1, 2, 3, 4], shape=[2, 2]))
fails(tf.function(lambda: tf.constant([1, 2, 3, 4], shape=[2, 2])))
fails(lambda: tf.constant([1, 2], shape=[]))
fails(tf.function(lambda: tf.constant([1, 2], shape=[])))
fails(lambda: tf.constant([], shape=[0, 2]))
fails(tf.function(lambda: tf.constant([], shape=[0, 2])))
fails(lambda: tf.constant(1, shape=[-1]))
fails(tf.function(lambda: tf.constant(1, shape=[-1])))
fails(lambda: tf.constant([1, 2, 3], shape=[2]))
fails(tf.function(lambda: tf.constant([1, 2, 3], shape=[2])))
fails(lambda: tf.constant('a', shape=[2]))
fails(tf.function(lambda: tf.constant('a', shape=[2])))

# %% ranges-and-shapes
for value in (range(3), range(1, 7, 2), tf.TensorShape([1, 2]), tf.TensorShape([None])):
    fails(tf.convert_to_tensor, value)
    @tf.function
    def f():
        t = tf.convert_to_tensor(value)
        print(t.name, t.op.type)
        return t
    fails(f)

# %% sequences-with-tensors
convert([C(1), 2.5], [C(1), C(2)], [C(1.0), 2], [[C(1), 2], [3, 4]], [C([1, 2]), [3, 4]], [C(1), C(2.0)], [f64(1), C(2.0)], [C("a"), "b"])
fails(tf.convert_to_tensor, [tf.Variable(1.0), 2.0])
convert([C(1), C(2)], [C(1.0), 2], dtype=tf.float32)

# %% attributes-of-tensors
# needs: python>=3.11 (what is said of properties)
x = tf.constant(1)
x.note = "mine"
print(x.note)
for f in (x.eval, x.consumers, lambda: x.value_index, lambda: x.op, x.gpu, lambda: setattr(x, "shape", [1])):
    fails(f)
print(x.cpu())

@tf.function
def f(x):
    x.note = "symbolic"
    print(x.note)
f(x)

# %% names-of-dtypes
for value in ("int", "S", "f", "half", "double", ">f4", list, dict, object, type(None), bytes, int, np.str_, np.integer, np.dtype("U3"), np.array([1]), 1.5, [1], True, np):
    fails(tf.as_dtype, value)

# %% limits-of-dtypes
# needs: numpy>=2.3 (how half-precision numbers print)
for dtype in (tf.float16, tf.float32, tf.int8, tf.uint64, tf.bool, tf.complex64, tf.string):
    fails(lambda: (dtype.min, dtype.max))
    fails(lambda: dtype.limits)
    print(dtype.is_quantized, dtype.is_numpy_compatible)

# %% a-shape-of-text-or-a-dict
for value in ("a", {"a": 1}, [1.5], 1.5, [-1]):
    fails(tf.TensorShape, value)
fails(tf.TensorShape([1, None, 3]).with_rank_at_most, 2)
print(tf.TensorShape([1]).with_rank_at_most(2))

# %% static-values
print(tf.get_static_value(tf.constant([1, 2])), tf.get_static_value(tf.Variable(1)), tf.get_static_value(3), tf.is_symbolic_tensor(tf.constant(1)))

@tf.function
def f(x):
    print(tf.get_static_value(x), tf.get_static_value(tf.shape(x)), tf.get_static_value(tf.constant(3) + 4), tf.get_static_value(tf.constant([1, 2])))
    print(tf.get_static_value(tf.stack([1, x[0]])), tf.get_static_value(tf.stack([1, x[0]]), partial=True), tf.is_symbolic_tensor(x))
f(tf.constant([1, 2]))

# %% conversion-functions
class Price:
    def __init__(self, value):
        self.value = value

def to_tensor(value, dtype=None, name=None, as_ref=False):
    return tf.constant(value.value, dtype=dtype)

tf.register_tensor_conversion_function(Price, to_tensor)
print(tf.convert_to_tensor(Price(3)), tf.add(Price(1), 2), tf.constant(1) + Price(2), tf.convert_to_tensor(Price(1), tf.float32), tf.function(lambda x: tf.add(x, 1))(Price(4)))
fails(tf.register_tensor_conversion_function, Price, 3)
fails(tf.register_tensor_conversion_function, 3, to_tensor)
fails(tf.register_tensor_conversion_function, int, to_tensor)

# %% constants-of-tensors
T, V, S = C([1.0, 2.0]), tf.Variable([1.0, 2.0]), tf.Variable(2.0)
for value in (T, [T[0], T[1]], [1.0, T[0]], [[1.0, T[0]]], [[T[0], 1.0]], V, [V, V], [1.0, S], [S, 1.0], [f32(1), T[0]]):
    for dtype in (None, tf.float32, tf.float64, tf.int32):
        fails(C, value, dtype)
        fails(tf.function(lambda: C(value, dtype), autograph=False))

# %% constants-of-symbolic-tensors
for make in (lambda t: C(t), lambda t: C(t, tf.float32), lambda t: C(t, tf.int32), lambda t: C([t[0], 1.0]), lambda t: C([1.0, t[0]], tf.float64),
             lambda t: C((t, t), tf.float32), lambda t: C(t > 0), lambda t: C(tf.shape(t)[0]), lambda t: C(t, shape=[2, 1]), lambda t: C([t[0], tf.Variable(1.0)])):
    fails(tf.function(make, autograph=False), C([1.0, 2.0]))

# %% constants-with-shapes
V, two = tf.Variable([2]), C(2)
for shape in (two, [two], C([2]), V, [C(1), 2]):
    fails(C, 1.0, None, shape)
for make in (lambda t: C(1.0, shape=tf.shape(t)), lambda t: C(1.0, shape=[tf.shape(t)[0]]), lambda t: C(1.0, shape=tf.size(t)), lambda t: C(1.0, shape=[two]), lambda t: C(1.0, shape=V)):
    fails(tf.function(make, autograph=False), C([1.0, 2.0]))
fails(C, tf.Variable(2.0), None, [2])
