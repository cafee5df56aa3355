import collections

import numpy as np
import tensorflow as tf
from tell import fails

# %% eager-scalar
for value in (1, 2.2, True, "c", 1j, -0.0, 1e20, float("nan"), float("inf")):
    t = tf.constant(value)
    print(repr(t), "|", t)

# %% eager-float-dtypes
for dtype in (tf.float16, tf.float32, tf.float64):
    t = tf.constant(0.1, dtype)
    print(repr(t), "|", t)

# %% eager-int-dtypes
for dtype in (tf.int8, tf.int16, tf.int32, tf.int64, tf.uint8, tf.uint16, tf.uint32, tf.uint64):
    t = tf.constant(7, dtype)
    print(repr(t), "|", t)

# %% eager-complex
for dtype in (tf.complex64, tf.complex128):
    t = tf.constant(1 + 2.5j, dtype)
    print(repr(t), "|", t)

# %% eager-vector-and-matrix
for value in ([1, 2], [1.5], [], [[1.0, 2.0], [3.0, 4.0]], [[[1]]], [True, False]):
    t = tf.constant(value)
    print(repr(t))
    print(t)

# %% eager-strings
for value in ("", "é", b"\xff", "a\nb", ["a", "bc"], [["x"], ["y"]], "quote'"):
    t = tf.constant(value)
    print(repr(t))
    print(t)

# %% eager-long-vector
print(repr(tf.zeros([2000])))
print(tf.zeros([2000]))
print(tf.range(2000))

# %% eager-large-matrix
print(tf.reshape(tf.range(2000), [40, 50]))

# %% eager-half-precision-vectors
print(repr(tf.constant([1.0, 0.1, 3.5], tf.float16)))
print(tf.constant([1.0, 0.1, 3.5], tf.float16))

# %% eager-mixed-magnitudes
print(tf.constant([1e-10, 1.0, 1e10]))
print(repr(tf.constant([1e-10, 1.0, 1e10])))
print(tf.constant([float("nan"), float("inf"), -float("inf"), -0.0]))
print(tf.constant([123456789.0, 0.1]))

# %% eager-empty-shapes
print(repr(tf.zeros([0])), tf.zeros([0]))
print(repr(tf.zeros([2, 0])), tf.zeros([2, 0]))
print(repr(tf.zeros([0, 3], tf.int32)))

# %% eager-f-strings
print(f"{tf.constant(1.5)}", f"{tf.constant(1.5):.3f}", f"{tf.constant(7):05d}", f"{tf.constant([1, 2])}", f"{tf.constant('s')}")
print("%d %s %.2f" % (tf.constant(2), tf.constant(2), tf.constant(2.5)))
print("{} {!r}".format(tf.constant(3), tf.constant(3)))

# %% eager-in-containers
t = tf.constant([1, 2])
print([t, tf.constant(1)], (t,), {"k": t})

# %% eager-conversions
t = tf.constant(3)
print(int(t), float(t), bool(t), complex(t), list(range(10))[t], [10, 20, 30, 40][t], hex(t), round(tf.constant(2.6).numpy()))
print(str(tf.constant("s").numpy()), tf.constant([1, 2]).numpy().tolist(), type(t.numpy()).__name__, type(tf.constant([1]).numpy()).__name__, type(tf.constant("a").numpy()).__name__)

# %% eager-type-names
t = tf.constant(1)
print(type(t).__name__, isinstance(t, tf.Tensor), tf.is_tensor(t), tf.is_tensor(1), tf.is_tensor(np.zeros(1)), tf.is_tensor(tf.Variable(1)), isinstance(tf.Variable(1), tf.Tensor))

# %% eager-hash-and-equality
t, u = tf.constant(1), tf.constant(1)
fails(hash, t)
print(t == u, t is u, t.ref() == u.ref(), t.ref() == t.ref(), t.ref() in {t.ref()}, t.ref().deref() is t)
print(tf.constant([1, 2]) == [1, 3], tf.constant([1, 2]) != [1, 3], tf.constant(1) == None, tf.constant(1) != None)

