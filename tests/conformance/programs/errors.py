import numpy as np
import tensorflow as tf
from tell import fails

C = tf.constant


def both(f, *args):
    """The error eagerly and in a graph."""
    fails(f, *args)
    f.__name__ = "f"  # TensorFlow words the errors of "<lambda>" otherwise
    fails(tf.function(f, autograph=False), *args)


def check(f, x):
    """The same for an assertion, whose operation cannot be returned."""
    fails(f, x)

    @tf.function(autograph=False)
    def f_then_x(x):
        f(x)
        return x

    fails(f_then_x, x)


# %% add-of-unlike-shapes
both(lambda x, y: x + y, C([1, 2]), C([1, 2, 3]))
both(lambda x, y: tf.add(x, y), tf.zeros([2, 3]), tf.zeros([3, 2]))

# %% add-of-unlike-dtypes
both(lambda x, y: x + y, C(1), C(1.0))
both(lambda x, y: x * y, C(1.0), C(1.0, tf.float64))
both(lambda x, y: tf.add(x, y), C(1), C("a"))

# %% add-of-python-values-1
both(lambda x: x + 1.5, C(1))
both(lambda x: x + "a", C(1))
both(lambda x: x + None, C(1))

# %% add-of-python-values-2
both(lambda x: 1.5 + x, C(1))
both(lambda x: x + [1, 2, 3], C([1, 2]))
both(lambda x: x + object(), C(1))

# %% add-of-strings-and-bools-1
both(lambda x, y: x - y, C("a"), C("b"))
both(lambda x, y: x + y, C(True), C(True))
both(lambda x: -x, C(True))

# %% add-of-strings-and-bools-2
both(lambda x: -x, C("a"))
both(lambda x: abs(x), C("a"))
both(lambda x: x + 1, C(True))

# %% matmul-shapes-1
both(lambda x, y: tf.matmul(x, y), tf.zeros([2, 3]), tf.zeros([2, 3]))
both(lambda x, y: x @ y, tf.zeros([2]), tf.zeros([2]))
both(lambda x, y: x @ y, tf.zeros([2, 2]), tf.zeros([2]))

# %% matmul-shapes-2
both(lambda x, y: tf.matmul(x, y), tf.zeros([2, 2]), C([[1, 2], [3, 4]]))
both(lambda x, y: tf.matmul(x, y), tf.zeros([2, 2, 2]), tf.zeros([3, 2, 2]))

# %% reshape-1
both(lambda x: tf.reshape(x, [4]), C([1, 2, 3]))
both(lambda x: tf.reshape(x, [-1, -1]), C([1, 2, 3]))
both(lambda x: tf.reshape(x, [-1, 2]), C([1, 2, 3]))

# %% reshape-2
both(lambda x: tf.reshape(x, [1.5]), C([1, 2, 3]))
both(lambda x: tf.reshape(x, [-2]), C([1, 2, 3]))
both(lambda x: tf.reshape(x, "a"), C([1, 2, 3]))

# %% concat-and-stack-1
both(lambda x, y: tf.concat([x, y], 0), tf.zeros([2, 2]), tf.zeros([2, 3]))
both(lambda x, y: tf.concat([x, y], 2), tf.zeros([2, 2]), tf.zeros([2, 2]))
both(lambda x, y: tf.concat([x, y], 0), C([1]), C([1.0]))

# %% concat-and-stack-2
both(lambda x, y: tf.concat([x, y], 0), C(1), C(1))
both(lambda x, y: tf.stack([x, y]), C([1]), C([1, 2]))
both(lambda x, y: tf.stack([x, y]), C(1), C(1.0))

# %% concat-and-stack-3
both(lambda x, y: tf.stack([x, y], axis=3), C(1), C(1))
both(lambda x: tf.stack([]), C(1))

# %% indexing-1
both(lambda x: x[5], C([1, 2, 3]))
both(lambda x: x[-4], C([1, 2, 3]))
both(lambda x: x[0, 0], C([1, 2, 3]))

# %% indexing-2
both(lambda x: x["a"], C([1, 2, 3]))
both(lambda x: x[1.5], C([1, 2, 3]))
both(lambda x: x[None, 0, 0], C([1, 2, 3]))

# %% indexing-3
both(lambda x: x[[0, 1]], C([1, 2, 3]))
both(lambda x: x[x > 1], C([1, 2, 3]))
both(lambda x: x[::0], C([1, 2, 3]))

# %% indexing-4
both(lambda x: x[0], C(1))
both(lambda x: x[..., ...], C([[1]]))
both(lambda x: x[C(1.0)], C([1, 2]))

