import numpy as np
import tensorflow as tf
from tell import fails

C, D = tf.constant, tf.debugging
five, other = C([1, 2, 3, 4, 5]), C([1, 0, 3, 0, 0])


def whole(f, *args, **kwargs):
    """The whole text of the exception."""
    try:
        print(f(*args, **kwargs))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


def graph(f):
    """Traces and runs; the failed assertion's own line."""
    @tf.function
    def traced(*args):
        f(*args)
        return args[0]
    return lambda *args: fails(traced, *args)


# %% equal-eager
for args in ((1, 1), (1, 2), (five, other), (five, other, "boo"), (five, other, None, 1), (np.arange(200), np.arange(200) + 1), (1.5, 2.5)):
    whole(D.assert_equal, *args)

# %% equal-eager-shapes-and-types
whole(D.assert_equal, [1, 2], [[1], [2]])
whole(D.assert_equal, [1, 2], [1, 2, 3])
whole(D.assert_equal, C(1.0), C(1))
whole(D.assert_equal, ["a", "b"], ["a", "c"])
whole(D.assert_equal, five, other, summarize=-1)

# %% others-eager
whole(D.assert_none_equal, [1, 2], [3, 2])
whole(D.assert_less, [1, 2], [2, 2])
whole(D.assert_less_equal, [1, 3], [2, 2])
whole(D.assert_greater, [1, 2], [0, 2])
whole(D.assert_greater_equal, [1, 2], [0, 3], message="told you")

# %% signs-eager
whole(D.assert_positive, [1, 0])
whole(D.assert_negative, [-1, 0])
whole(D.assert_non_negative, [1, -1])
whole(D.assert_non_positive, [1, -1])
whole(D.assert_positive, -np.arange(10.0), "msg")
whole(D.assert_positive, C(-1.5))
whole(D.assert_non_negative, [-1.0] * 5, summarize=2)
print(D.assert_positive([1, 2]), D.assert_negative([]))

# %% near-eager
# needs: numpy<2.5 (what finfo says of integers)
whole(D.assert_near, [1.0, 2.0], [1.0, 2.1])
whole(D.assert_near, [1.0, 2.0], [1.0, 2.0000001])
whole(D.assert_near, [1.0, 2.0], [1.0, 2.1], rtol=0.1, atol=0.1)
whole(D.assert_near, C(1.0, tf.float64), 1.5, message="far")
whole(D.assert_near, [1], [2])

# %% variables
v = tf.Variable([1.0, -2.0])
whole(D.assert_positive, v)
whole(D.assert_equal, v, [1.0, 2.0])

# %% known-while-tracing
graph(lambda x: D.assert_equal(1, 2))(five)
graph(lambda x: D.assert_equal(C([1, 2, 3]), C([1, 2, 4]), "msg"))(five)
graph(lambda x: D.assert_positive(C([0])))(five)
graph(lambda x: D.assert_less(1, 1))(five)
graph(lambda x: D.assert_near(1.0, 2.0))(five)
graph(lambda x: D.assert_positive(3))(five)

# %% found-when-run
graph(lambda x, y: D.assert_equal(x, y))(five, other)
graph(lambda x, y: D.assert_equal(x, y, "msg", 1))(five, other)
graph(lambda x, y: D.assert_equal(x, y, name="mine"))(five, other)
graph(lambda x: D.assert_less(x, 1))(five)
graph(lambda x: D.assert_positive(x))(other)
graph(lambda x: D.assert_non_negative(x, "m"))(C([1.0, -2.0]))
graph(lambda x: D.assert_near(x, C([1.0, 2.0])))(C([1.0, -2.0]))
graph(lambda x: D.assert_none_equal(x, 1))(five)
graph(lambda x: D.assert_greater_equal(x, 2))(five)
graph(lambda x: D.assert_non_positive(x))(five)

# %% passes-when-run
graph(lambda x: D.assert_positive(x))(five)
graph(lambda x: D.assert_near(x, x))(C([1.0, 2.0]))

# %% what-they-return
@tf.function
def f(x):
    print(type(D.assert_equal(x, x)).__name__, D.assert_equal(x, x).name, D.assert_less(x, 9).name, D.assert_positive(x).name)
    print(D.assert_near(tf.cast(x, tf.float32), 1.0, atol=100.0).name, D.Assert(True, [1.0]).name, D.Assert(True, [1]).name)
    return x
f(five)
print(D.assert_equal(1, 1), D.assert_near(1.0, 1.0), D.assert_positive(1))

# %% same-object-is-not-compared
x = C([float("nan")])
print(D.assert_equal(x, x))
fails(D.assert_equal, x, x + 0)

# %% a-failed-assertion-stops-the-function
@tf.function
def f(x):
    tf.print("before")
    D.assert_positive(x, "must be positive")
    tf.print("after")
    return x
f(C(1))
fails(f, C(-1))
f(C(2))

# %% control-dependencies-on-assertions
@tf.function
def f(x):
    with tf.control_dependencies([D.assert_positive(x)]):
        return tf.sqrt(x)
print(f(C(4.0)))
fails(f, C(-4.0))