# %% eager-equality-of-unlike-shapes
fails(lambda: tf.constant([1, 2]) == tf.constant([1, 2, 3]))
fails(lambda: tf.constant([1, 2]) != tf.constant([1, 2, 3]))
fails(lambda: tf.constant(1) == tf.constant(1.0))
print(tf.constant("a") == "a")

# %% eager-truth
print(bool(tf.constant(1)), bool(tf.constant([0])), bool(tf.constant([[5]])), bool(tf.constant(0.0)))
fails(bool, tf.constant([1, 2]))
fails(bool, tf.constant([]))
fails(bool, tf.constant("a"))
fails(lambda: not tf.constant([1, 2]))

# %% eager-length-and-iteration
print(len(tf.constant([1, 2, 3])), len(tf.zeros([0, 2])))
fails(len, tf.constant(1))
fails(iter, tf.constant(1))
fails(list, tf.constant(1))
print([x.numpy() for x in tf.constant([1, 2])], [x.shape for x in tf.zeros([2, 3])])
a, b = tf.constant([1, 2])
print(a, b)

# %% eager-attributes
t = tf.constant([[1.0, 2.0]])
print(t.shape, t.dtype, t.ndim, t.device, t.shape.rank)
fails(lambda: t.name)
fails(lambda: t.op)
fails(lambda: t.graph)
fails(lambda: t.foo)

# %% eager-numpy-protocol
t = tf.constant([1, 2, 3])
print(np.array(t), np.asarray(t).dtype, np.sum(t), np.add(t, 1), type(np.add(t, 1)).__name__, np.array([t, t]))
print(t.numpy() is t.numpy(), t.__array__(), np.max(t))

# %% eager-contains
print(2 in tf.constant([1, 2]).numpy())
fails(lambda: 2 in tf.constant([1, 2]))

# %% tensor-has-no-numpy-method-names
t = tf.constant([1, 2])
for name in ("astype", "reshape", "ravel", "tolist", "T", "size", "data", "transpose"):
    fails(lambda: getattr(t, name))

# %% symbolic
@tf.function
def f(a, b, c):
    print(a, b, c)
    print(repr(a), repr(b), repr(c))
    print(f"{a}", "%s" % b, [a], type(a).__name__, isinstance(a, tf.Tensor), tf.is_tensor(a))
    return a
f(tf.zeros([2, 2]), tf.constant(1), tf.constant("s"))

# %% symbolic-unknown-shapes
@tf.function
def f(a, b, c):
    print(a, b, c)
    print(repr(a), repr(b), repr(c))
    print(a.shape, b.shape, c.shape, a.shape.rank, b.shape.rank)
    return a + 1.0
print(f.get_concrete_function(tf.TensorSpec(None), tf.TensorSpec([None, 2]), tf.TensorSpec([], tf.int32)).outputs)

# %% symbolic-attributes
@tf.function
def f(a):
    print(a.shape, a.dtype, a.name, a.op.type, a.op.name, a.ndim, repr(a.device), a.graph.name)
    b = a + 1
    print(b.name, b.op.type, b.op.inputs[0].name, [i.name for i in b.op.inputs], b.op.outputs, b.consumers(), a.consumers())
    return b
f(tf.constant([1, 2]))

# %% symbolic-format-spec
@tf.function
def f(a):
    return tf.constant(f"{a:.2f}")
fails(f, tf.constant(1.0))

# %% symbolic-percent-d
@tf.function(autograph=False)
def f(a):
    return "%d" % a
fails(f, tf.constant(1))

# %% symbolic-has-no-numpy
@tf.function
def f(a):
    return a.numpy()
fails(f, tf.constant(1))

# %% symbolic-numpy-call
@tf.function
def f(a):
    return np.sum(a)
fails(f, tf.constant([1, 2]))

# %% symbolic-np-array
@tf.function
def f(a):
    return np.array(a + 1)
fails(f, tf.constant([1, 2]))

# %% symbolic-bool-without-autograph
@tf.function(autograph=False)
def f(a):
    if a > 0:
        return a
    return -a