# %% indexing-that-is-fine
x = C([1, 2, 3])
print(x[5:], x[-10:2], x[C(1)], x[np.int64(1)], x[()], x[...], x[True] if False else None)

# %% gather-1
both(lambda x: tf.gather(x, 5), C([1, 2, 3]))
both(lambda x: tf.gather(x, [-1]), C([1, 2, 3]))
both(lambda x: tf.gather(x, [0, 9]), C([[1], [2]]))

# %% gather-2
both(lambda x: tf.gather(x, 1.0), C([1, 2, 3]))
both(lambda x: tf.gather(x, [0], axis=2), C([1, 2, 3]))
both(lambda x: tf.gather_nd(x, [[5]]), C([1, 2, 3]))

# %% gather-3
both(lambda x: tf.gather_nd(x, [[0, 0]]), C([1, 2, 3]))

# %% scatter
both(lambda x: tf.tensor_scatter_nd_update(x, [[7]], [1]), C([1, 2, 3]))
both(lambda x: tf.tensor_scatter_nd_update(x, [[0]], [1, 2]), C([1, 2, 3]))
both(lambda x: tf.tensor_scatter_nd_add(x, [[0]], [1.0]), C([1, 2, 3]))
both(lambda x: tf.scatter_nd([[9]], x, [3]), C([1]))

