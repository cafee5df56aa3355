import copy
import math
import pickle

import numpy as np
import tensorflow as tf
from tell import fails

C = tf.constant

# %% numpy-functions-take-tensors
t = C([1.0, 4.0, 9.0])
print(np.sqrt(t), np.mean(t), np.concatenate([t, t]), np.argmax(t), np.asarray(t), np.stack([t, t]).shape, np.dot(t, t), type(np.sqrt(t)).__name__)

# %% operators-with-arrays
a, t = np.array([1.0, 2.0], np.float32), C([10.0, 20.0])
for r in (a + t, t + a, a * t, t - a, a / t, a @ t if False else t * a, a < t, t > a, a == t):
    print(type(r).__name__, r)

# %% in-place-on-arrays
a = np.array([1.0, 2.0], np.float32)
a += C([1.0, 1.0])
print(type(a).__name__, a)
b = np.array([1.0, 2.0], np.float32)
b[0] = C(7.0)
print(b)

# %% numpy-scalars
print(type(np.float32(2) * C(3.0)).__name__, np.float32(2) * C(3.0), C(3.0) * np.float32(2), np.int32(2) + C(3), np.bool_(True) & C(True))

# %% python-protocols
# needs: numpy>=2.3 (arrays of one element were scalars)
t = C(3)
print(math.sqrt(C(9.0)), int(C(7.9)), float(C(2)), round(float(C(2.567)), 2), range(C(3)), [1, 2, 3][C(1)], divmod(C(7), 2) if hasattr(t, "__divmod__") else "no divmod")
fails(lambda: "ab" * C(2))
fails(lambda: range(C(3.0)))
fails(lambda: [1, 2][C(1.0)])
fails(math.sqrt, C([1.0, 2.0]))
fails(int, C([1, 2]))
print(int(C([5])), float(C([[2.5]])))

# %% sum-min-max-sorted
t = C([3, 1, 2])
print(sum(t), min(t), max(t), sorted(t), list(reversed(t)) if hasattr(t, "__reversed__") or True else None, any(t > 2), all(t > 0))

# %% unpacking
a, b = C([1, 2])
(c, d), e = C([[1, 2], [3, 4]]), 5
print(a, b, c, d)
def unpack():
    a, b = C([1, 2, 3])
fails(unpack)
def unpack():
    a, b = C(1)
fails(unpack)
print(*C([1, 2]))

# %% zip-enumerate-comprehension
t = C([[1, 2], [3, 4]])
print([(i, r.numpy().tolist()) for i, r in enumerate(t)], [x.numpy() + y.numpy() for x, y in zip(t[0], t[1])], {int(x): 1 for x in t[0]})

# %% chained-comparison-and-boolean-logic
t = C(5)
print(0 < t < 10, bool(0 < t) and bool(t < 3), t and 7, C(0) or "empty", not t)
fails(lambda: C([1, 2]) and 1)

# %% dictionary-keys-by-ref
a, b = C(1), C(1)
d = {a.ref(): "a", b.ref(): "b"}
print(d[a.ref()], d[b.ref()], len(d))
fails(lambda: {a: 1})
fails(lambda: {a})

# %% copying-and-pickling
t = C([1, 2])
print(copy.copy(t), copy.deepcopy(t), copy.deepcopy([t, {"k": t}]))
print(pickle.loads(pickle.dumps(t)))

# %% array-with-dtype
t = C([1.5, 2.5])
print(np.array(t, dtype=np.int32), np.asarray(t, dtype=np.float64), t.numpy().astype(int), np.array([t, t + 1]))

# %% strings-to-numpy
t = C(["a", "bc"])
print(t.numpy(), t.numpy().dtype, np.array(t).astype(str), t.numpy()[1].decode(), C("é").numpy().decode("utf-8"))

# %% arrays-to-tensors
for value in (np.arange(3), np.arange(3.0), np.array([True]), np.array(["a", "bc"]), np.array([b"a"]), np.array([1, 2], np.uint8), np.array(5), np.array([[]]), np.array([1 + 2j])):
    t = tf.convert_to_tensor(value)
    print(t.dtype.name, t.shape, t.numpy().tolist())

# %% arrays-that-cannot
fails(tf.convert_to_tensor, np.array([object()]))
fails(tf.convert_to_tensor, np.array([1, "a"], object))
fails(tf.convert_to_tensor, np.array([None]))
fails(tf.convert_to_tensor, np.datetime64("2020-01-01"))
fails(tf.convert_to_tensor, np.array([[1], [2, 3]], object))

# %% non-contiguous-arrays
a = np.arange(6).reshape(2, 3)
print(tf.convert_to_tensor(a.T), tf.convert_to_tensor(a[:, ::-1]), tf.convert_to_tensor(a[::2]))

# %% big-endian-and-float128
print(tf.convert_to_tensor(np.array([1, 2], ">i4")))
fails(tf.convert_to_tensor, np.array([1.0], np.longdouble))

# %% memory-is-not-shared-with-the-argument
a = np.array([1.0, 2.0], np.float32)
t, u, v = C(a), tf.convert_to_tensor(a), tf.Variable(a)
a[:] = 0
print(t.numpy(), u.numpy(), v.numpy())

# %% tensors-as-shape-arguments
n = C(2)
print(tf.zeros([n, 3]).shape, tf.zeros((n,)).shape, tf.reshape(tf.range(6), [n, -1]).shape, np.zeros(C([2, 2])).shape, tf.fill(C([2]), 1), tf.zeros(n).shape)

# %% numpy-in-a-function-on-python-values
@tf.function
def f(x):
    k = np.arange(3.0)
    return x * k.sum() + np.float32(1) + np.ones(1, np.float32)
print(f(C(2.0)))

# %% numpy-on-a-captured-eager-tensor
t = C([1.0, 2.0])
@tf.function
def f(x):
    return x + np.sum(t) + t.numpy()[0]
print(f(C(0.0)))

# %% numpy-on-a-variable-in-a-function
v = tf.Variable([1.0, 2.0])
@tf.function
def f(x):
    return x + np.sum(v)
fails(f, C(0.0))
@tf.function
def g(x):
    return x + v.numpy()
fails(g, C(0.0))

# %% ufunc-on-a-symbolic-tensor
@tf.function
def f(x):
    return np.sin(x)
fails(f, C(0.0))
@tf.function
def g(x):
    return np.add(x, 1)
fails(g, C(0.0))
@tf.function
def h(x):
    return np.float32(2) * x, np.array([1.0, 2.0], np.float32) * x
print(h(C(3.0)))

# %% python-math-on-a-symbolic-tensor
@tf.function
def f(x):
    return math.sqrt(x)
fails(f, C(4.0))
@tf.function
def g(x):
    return round(x)
fails(g, C(4.0))
@tf.function
def h(x):
    return "%s" % x.shape + str(x.dtype)
print(h(C([4.0])))

# %% item-and-tolist-are-not-tensor-methods
t = C(3)
print(t.numpy().item(), C([1, 2]).numpy().tolist())
fails(lambda: t.item())

# %% experimental-numpy-free-formatting
np.set_printoptions(precision=3)
print(C([1 / 3, 2 / 3]), C(1 / 3))
print(repr(C([1 / 3])))