fails(f, tf.constant(1))

# %% symbolic-iteration-without-autograph
@tf.function(autograph=False)
def f(a):
    return [x for x in a]
fails(f, tf.constant([1, 2]))

# %% symbolic-int-and-float-without-autograph
@tf.function(autograph=False)
def f(a, kind):
    return kind(a)
fails(f, tf.constant(1), int)
fails(f, tf.constant(1.0), float)
fails(f, tf.constant(1.0), complex)
fails(f, tf.constant(1), bin)

# %% symbolic-index-protocol
@tf.function(autograph=False)
def f(a):
    return [10, 20][a]
fails(f, tf.constant(1))

# %% symbolic-length-without-autograph
@tf.function(autograph=False)
def f(a):
    return len(a)
fails(f, tf.constant([1, 2]))

# %% symbolic-hash-and-equality
@tf.function(autograph=False)
def f(a):
    print(a == a, a is a, a.ref() == a.ref())
    return hash(a)
fails(f, tf.constant(1))

# %% symbolic-identity-in-list
@tf.function(autograph=False)
def f(a, b):
    print(any(a is x for x in [b, a]))
    return a in [b, a]
fails(f, tf.constant(1), tf.constant(2))

# %% variable
for value, name in (([1, 2], "w"), (1.5, None), ("s", "text"), (True, "flag"), ([[1.0], [2.0]], "m")):
    v = tf.Variable(value, name=name)
    print(repr(v), "|", v)

# %% variable-names
a, b = tf.Variable(1), tf.Variable(2)
c, d = tf.Variable(1, name="w"), tf.Variable(2, name="w")
print(a.name, b.name, c.name, d.name)
with tf.name_scope("outer"):
    print(tf.Variable(1).name, tf.Variable(1, name="w").name)

# %% variable-attributes
v = tf.Variable([1.0, 2.0], name="w", trainable=False)
print(v.name, v.shape, v.dtype, v.trainable, v.device, v.numpy(), v.value(), v.read_value(), type(v).__name__, v.ndim if hasattr(v, "ndim") else "no ndim")
print(v.handle.dtype, v.synchronization, v.aggregation, v.initializer, v.op.name if hasattr(v, "op") else None)

# %% variable-assign-repr
v = tf.Variable([1, 2], name="w")
r = v.assign([3, 4])
print(repr(r), r is v, type(r).__name__)
print(v.assign_add([1, 1]), v.assign_sub([2, 2]))
print(v.assign([0, 0], read_value=False))

# %% variable-symbolic
v = tf.Variable([1.0, 2.0], name="w")
@tf.function
def f():
    print(v, "|", repr(v), "|", str(v))
    print(v + 1, v.value(), v.read_value())
    r = v.assign_add([1.0, 1.0])
    print(r, type(r).__name__)
    return v
print(f())

# %% variable-unknown-shape
v = tf.Variable([1.0], shape=tf.TensorShape([None]), name="u")
print(v, v.shape)
v.assign([1.0, 2.0])
print(v, v.shape, v.value().shape)
print(tf.Variable(1.0, shape=tf.TensorShape(None)))

# %% variable-conversions
v = tf.Variable(3)
print(int(v), float(v), bool(v), f"{v}", "%d" % v)
fails(lambda: [0, 1, 2, 3][v])
fails(complex, v)
fails(hex, v)
fails(hash, v)
fails(len, v)
print(len(tf.Variable([1, 2]).numpy()))
fails(len, tf.Variable([1, 2]))
fails(format, v, "04d")

# %% variable-iteration
v = tf.Variable([1, 2])
fails(list, v)
fails(iter, v)
print(v[0], v[1:], v == [1, 5], v.ref() == v.ref())