# %% division-by-zero-1
both(lambda x: x // 0, C(1))
both(lambda x: x % 0, C(1))
both(lambda x: x / 0, C(1))

# %% division-by-zero-2
both(lambda x: x // 0.0, C(1.0))
both(lambda x: tf.math.floordiv(x, C([1, 0])), C([4, 4]))

# %% reductions-1
both(lambda x: tf.reduce_sum(x, axis=5), C([1, 2]))
both(lambda x: tf.reduce_sum(x), C(["a"]))
both(lambda x: tf.reduce_mean(x), C([True]))

# %% reductions-2
both(lambda x: tf.reduce_all(x), C([1]))
both(lambda x: tf.argmax(x, axis=3), C([1, 2]))
both(lambda x: tf.reduce_sum(x, axis=[0, 0]), C([[1, 2]]))

# %% reductions-3
both(lambda x: tf.reduce_sum(x, axis="a"), C([1, 2]))
both(lambda x: tf.reduce_max(x, 1.5), C([1, 2]))

# %% cast-and-convert-1
both(lambda x: tf.cast(x, tf.int32), C("a"))
both(lambda x: tf.cast(x, tf.string), C(1))
both(lambda x: tf.cast(x, "nothing"), C(1))

# %% cast-and-convert-2
both(lambda x: tf.convert_to_tensor(x, tf.float32), C(1))
fails(tf.constant, object())
fails(tf.constant, [1, "a"])

# %% cast-and-convert-3
fails(tf.constant, [1, 2.5, "a"])
fails(tf.constant, [[1, 2], [3]])
fails(tf.constant, None)

# %% cast-and-convert-4
fails(tf.constant, 1.5, tf.int32)
fails(tf.constant, "a", tf.float32)
fails(tf.constant, 2**40, tf.int32)

# %% cast-and-convert-5
fails(tf.constant, 2**70)
fails(tf.constant, 300, tf.uint8)
fails(tf.constant, -1, tf.uint8)

# %% cast-and-convert-6
fails(tf.constant, {"a": 1})
fails(tf.constant, {1, 2})
fails(tf.constant, [None])

# %% cast-and-convert-7
fails(tf.constant, [1, 2, 3], shape=[2])
fails(tf.constant, [1, 2, 3, 4], shape=[3])

# %% strings-to-number
both(lambda x: tf.strings.to_number(x), C("abc"))
both(lambda x: tf.strings.to_number(x, tf.int32), C("1.5"))
both(lambda x: tf.strings.to_number(x), C(1))

# %% where-and-select
both(lambda x: tf.where(x, 1, 2), C([1, 0]))
both(lambda x: tf.where(x, [1, 2, 3], [4, 5]), C([True, False]))
both(lambda x: tf.where(x, 1, 2.0), C(True))
both(lambda x: tf.where(x, C(1), C(2.0)), C(True))

# %% split-and-unstack-1
both(lambda x: tf.split(x, 2), C([1, 2, 3]))
both(lambda x: tf.split(x, [1, 1]), C([1, 2, 3]))
both(lambda x: tf.unstack(x), C(1))

# %% split-and-unstack-2
both(lambda x: tf.unstack(x, num=3), C([1, 2]))
both(lambda x: tf.split(x, 0), C([1, 2]))

# %% squeeze-expand-transpose-1
both(lambda x: tf.squeeze(x, 0), C([1, 2]))
both(lambda x: tf.squeeze(x, 5), C([1, 2]))
both(lambda x: tf.expand_dims(x, 4), C([1, 2]))

# %% squeeze-expand-transpose-2
both(lambda x: tf.transpose(x, [0, 2]), C([[1, 2]]))
both(lambda x: tf.transpose(x, [0]), C([[1, 2]]))
both(lambda x: tf.transpose(x, [0, 0]), C([[1, 2]]))

# %% slice-and-pad-and-tile-1
both(lambda x: tf.slice(x, [1], [5]), C([1, 2, 3]))
both(lambda x: tf.slice(x, [5], [1]), C([1, 2, 3]))
both(lambda x: tf.slice(x, [0, 0], [1, 1]), C([1, 2, 3]))

# %% slice-and-pad-and-tile-2
both(lambda x: tf.pad(x, [[1, 1], [1, 1]]), C([1, 2, 3]))
both(lambda x: tf.pad(x, [[-1, 1]]), C([1, 2, 3]))
both(lambda x: tf.pad(x, [[1, 1]], mode="NOPE"), C([1, 2, 3]))

# %% slice-and-pad-and-tile-3
both(lambda x: tf.pad(x, [[5, 1]], mode="REFLECT"), C([1, 2, 3]))
both(lambda x: tf.tile(x, [1, 1]), C([1, 2, 3]))
both(lambda x: tf.tile(x, [-1]), C([1, 2, 3]))

# %% slice-and-pad-and-tile-4
both(lambda x: tf.broadcast_to(x, [2]), C([1, 2, 3]))

# %% creation-1
fails(tf.zeros, [-1])
fails(tf.zeros, [1.5])
fails(tf.zeros, "a")

# %% creation-2
fails(tf.ones, [None])
fails(tf.fill, [2], None)
fails(tf.fill, [-1], 0)

# %% creation-3
fails(tf.range, 0, 10, 0)
fails(tf.range, 10, 0)
fails(tf.range, "a")

# %% creation-4
fails(tf.range, 0, 5, -1)
fails(tf.linspace, 0.0, 1.0, 0)
fails(tf.linspace, 0, 1, 3)

# %% creation-5
fails(tf.eye, -1)
fails(tf.one_hot, [0], -1)
fails(tf.eye, 2.5)

# %% top-k-sort-and-unique-1
both(lambda x: tf.math.top_k(x, 5), C([1, 2]))
both(lambda x: tf.math.top_k(x, -1), C([1, 2]))
both(lambda x: tf.math.top_k(x), C(1))

# %% top-k-sort-and-unique-2
both(lambda x: tf.sort(x, direction="UP"), C([2, 1]))
both(lambda x: tf.sort(x), C(["b", "a"]))
both(lambda x: tf.unique(x), C([[1, 2]]))

# %% linear-algebra-1
both(lambda x: tf.linalg.inv(x), tf.zeros([2, 2]))
both(lambda x: tf.linalg.inv(x), tf.zeros([2, 3]))
both(lambda x: tf.linalg.cholesky(x), C([[-1.0]]))

# %% linear-algebra-2
both(lambda x: tf.linalg.solve(x, tf.zeros([3, 1])), tf.eye(2))
both(lambda x: tf.linalg.inv(x), C([[1, 2], [3, 4]]))

# %% softmax-and-losses-1
both(lambda x: tf.nn.softmax(x), C([1, 2]))
both(lambda x: tf.nn.relu(x), C("a"))
both(lambda x: tf.nn.softmax_cross_entropy_with_logits(x, tf.zeros([1, 3])), tf.zeros([1, 2]))

# %% softmax-and-losses-2
both(lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits(x, tf.zeros([1, 2])), C([0, 1]))
both(lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits(C([1.0]), x), tf.zeros([1, 2]))
both(lambda x: tf.nn.sigmoid_cross_entropy_with_logits(x, tf.zeros([3])), tf.zeros([2]))

# %% conv-and-pool
both(lambda x: tf.nn.conv2d(x, tf.zeros([2, 2, 3, 1]), 1, "VALID"), tf.zeros([1, 4, 4, 1]))
both(lambda x: tf.nn.conv2d(x, tf.zeros([2, 2, 1, 1]), 1, "NOPE"), tf.zeros([1, 4, 4, 1]))
both(lambda x: tf.nn.conv2d(x, tf.zeros([2, 2, 1, 1]), 1, "VALID"), tf.zeros([4, 4, 1]))
both(lambda x: tf.nn.max_pool2d(x, 9, 1, "VALID"), tf.zeros([1, 4, 4, 1]))

# %% dropout
fails(tf.nn.dropout, tf.zeros([2]), 1.0)
fails(tf.nn.dropout, tf.zeros([2]), -0.1)
fails(tf.nn.dropout, tf.zeros([2]), 1.5)
fails(tf.nn.dropout, C([1, 2]), 0.5)

# %% random-1
fails(tf.random.uniform, [2], dtype=tf.int32)
fails(tf.random.uniform, [2], 5, 1, tf.int32)
fails(tf.random.uniform, [-1])

# %% random-2
fails(tf.random.normal, [2], dtype=tf.int32)
fails(tf.random.normal, "a")
fails(tf.random.stateless_normal, [2], [1])

# %% random-3
fails(tf.random.stateless_normal, [2], None)

# %% assertions-1
check(lambda x: tf.debugging.assert_equal(x, 0, message="bad"), C(5))
check(lambda x: tf.debugging.assert_positive(x), C([1, -1]))
check(lambda x: tf.debugging.assert_less(x, 3), C([1, 5]))

# %% assertions-2
check(lambda x: tf.debugging.assert_shapes([(x, ("N", 3))]), tf.zeros([2, 2]))
check(lambda x: tf.debugging.assert_rank(x, 2), tf.zeros([2]))
check(lambda x: tf.debugging.assert_type(x, tf.float32), C(1))

# %% assertions-3
check(lambda x: tf.debugging.assert_none_equal(x, 1), C([1, 2]))
check(lambda x: tf.debugging.assert_all_finite(x, "not finite"), C([1.0, float("nan")]))
check(lambda x: tf.debugging.check_numerics(x, "msg"), C([float("inf")]))

# %% assertions-4
check(lambda x: tf.debugging.assert_near(x, 1.0), C(2.0))
check(lambda x: tf.debugging.assert_integer(x), C(1.0))
check(lambda x: tf.debugging.assert_scalar(x), C([1]))

# %% assertions-5
check(lambda x: tf.debugging.assert_non_negative(x), C(-1))
check(lambda x: tf.debugging.assert_greater_equal(x, 2, message="m", summarize=1), C([1, 1, 1]))
check(lambda x: tf.debugging.assert_same_float_dtype([x, C(1.0, tf.float64)]), C(1.0))

# %% assertions-that-hold
x = C([1, 2])
print(tf.debugging.assert_positive(x), tf.debugging.assert_equal(x, x), tf.debugging.assert_rank(x, 1), tf.debugging.assert_type(x, tf.int32))
@tf.function
def f(x):
    op = tf.debugging.assert_positive(x)
    print(type(op).__name__, op.type if hasattr(op, "type") else None)
    return x
print(f(x))

# %% tf-assert
check(lambda x: tf.Assert(x > 0, [x, "data"]), C(-1))
check(lambda x: tf.Assert(x > 0, [x]), C(1))
check(lambda x: tf.Assert(False, [x]), C(1))

# %% assertion-in-full
# full error
tf.debugging.assert_equal(C([1, 2, 3]), C([1, 0, 3]), message="unequal")

# %% assertion-in-a-graph-in-full
# full error
@tf.function
def f(x):
    tf.debugging.assert_equal(x, 0, message="bad")
    return x
f(C(5))

# %% static-assertion-at-trace
@tf.function
def f():
    tf.debugging.assert_equal(1, 2, message="static")
    return C(1)
fails(f)
@tf.function
def g(x):
    tf.debugging.assert_rank(x, 2)
    return x
fails(g, C(1))

# %% dynamic-shape-errors
@tf.function(input_signature=[tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.int32)])
def f(x, y):
    return x + y
print(f([1], [2, 3]))
fails(f, [1, 2], [1, 2, 3])
@tf.function(input_signature=[tf.TensorSpec(None), tf.TensorSpec(None)])
def g(x, y):
    return tf.matmul(x, y)
fails(g, [[1.0, 2.0]], [[1.0, 2.0]])
fails(g, [1.0], [1.0])

# %% dynamic-reshape-error
@tf.function(input_signature=[tf.TensorSpec([None])])
def f(x):
    return tf.reshape(x, [2, 2])
print(f([1.0, 2.0, 3.0, 4.0]))
fails(f, [1.0, 2.0, 3.0])

# %% eager-error-in-full
# full error
tf.zeros([2]) + tf.zeros([3])

# %% trace-error-in-full
# full error
@tf.function
def outer(x):
    y = inner(x)
    return y
def inner(x):
    return x + tf.zeros([3])
outer(tf.zeros([2]))

# %% runtime-error-in-full
# full error
@tf.function
def f(x):
    y = tf.gather([1, 2, 3], x)
    return y + 1
f(C(5))

# %% runtime-error-in-nested-function-in-full
# full error
@tf.function
def inner(x):
    return tf.gather([1, 2, 3], x)
@tf.function
def outer(x):
    return inner(x) * 2
outer(C(5))

# %% runtime-division-by-zero-in-full
# full error
@tf.function
def f(x):
    return 10 // x
f(C(0))

# %% error-attributes
try:
    tf.gather([1, 2, 3], 5)
except tf.errors.InvalidArgumentError as error:
    print(type(error).__mro__[1].__name__, error.error_code, error.op, error.node_def, isinstance(error, ValueError), error.message.split("}} ")[-1])

# %% error-classes
for name in ("InvalidArgumentError", "NotFoundError", "OutOfRangeError", "FailedPreconditionError", "UnimplementedError", "InternalError", "UnknownError", "ResourceExhaustedError", "OperatorNotAllowedInGraphError", "CancelledError", "AlreadyExistsError", "PermissionDeniedError", "UnavailableError", "DeadlineExceededError", "DataLossError", "AbortedError", "UnauthenticatedError", "OpError", "InaccessibleTensorError"):
    print(name, [c.__name__ for c in getattr(tf.errors, name).__mro__] if hasattr(tf.errors, name) else None)

# %% py-function-raises
def bad(x):
    raise ZeroDivisionError("oops")
both(lambda x: tf.py_function(bad, [x], tf.int32), C(1))
def bad(x):
    raise ValueError("value")
both(lambda x: tf.py_function(bad, [x], tf.int32), C(1))
both(lambda x: tf.numpy_function(bad, [x], tf.int32), C(1))
class Mine(Exception):
    pass
def bad(x):
    raise Mine("mine")
both(lambda x: tf.py_function(bad, [x], tf.int32), C(1))
for error in (TypeError("t"), StopIteration("s"), KeyError("k"), NotImplementedError("n"), MemoryError("m")):
    def bad(x):
        raise error
    fails(lambda: tf.py_function(bad, [C(1)], tf.int32))

# %% py-function-wrong-results-1
both(lambda x: tf.py_function(lambda v: 1.5, [x], tf.int32), C(1))
both(lambda x: tf.py_function(lambda v: "a", [x], tf.int32), C(1))
both(lambda x: tf.py_function(lambda v: [v, v], [x], tf.int32), C(1))

# %% py-function-wrong-results-2
both(lambda x: tf.py_function(lambda v: v, [x], [tf.int32, tf.int32]), C(1))
both(lambda x: tf.py_function(lambda v: None, [x], tf.int32), C(1))
both(lambda x: tf.numpy_function(lambda v: 1.5, [x], tf.int32), C(1))

# %% py-function-wrong-results-3
both(lambda x: tf.py_function(lambda v: v, [x], tf.float32), C(1))

# %% calling-a-tensor
fails(lambda: C(1)(2))
fails(lambda: C([1])())

# %% wrong-keyword
# differs: Python's own text for an unknown keyword; a name that the runtime lacks is said to be lacking
fails(lambda: tf.add(1, 2, bogus=3))
fails(lambda: tf.reduce_sum([1], bogus=3))
fails(lambda: tf.constant())
fails(lambda: tf.nonsense)

# %% wrong-argument-types-of-shape-functions-1
both(lambda x: tf.reshape(x, None), C([1]))
both(lambda x: tf.expand_dims(x, None), C([1]))
both(lambda x: tf.concat(x, 0), C(1))

# %% wrong-argument-types-of-shape-functions-2
both(lambda x: tf.one_hot(x, 3), C(1.0))
both(lambda x: tf.tile(x, 2), C([1]))

# %% lambda-at-run-time
fails(tf.function(lambda x: tf.gather([1, 2, 3], x)), C(5))
fails(tf.function(lambda x: 1 // x), C(0))

# %% negative-power-of-an-integer
fails(lambda: C(2) ** -1)
fails(lambda: tf.pow(C([2, 3]), -1))

# %% negative-power-of-an-integer-in-a-graph
# differs: TensorFlow's graph optimiser makes a reciprocal of the power, for which it has no integer kernel, and says so
@tf.function
def f(x):
    return x ** -1
fails(f, C(2))

# %% empty-list-of-concat
fails(tf.concat, [], 0)

# %% missing-argument
# differs: Python's own text, which names the function and the argument; TensorFlow's wrapper says less
fails(lambda: tf.add(1))
fails(lambda: tf.exp())
fails(lambda: tf.exp(1.0, "name", 2))
fails(lambda: tf.matmul([[1]], [[1]], a=1))
