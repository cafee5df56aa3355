"""What fails, fails both ways."""
import tensorflow as tf


@tf.function
def shapes(x):
    return x + tf.ones([2, 2, 7])


@tf.function
def asserted(x):
    tf.debugging.assert_positive(x - 100.0)
    return x


@tf.function
def raised(x):
    raise ValueError(f"always {x.shape}")


@tf.function
def missing(x):
    return x.no_such_method()


@tf.function
def index(x):
    return [x, x][5]


@tf.function
def dtypes(x):
    return x + tf.constant(1, tf.int32)


@tf.function
def outside(x):
    return tf.gather(x, tf.constant([7]))


@tf.function
def recovered(x):
    try:
        raise KeyError("here")
    except KeyError:
        return x * 2.0


for _ in range(2):
    for function in (shapes, asserted, raised, missing, index, dtypes, outside, recovered):
        try:
            print(function(tf.constant([1.0, 2.0, 3.0])).numpy())
        except Exception:
            print(function.python_function.__name__, "failed")