# %% tensorspec
print(tf.TensorSpec([], tf.float32), repr(tf.TensorSpec([None, 2], name="a")), tf.TensorSpec(None, tf.string), tf.TensorSpec(3, tf.int32))
s = tf.TensorSpec([None, 2], tf.int64, "n")
print(s.shape, s.dtype, s.name, s == tf.TensorSpec([None, 2], tf.int64, "n"), s == tf.TensorSpec([None, 2], tf.int64), hash(s) == hash(tf.TensorSpec([None, 2], tf.int64, "m")))
print(tf.TensorSpec.from_tensor(tf.constant([1])), tf.TensorSpec.from_spec(s, name="k"), tf.TensorSpec.from_tensor(tf.constant(1), name="z"))

# %% tensorspec-relations
a, b, c = tf.TensorSpec([2]), tf.TensorSpec([None]), tf.TensorSpec(None)
print(a.is_compatible_with(b), b.is_compatible_with(a), a.is_subtype_of(b), b.is_subtype_of(a), a.most_specific_common_supertype([c]), a.is_compatible_with(tf.constant([1.0, 2.0])), a.is_compatible_with(tf.constant([1, 2])))
print(a.most_specific_common_supertype([tf.TensorSpec([2], tf.int32)]))

# %% tensorshape
T = tf.TensorShape
for s in (T([]), T([2, None]), T(None), T([1]), T(3), T([0])):
    print(s, repr(s), str(s), s.rank, s.is_fully_defined(), s.ndims)
print(T([2, 3]).as_list(), T([2, 3])[0], T([2, None])[1], T([2, 3, 4])[1:], T([2, 3]).num_elements(), T([2, None]).num_elements(), list(T([1, 2])), len(T([1, 2])), T([2, 3]) == [2, 3], T([2, 3]) == (2, 3), T([None]) == T([None]), T(None) == T(None))

# %% tensorshape-errors
T = tf.TensorShape
fails(len, T(None))
fails(list, T(None))
fails(T(None).as_list)
fails(T, [-1])
fails(T, ["a"])
fails(T, 1.5)
fails(T([1, 2]).merge_with, T([1, 3]))
fails(T([1, 2]).assert_has_rank, 3)
fails(T([1, 2]).assert_is_compatible_with, T([2]))
fails(T([None, 2]).assert_is_fully_defined)

# %% tensorshape-operations
T = tf.TensorShape
print(T([1, None]).merge_with([None, 2]), T([1]).concatenate([2, 3]), T([1]) + [2], [2] + T([1]), T([1, 2]).is_compatible_with([None, 2]), T(None).concatenate([1]), T([2, 3]).with_rank(2), T([1, 2, 3])[-1], T([1, 2]).with_rank_at_least(1), T([2, 2]).dims)
print(bool(T(None)), bool(T([])), hash(T([1, 2])) == hash(T([1, 2])), T([1, 2]) != T([1, 2]), 2 in T([1, 2]), T([1]) == None)
print(tf.constant(tf.TensorShape([2, 3])), tf.zeros(tf.TensorShape([1, 2])), [T([1]), T(None)])
print(T([2, 3]).dims, T(None).dims, T([None]).dims)

# %% dtypes
for d in (tf.float32, tf.int64, tf.string, tf.bool, tf.complex64, tf.resource, tf.variant, tf.half, tf.double, tf.uint8):
    print(d, repr(d), d.name, d.size, d.is_floating, d.is_integer, d.is_unsigned, d.is_complex, d.is_bool, d.is_numpy_compatible)

# %% dtype-conversions
# needs: numpy>=2.3 (what it says of arrays that are no scalars)
print(tf.as_dtype("float32"), tf.as_dtype(np.int64), tf.as_dtype(np.bool_), tf.as_dtype(np.dtype("f2")), tf.as_dtype(1), tf.dtypes.as_dtype("int8"))
print(tf.float32.as_numpy_dtype, tf.string.as_numpy_dtype, tf.bool.as_numpy_dtype, tf.float32 == "float32", tf.float32 == np.float32, tf.float32 != tf.float64, tf.float32.base_dtype, tf.float32.real_dtype, tf.complex64.real_dtype, tf.float32.as_datatype_enum)
print(tf.float32.min, tf.float32.max, tf.int8.min, tf.int8.max, tf.uint8.limits, tf.int64.max, tf.float16.max, hash(tf.float32) == hash(tf.as_dtype("float32")))
fails(tf.as_dtype, "foo")
fails(tf.as_dtype, None)
for python in (int, float, bool, str, object):
    fails(tf.as_dtype, python)
