import numpy as np
import tensorflow as tf
from tell import fails, headline

C = tf.constant
DTYPES = (tf.bool, tf.uint8, tf.int8, tf.int16, tf.int32, tf.int64, tf.float16, tf.float32, tf.float64, tf.complex64, tf.string)


def one(dtype):
    return C("1") if dtype == tf.string else tf.cast(C([1, 2]), dtype)


def table(op):
    """For each dtype: that of the result, or the class of the error."""
    for dtype in DTYPES:
        x = one(dtype)
        try:
            r = op(x)
            print(dtype.name, "->", r.dtype.name, np.asarray(r).tolist())
        except Exception as e:
            print(dtype.name, "->", type(e).__name__)


# %% add
table(lambda x: x + x)

# %% subtract
table(lambda x: x - x)

# %% multiply
table(lambda x: x * x)

# %% true-divide
table(lambda x: x / x)

# %% floor-divide
table(lambda x: x // x)

# %% modulo
table(lambda x: x % x)

# %% power
table(lambda x: x ** x)

# %% negate
table(lambda x: -x)

# %% absolute
table(abs)

# %% less
table(lambda x: x < x)

# %% equal
table(lambda x: x == x)

# %% maximum
table(lambda x: tf.maximum(x, x))

# %% sum
table(tf.reduce_sum)

# %% mean
table(tf.reduce_mean)

# %% max
table(tf.reduce_max)

# %% product
table(tf.reduce_prod)

# %% exponential
table(lambda x: tf.round(tf.exp(x) * 100))

# %% square-root
table(lambda x: tf.sqrt(x * x))

# %% square
table(tf.square)

# %% sign
table(tf.sign)

# %% round
table(tf.round)

# %% matmul
table(lambda x: tf.matmul(x[None], x[:, None]))

# %% invert
table(lambda x: ~x)

# %% and
table(lambda x: x & x)

# %% cumulative-sum
table(tf.cumsum)

# %% argmax
table(tf.argmax)

# %% sort
table(tf.sort)

# %% relu
table(tf.nn.relu)

# %% where
table(lambda x: tf.where([True, False], x, x))

# %% concat
table(lambda x: tf.concat([x, x], 0))

# %% gather
table(lambda x: tf.gather(x, [1, 0]))

# %% zeros-and-ones-like
table(lambda x: tf.zeros_like(x))
table(lambda x: tf.ones_like(x))

# %% cast-to-int32
table(lambda x: tf.cast(x, tf.int32))

# %% cast-to-bool
table(lambda x: tf.cast(x, tf.bool))

# %% plus-python-int
table(lambda x: x + 1)

# %% plus-python-float
table(lambda x: x + 1.5)

# %% python-float-times
table(lambda x: 2.0 * x)

# %% plus-python-bool
table(lambda x: x + True)

# %% plus-numpy-float64
table(lambda x: x + np.float64(1))

# %% plus-numpy-int64
table(lambda x: x + np.int64(1))

# %% variable-assign-add
def go(x):
    v = tf.Variable(x)
    v.assign_add(x)
    return v.read_value()
table(go)

# %% pairs-of-dtypes
for a in DTYPES[:-1]:
    row = []
    for b in DTYPES[:-1]:
        try:
            row.append((one(a) + one(b)).dtype.name)
        except Exception as e:
            row.append("-")
    print(a.name, *row)

# %% constants-of-dtype
for dtype in DTYPES[:-1]:
    for value in (True, 1, 1.0, 1j, "a"):
        try:
            print(dtype.name, repr(value), C(value, dtype).numpy())
        except Exception as e:
            print(dtype.name, repr(value), type(e).__name__)

# %% constants-out-of-range
for dtype, value in ((tf.uint8, 256), (tf.uint8, -1), (tf.int8, 128), (tf.int32, 2**31), (tf.int64, 2**63), (tf.float16, 1e6), (tf.int16, 40000)):
    try:
        print(dtype.name, value, C(value, dtype))
    except Exception as e:
        print(dtype.name, value, type(e).__name__, headline(str(e)))

# %% in-a-graph-the-same-dtypes
@tf.function
def f(x):
    print((x + x).dtype.name, (x / x).dtype.name, (x // x).dtype.name, tf.reduce_mean(x).dtype.name, (x < x).dtype.name, tf.cast(x, tf.float32).dtype.name)
    return x
for dtype in (tf.int8, tf.int32, tf.int64, tf.float16, tf.float32, tf.float64):
    f(one(dtype))
