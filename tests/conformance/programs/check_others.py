import numpy as np
import tensorflow as tf
from tell import fails

C, D = tf.constant, tf.debugging


def graph(f, *args, signature=None):
    @tf.function(input_signature=signature)
    def traced(*args):
        f(*args)
        return args[0]
    fails(traced, *args)


ANY = [tf.TensorSpec(None)]

# %% rank-eager
D.assert_rank([1, 2], 1)
fails(D.assert_rank, [1, 2], 2)
fails(D.assert_rank, [1, 2], 2, "msg")
fails(D.assert_rank_at_least, [1, 2], 2)
fails(D.assert_rank_in, [1, 2], [0, 2])
fails(D.assert_rank, [1, 2], 1.5)
fails(D.assert_rank, [1, 2], [1])
fails(D.assert_scalar, [1])
print(D.assert_rank(1, 0), D.assert_rank_in([1], [1, 2]), D.assert_scalar(1))

# %% rank-in-a-graph
graph(lambda x: D.assert_rank(x, 2), C([1.0]))
graph(lambda x: D.assert_rank_at_least(x, 2, "msg"), C([1.0]))
graph(lambda x: D.assert_rank(x, 1), C([1.0]))
graph(lambda x: D.assert_rank(x, 2), C([1.0]), signature=ANY)
graph(lambda x: D.assert_rank(x, 2, "msg"), C([1.0]), signature=ANY)
graph(lambda x: D.assert_rank_at_least(x, 2), C([1.0]), signature=ANY)
graph(lambda x: D.assert_rank_in(x, [0, 2]), C([1.0]), signature=ANY)
graph(lambda x: D.assert_rank_in(x, [0, 1]), C([1.0]), signature=ANY)

# %% shapes-eager
D.assert_shapes([(C([[1, 2]]), ("A", "B")), (C([1, 2]), ("B",))])
D.assert_shapes([(C([[1, 2]]), (None, "B")), (C([[[1, 2]]]), (..., "B")), (C([[1, 2]]), ("*", 2)), (C(1), ()), (C(1), (1,))])
fails(D.assert_shapes, [(C([[1, 2]]), ("A", "B")), (C([1, 2, 3]), ("B",))])
fails(D.assert_shapes, [(C([[1, 2]]), (1, 3))])
fails(D.assert_shapes, [(C([[1, 2]]), (1, 3))], message="msg")
fails(D.assert_shapes, [(C([[1, 2]]), ("A",))])
fails(D.assert_shapes, [(C([[1, 2]]), ("A", "B", "C"))])
fails(D.assert_shapes, [(C([[1, 2]]), ("A", ...))])
fails(D.assert_shapes, [(C([[1, 2]]), 3)])
print(D.assert_shapes([(C([1]), (1,))]), D.assert_shapes({}))

# %% shapes-in-a-graph
graph(lambda x: D.assert_shapes([(x, (3,))]), C([1.0]))
graph(lambda x: D.assert_shapes([(x, (3,))]), C([1.0]), signature=[tf.TensorSpec([None])])
graph(lambda x: D.assert_shapes([(x, ("N",)), (tf.concat([x, x], 0), ("N",))]), C([1.0]), signature=[tf.TensorSpec([None])])
graph(lambda x: D.assert_shapes([(x, ("N",)), (x + 1, ("N",))]), C([1.0]), signature=[tf.TensorSpec([None])])

# %% types
fails(D.assert_type, C(1), tf.float32)
fails(D.assert_type, C(1), tf.float32, "msg")
fails(D.assert_integer, C(1.0))
fails(D.assert_integer, 1.5, "msg")
fails(D.assert_same_float_dtype, [C(1.0), C(2.0, tf.float64)])
fails(D.assert_same_float_dtype, [C(1)])
print(D.assert_type(C(1), tf.int32), D.assert_integer(1), D.assert_same_float_dtype([C(1.0)]), D.assert_same_float_dtype(), D.is_numeric_tensor(C(1)), D.is_numeric_tensor(1), D.is_numeric_tensor(C("a")))
graph(lambda x: D.assert_type(x, tf.float32), C(1))
graph(lambda x: D.assert_integer(x), C(1.0))

# %% proper-iterable
D.assert_proper_iterable([1])
fails(D.assert_proper_iterable, 3)
fails(D.assert_proper_iterable, "abc")
fails(D.assert_proper_iterable, C([1]))

# %% finite
for value in ([1.0, float("nan")], [1.0, float("inf")], [-float("inf"), float("inf"), float("nan")], [1.0]):
    fails(D.assert_all_finite, value, "msg")
    fails(D.check_numerics, value, "msg")
fails(D.check_numerics, [1], "msg")

# %% finite-in-a-graph
@tf.function
def f(x):
    return D.check_numerics(x, "here")
@tf.function
def g(x):
    y = D.assert_all_finite(x, "there")
    print(y)
    return y
print(f(C(1.0)), g(C(1.0)))
fails(f, C([float("nan")]))
fails(g, C([float("inf")]))

# %% finite-gradient
x = C([1.0, 4.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = D.check_numerics(tf.sqrt(x), "root")
print(tape.gradient(y, x))
x = C([0.0])
with tf.GradientTape() as tape:
    tape.watch(x)
    y = D.check_numerics(x, "root")
    z = tf.sqrt(y)
fails(tape.gradient, z, x)

# %% unused-check-numerics-runs
@tf.function
def f(x):
    D.check_numerics(1.0 / x, "reciprocal")
    return x
print(f(C(1.0)))
fails(f, C(0.0))

# %% assert-eager
D.Assert(True, [1])
fails(D.Assert, False, [1])
def whole(*args, **kwargs):
    try:
        print(tf.Assert(*args, **kwargs))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
whole(False, ["msg", C([1.0, 2.0, 3.0, 4.0, 5.0]), C([["a", 'b"'], ["c", "d"]]), 3.5, C(1 / 3)])
whole(False, ["msg", C([1, 2, 3, 4, 5])], summarize=1)
whole(False, ["msg", C([1, 2, 3, 4, 5])], summarize=-1)
whole(C([True]), ["msg"])
whole(C(False), ["msg"])
whole(1, ["msg"])
whole(0, ["msg"])
whole(False, [])
whole(False, C([1, 2]))

# %% assert-in-a-graph
@tf.function
def f(x):
    tf.Assert(x > 0, ['bad é"', x, C([1.0, 2.0, 3.0, 4.0, 5.0]), tf.zeros([2, 3]), tf.zeros([2, 2, 5]), C([True]), C(["a"])])
    return x
print(f(C(1)))
fails(f, C(-1))
@tf.function
def g(x):
    tf.Assert(x > 0, ["only text", x], summarize=2)
    return x
print(g(C([1, 2])[0]))
fails(g, C(-1))

# %% assert-condition-types
@tf.function
def f(x):
    tf.Assert(x, ["bad"])
    return x
print(f(C(True)), f(True))
fails(f, C(False))
fails(f, False)
fails(f, C([True, True]))
fails(f, C(1))

# %% python-assert
@tf.function
def f(x):
    assert x > 0, "must be positive"
    return x
print(f(C(1)))
fails(f, C(-1))

# %% python-assert-without-text
@tf.function
def f(x):
    assert tf.reduce_all(x > 0)
    return x
print(f(C([1])))
fails(f, C([-1]))