fails(tf.as_dtype, object())
fails(lambda: tf.string.max)

# %% dtype-equality-with-rubbish
print(tf.float32 == None, tf.float32 == 1, tf.float32 == "nonsense", tf.float32 in (tf.int32, tf.float32), {tf.float32: 1}[tf.float32], np.dtype("float32") == tf.float32, tf.float32.is_compatible_with(tf.float32))

# %% function-object
@tf.function
def f(x):
    return x
print(repr(f).split(" at ")[0] if " at " in repr(f) else repr(f), type(f).__name__)

# %% concrete-function
@tf.function
def f(a, b):
    return a + b
c = f.get_concrete_function(tf.TensorSpec([]), tf.TensorSpec([None]))
print(c)
print(repr(c).split(" at ")[0])
print(c.structured_input_signature, c.structured_outputs, c.inputs, c.outputs, c.output_shapes, c.output_dtypes)
print(c.name, c.graph, c.function_type)

# %% concrete-function-with-python-arguments
@tf.function
def f(x, n, flag=True, mode="a"):
    return x * n
c = f.get_concrete_function(tf.TensorSpec([None], tf.int32), 3)
print(c)
print(c.structured_input_signature)
print(c.pretty_printed_signature(verbose=False), "|", c.pretty_printed_signature())

# %% concrete-function-nested
@tf.function
def f(xs, d, t):
    return {"b": xs[0], "a": (d["k"], [t[1]])}
c = f.get_concrete_function([tf.TensorSpec([]), tf.TensorSpec([2])], {"k": tf.TensorSpec([], tf.string), "j": 5}, (1, tf.TensorSpec([], tf.int32)))
print(c)
print(c.structured_input_signature)
print(c.structured_outputs)
print(c.output_shapes, c.output_dtypes)

# %% concrete-function-captures
v, t = tf.Variable([1.0, 2.0], name="v"), tf.constant(3.0)
@tf.function
def f():
    return v * t
c = f.get_concrete_function()
print(c)
print(len(c.captured_inputs), c.captured_inputs[0].dtype, c.captured_inputs[1].dtype, c.variables, c.trainable_variables, [x.name for x in c.inputs])

# %% concrete-function-varargs
@tf.function
def f(a, *args, k=1, **kwargs):
    return a
c = f.get_concrete_function(tf.TensorSpec([]), tf.TensorSpec([], tf.int32), k=2, z=tf.TensorSpec([]))
print(c)
print(c.structured_input_signature)

# %% concrete-function-without-output
@tf.function
def f(a):
    tf.print(a)
print(f.get_concrete_function(tf.TensorSpec([])))

# %% concrete-function-with-none-and-python-output
@tf.function
def f(a):
    return a, None, 5, "s"
c = f.get_concrete_function(tf.TensorSpec([]))
print(c)
print(c.structured_outputs, c(tf.constant(1.0)))

# %% concrete-function-namedtuple
Point = collections.namedtuple("Point", "x y")
@tf.function
def f(p):
    print(p)
    return Point(p.y, p.x)
c = f.get_concrete_function(Point(tf.TensorSpec([]), tf.TensorSpec([], tf.int32)))
print(c)
print(c.structured_outputs, f(Point(tf.constant(1.0), tf.constant(2))))

# %% concrete-function-variable-argument
@tf.function
def f(v, n):
    v.assign_add(n)
    return v.read_value()
c = f.get_concrete_function(tf.Variable(1.0), tf.TensorSpec([]))
print(c)
print(c.structured_input_signature)

# %% pretty-printed-signatures
@tf.function
def f(x, n=2):
    return x + n
f(tf.constant(1)); f(tf.constant(1), 3); f(tf.constant([1, 2]))
print(f.pretty_printed_concrete_signatures())
print(f.pretty_printed_concrete_signatures(verbose=False))

