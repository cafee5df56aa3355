import numpy as np
import tensorflow as tf
from tell import fails

R = tf.random


def bits(t):
    t = np.asarray(t)
    return f"{t.dtype} {t.shape} {[float(v).hex() if t.dtype.kind == 'f' else int(v) for v in t.ravel()]}"


# %% gamma
R.set_seed(1)
for dtype in (tf.float32, tf.float64, tf.float16):
    print(bits(R.gamma([5], [0.3, 1.0, 2.5], dtype=dtype)), bits(R.gamma([5], 2.0, dtype=dtype, seed=4)), bits(R.gamma([2], 2.0, dtype=dtype, seed=4)))

# %% gamma-shapes-and-rates
R.set_seed(2)
print(bits(R.gamma([2], [1.0, 2.0], [[1.0], [3.0]])), bits(R.gamma([], 3.0, 2.0)), bits(R.gamma([2, 2], [0.5])))

# %% poisson
R.set_seed(3)
for dtype in (tf.float32, tf.float64, tf.float16, tf.int32, tf.int64):
    print(bits(R.poisson([6], [0.5, 9.9, 10.0, 55.5], dtype=dtype)))
print(bits(R.poisson([3], 2.0, seed=1)), bits(R.poisson([3], 2.0, seed=1)), bits(R.poisson([2], 0.0)), bits(R.poisson([], [3, 4])))

# %% stateless
print(bits(R.stateless_gamma([4, 3], [1, 2], [0.5, 1.0, 3.0])), bits(R.stateless_gamma([3], [1, 2], 2.0, 4.0)))
print(bits(R.stateless_poisson([4, 3], [1, 2], [0.5, 11.0, 100.0])), bits(R.stateless_poisson([3], [5, 6], 4.5, tf.float32)))

# %% in-a-function
R.set_seed(4)
@tf.function
def f(a):
    x, y = R.gamma([2], a), R.poisson([2], a)
    print(x, y)
    return x, y
print(*map(bits, f(tf.constant([1.5, 0.5])))); print(*map(bits, f(tf.constant([1.5, 0.5]))))

# %% errors
fails(R.gamma, 2, 1.0)
fails(R.gamma, [2], 1.0, dtype=tf.int32)
fails(R.gamma, [2], [1.0, 2.0], [1.0, 2.0, 3.0])
fails(R.poisson, [2], 1.0, dtype=tf.string)
fails(R.stateless_gamma, [3], [1, 2], [1.0, 2.0])
