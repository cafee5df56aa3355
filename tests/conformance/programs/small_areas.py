import numpy as np
import tensorflow as tf
from tell import fails, show

v1 = tf.compat.v1
C = tf.constant


# %% compute-gradient
for function, arguments in ((lambda x: x**2, [[1.0, 2.0]]), (lambda x, y: x * y, [C([1.0, 2.0], tf.float64), C(3.0, tf.float64)]),
                            (lambda x: tf.matmul(x, x), [[[1.0, 2.0], [3.0, 4.0]]]), (lambda x: x * x, [C([1 + 2j], tf.complex128)]),
                            (lambda x: tf.gather(x, [0, 0]), [[1.0, 2.0]]), (lambda x: tf.stop_gradient(x), [[1.0]])):
    print(tf.test.compute_gradient(function, arguments))
print(tf.test.compute_gradient(lambda x: x**3, [[1.0]], delta=0.5))

# %% compute-gradient-refused
fails(lambda: tf.test.compute_gradient(lambda x: x, 1.0))
fails(lambda: tf.test.compute_gradient(lambda x: x, [[1]]))
fails(lambda: tf.test.compute_gradient(lambda x: x, [["a"]]))

# %% compute-gradient-finds-a-wrong-one
@tf.custom_gradient
def wrong(x):
    return x * x, lambda dy: dy * x
theoretical, numeric = tf.test.compute_gradient(wrong, [[3.0]])
print(theoretical, numeric)

# %% what-the-build-can-do
print(tf.test.is_built_with_cuda(), tf.test.is_built_with_rocm(), tf.test.is_built_with_xla(), repr(tf.test.gpu_device_name()))

# %% sparse-segments
x = C([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
for function in (tf.sparse.segment_sum, tf.sparse.segment_mean, tf.sparse.segment_sqrt_n):
    show(function(x, [0, 1, 2], [0, 0, 1]))
    show(function(x, [0, 1], [0, 2], num_segments=4))
    show(function(x, tf.zeros([0], tf.int32), tf.zeros([0], tf.int32)))
    show(function(C([1.0, 2.0, 4.0]), C([2, 2, 0], tf.int64), [0, 0, 0]))
print(tf.sparse.segment_sum(C([1, 2]), [0, 0], [0, 0]), v1.sparse_segment_mean(x, [0, 1], [0, 0]))

# %% sparse-segments-refused
x = C([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
for function in (tf.sparse.segment_sum, tf.sparse.segment_mean, tf.sparse.segment_sqrt_n):
    fails(lambda: function(x, [0, 5], [0, 0]))
    fails(lambda: function(x, [0, -1], [0, 0]))
    fails(lambda: function(x, [0, 1], [1, 0]))
    fails(lambda: function(x, [0, 1], [0]))
    fails(lambda: function(x, [0, 1], [0, 4], num_segments=2))
    fails(lambda: function(x, [0, 1], [-1, 0]))
    fails(lambda: function(C(1.0), [0], [0]))

# %% sparse-segments-in-functions
x = C([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
for function in (tf.sparse.segment_sum, tf.sparse.segment_mean, tf.sparse.segment_sqrt_n):
    open_ = tf.function(lambda i: function(x, i, [0, 1])).get_concrete_function(tf.TensorSpec([None], tf.int32))
    counted = tf.function(lambda i: function(x, i, [0, 1], num_segments=3)).get_concrete_function(tf.TensorSpec([2], tf.int32))
    print(open_.outputs, counted.outputs, [op.type for op in counted.graph.get_operations()])
    show(counted(C([2, 1])))

# %% gradients-of-sparse-segments
x = C([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
for function in (tf.sparse.segment_sum, tf.sparse.segment_mean, tf.sparse.segment_sqrt_n):
    for count in (None, 5):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = function(x * x, [0, 2, 0], [0, 0, 1], num_segments=count)
            gradient = tape.gradient(y, x)
        show(gradient)
        show(outer.gradient(gradient, x))

# %% scatter-nd-on-variables
v = tf.Variable([1.0, 2.0, 3.0])
print(v1.scatter_nd_update(v, [[0], [2]], [9.0, 8.0]).numpy(), v1.scatter_nd_add(v, [[0]], [1.0]).numpy(), v1.scatter_nd_sub(v, [[0]], [2.0]).numpy(), v)
with tf.Graph().as_default(), v1.Session() as session:
    v = v1.get_variable("v", initializer=[1.0, 2.0])
    update = v1.scatter_nd_update(v, [[1]], [5.0])
    session.run(v1.global_variables_initializer())
    print(session.run(update), session.run(v))

# %% guarantee-const
@tf.function(autograph=False)
def f(x):
    return tf.guarantee_const(x) * 2
print(tf.guarantee_const(C(1.0)), f(C(2.0)), [op.type for op in f.get_concrete_function(C(2.0)).graph.get_operations()])
def gradient():
    with tf.GradientTape() as tape:
        x = C(1.0)
        tape.watch(x)
        y = tf.guarantee_const(x)
    return tape.gradient(y, x)
fails(gradient)

# %% batch-functions
traces = []
@tf.nondifferentiable_batch_function(1, 10, 1000)
def layer(a, b):
    traces.append((a.shape, b.shape))
    return a + b, a
print(layer(C([1.0, 2.0]), C([3.0, 4.0])), traces)

# %% unavailable-values
v = tf.Variable([1, 2])
print(repr(v))
def broken():
    raise ValueError("this variable has no value")
v.read_value = broken
print(repr(v), str(v))

# %% memoryviews
# needs: python>=3.12 (Python classes cannot lend their memory before)
view = memoryview(C([1, 2]))
print(view.shape, view.format, view.readonly, np.array(view), bytes(memoryview(C([1, 2], tf.int8))), memoryview(C([[1.0, 2.0]])).strides)

# %% tensors-of-memoryviews
print(C(memoryview(np.array([1.0, 2.0]))), C(memoryview(b"ab")))

# %% fingerprints-of-rows
for rows in (["a", "bc"], [["a", "bc"]], [[["a"]]], [1, 2], [[1.0, 2.0]], np.zeros([2, 0]), np.zeros([0, 3])):
    show(tf.fingerprint(tf.constant(rows)))

# %% fingerprints-that-fail-and-in-graphs
fails(lambda: tf.fingerprint(tf.constant("a")))
fails(lambda: tf.fingerprint(["a"], method="x"))
fails(lambda: tf.fingerprint([1], method=["farmhash64"]))
show(tf.function(tf.fingerprint)(tf.constant(["a", "b"])))