# %% pretty-printed-signatures-empty
@tf.function
def f(x):
    return x
print(repr(f.pretty_printed_concrete_signatures()))

# %% input-signature-printing
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.int32, name="count")])
def f(x, n):
    print(x, n)
    return x
print(f.input_signature)
print(f.get_concrete_function())

# %% function-type-of-polymorphic
@tf.function
def f(x, y=2, *args, k, **kw):
    return x
print(f.function_type)

# %% graph-printing
@tf.function
def f(x):
    print(type(x.graph).__name__, x.graph.name, x.graph)
    return x
f(1.0) if False else f(tf.constant(1.0))

# %% operation-printing
@tf.function
def f(x):
    y = tf.add(x, 1.0, name="plus")
    print(y.op)
    print(repr(y.op), y.op.name, y.op.type, y.op.node_def.op)
    return y
f(tf.constant(1.0))

# %% as-graph-def
@tf.function
def f(x):
    return x + 1.0
for node in f.get_concrete_function(tf.TensorSpec([])).graph.as_graph_def().node:
    print(node.name, node.op, list(node.input), sorted(node.attr))

# %% get-operations
v = tf.Variable(2.0)
@tf.function
def f(x):
    v.assign_add(x)
    return tf.nn.relu(v * x)
for op in f.get_concrete_function(tf.TensorSpec([])).graph.get_operations():
    print(op.name, op.type, [i.name for i in op.inputs], sorted(c.name for c in op.control_inputs))

# %% ragged
print(tf.ragged.constant([[1], [2, 3]]))
print(repr(tf.ragged.constant([[1], [2, 3]])), tf.RaggedTensorSpec([None, None], tf.int32))

# %% sparse
print(tf.SparseTensor([[0, 1]], [1.0], [2, 2]))
print(tf.sparse.to_dense(tf.SparseTensor([[0, 1]], [1.0], [2, 2])))

# %% indexed-slices
s = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([3]), tf.constant([5, 2]))
print(s)
print(s.values, s.indices, s.dense_shape, s.dtype, s.shape, tf.convert_to_tensor(s))

# %% tape-and-others
with tf.GradientTape() as tape:
    pass
print(type(tape).__name__, type(tf.TensorArray(tf.float32, 1)).__name__, tf.executing_eagerly(), tf.inside_function())

# %% operation-result-of-group
@tf.function
def f():
    o = tf.group(tf.constant(1))
    print(o)
    n = tf.no_op()
    print(n.name, type(n).__name__)
    return tf.constant(1)
f()
print(tf.group(tf.constant(1)), tf.no_op())

# %% tensorarray-printing
ta = tf.TensorArray(tf.float32, 2)
ta = ta.write(0, 1.0).write(1, 2.0)
print(ta.stack(), ta.size(), ta.dtype, ta.element_shape, ta.dynamic_size)

# %% nested-function-outputs-names
@tf.function
def inner(x):
    return x + 1, x + 2
@tf.function
def outer(x):
    r = inner(x)
    print(r)
    return r
print(outer(tf.constant(1)))

# %% stateful-nested-outputs-names
v = tf.Variable(1)
@tf.function
def inner(x):
    return v.assign_add(x)
@tf.function
def outer(x):
    r = inner(x)
    print(r)
    return r
print(outer(tf.constant(1)))

# %% cond-and-while-names
@tf.function
def f(x):
    c = tf.cond(x > 0, lambda: x + 1, lambda: x - 1)
    def body(i):
        print(i, i + 1)
        return [i + 1]
    w = tf.while_loop(lambda i: i < 3, body, [x])
    m = tf.map_fn(lambda e: e + 1, tf.constant([1, 2]))
    print(c, w, m)
    return c
f(tf.constant(0))

# %% exception-printing
for error in (tf.errors.InvalidArgumentError(None, None, "bad"), tf.errors.NotFoundError(None, None, "gone")):
    print(error, "|", type(error).__name__, error.message, error.op, error.node_def, error.error_code, isinstance(error, tf.errors.OpError))

# %% version
print(tf.__version__, tf.version.VERSION)
