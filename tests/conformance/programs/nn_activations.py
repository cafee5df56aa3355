import numpy as np
import tensorflow as tf
from tell import fails, show

x = tf.constant([-3.0, -0.5, 0.0, 0.5, 3.0, 7.0])


def near(tensor):
    """Three decimals: libm and Eigen differ in the digits beyond."""
    print((np.round(np.asarray(tensor, np.float64), 3) + 0.0).tolist())


def slopes(f, x=x, twice=True):
    """First and second derivative."""
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = f(x)
        dy = inner.gradient(y, x)
    near(y), near(dy)
    if twice:
        second = outer.gradient(dy, x)
        print(None) if second is None else near(second)


# %% values-and-slopes-relu
slopes(tf.nn.relu)
slopes(tf.nn.relu6)
slopes(tf.nn.leaky_relu)
slopes(lambda v: tf.nn.leaky_relu(v, 0.3))

# %% values-and-slopes-elu
slopes(tf.nn.elu)
slopes(tf.nn.selu)

# %% values-and-slopes-smooth
slopes(tf.nn.softplus)
slopes(tf.nn.softsign, twice=False)
slopes(tf.nn.sigmoid)
slopes(tf.nn.tanh)

# %% values-and-slopes-gelu
slopes(tf.nn.gelu)
slopes(lambda v: tf.nn.gelu(v, approximate=True))

# %% values-and-slopes-swish
slopes(tf.nn.silu)
slopes(lambda v: tf.nn.swish(v, 1.5))

# %% crelu
show(tf.nn.crelu(tf.constant([[1.0, -2.0]])), tf.nn.crelu(tf.constant([[1.0, -2.0]]), axis=0))

# %% not-a-number-and-infinity
odd = tf.constant([float("nan"), float("inf"), -float("inf"), -0.0])
for f in (tf.nn.relu, tf.nn.relu6, tf.nn.elu, tf.nn.selu, tf.nn.leaky_relu, tf.nn.softplus, tf.nn.softsign, tf.nn.sigmoid):
    print(f(odd).numpy())

# %% dtypes
for dtype in (tf.float16, tf.float64):
    v = tf.constant([-1.5, 0.25, 2.0], dtype)
    show(tf.nn.relu(v), tf.nn.elu(v), tf.nn.selu(v), tf.nn.leaky_relu(v), tf.nn.relu6(v), tf.nn.softsign(v))

# %% integers
v = tf.constant([-1, 0, 9])
print(tf.nn.relu(v), tf.nn.relu6(v), tf.nn.leaky_relu(v))
fails(tf.nn.elu, v)
fails(tf.nn.gelu, v)
fails(tf.nn.sigmoid, v)
fails(tf.nn.relu, "a")
fails(tf.nn.relu, [True])

# %% python-values
show(tf.nn.relu([-1.0, 2.0]), tf.nn.softmax([1.0, 2.0]), tf.nn.elu(1.0), tf.nn.relu(np.array([-1.0, 1.0])))

# %% node-names
@tf.function
def f(x):
    for g in (tf.nn.relu, tf.nn.relu6, tf.nn.elu, tf.nn.selu, tf.nn.leaky_relu, tf.nn.softplus, tf.nn.softsign, tf.nn.sigmoid,
              tf.nn.tanh, tf.nn.softmax, tf.nn.log_softmax, tf.nn.gelu):
        print(g(x))
    print(tf.nn.relu(x, name="mine"), tf.nn.leaky_relu(x, name="mine"), tf.nn.gelu(x, name="mine"))
    return x
f(x)

# %% unknown-shapes
@tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec(None)])
def f(a, b):
    print(tf.nn.relu(a), tf.nn.softmax(a), tf.nn.elu(b), tf.nn.softmax(b), tf.nn.leaky_relu(b))
    return tf.nn.softmax(a)
show(f(tf.ones([2, 3]), tf.ones([2])))

# %% softmax
logits = tf.constant([[1.0, 2.0, 3.0], [1000.0, 1000.0, -1000.0]])
show(tf.nn.softmax(logits), tf.nn.log_softmax(logits), tf.nn.softmax(logits, axis=0), tf.nn.log_softmax(logits, axis=0))
show(tf.nn.softmax(tf.reshape(tf.range(24.0), [2, 3, 4]), axis=1))
show(tf.nn.softmax(logits, axis=-2), tf.nn.softmax(logits, axis=1), tf.nn.softmax(tf.zeros([0, 3])), tf.nn.softmax(tf.zeros([2, 0])))

# %% softmax-slopes
slopes(tf.nn.softmax, tf.constant([[1.0, 2.0, 3.0]]))
slopes(tf.nn.log_softmax, tf.constant([[1.0, 2.0, 3.0]]))
slopes(lambda v: tf.nn.softmax(v, axis=0) ** 2, tf.constant([[1.0, 2.0], [3.0, 5.0]]))

# %% softmax-of-odd-values
print(tf.nn.softmax([float("inf"), 1.0]).numpy(), tf.nn.softmax([-float("inf"), 1.0]).numpy(), tf.nn.softmax([float("nan"), 1.0]).numpy())
print(tf.nn.softmax([-float("inf"), -float("inf")]).numpy())

# %% softmax-errors
fails(tf.nn.softmax, 1.0)
fails(tf.nn.softmax, [1.0, 2.0], axis=1)
fails(tf.nn.softmax, [1.0, 2.0], axis=-2)
fails(tf.nn.softmax, [1, 2])
fails(tf.function(lambda: tf.nn.softmax(1.0)))

# %% in-a-function
@tf.function
def f(x):
    return tf.nn.relu(x), tf.nn.selu(x), tf.nn.softmax(x), tf.nn.gelu(x), tf.nn.silu(x)
show(*f(x))

# %% below-zero-exactly
import tensorflow as tf
x = tf.constant([-3.0, -1e-9, -1e-8, -0.5, 0.0, 2.0])
print(tf.nn.elu(x[:3]), tf.nn.selu(x[1:2]), tf.nn.elu(tf.constant([-1e-17, -3.0], tf.float64)))
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y, z = tf.nn.elu(x), tf.nn.selu(x)
print(tape.gradient(y, x)[1:3], tape.gradient(z, x)[1:3])
