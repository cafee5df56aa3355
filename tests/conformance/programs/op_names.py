import collections

import numpy as np
import tensorflow as tf
from tell import fails

# %% arguments
@tf.function
def f(x, y, *args, **kwargs):
    print(x.name, y.name, [a.name for a in args], {k: v.name for k, v in kwargs.items()})
    return x
t = tf.constant
f(t(1), t(2), t(3), t(4), z=t(5), w=t(6))

# %% containers
@tf.function
def f(l, d, t):
    print(l, d, t)
    return l[0]
c = tf.constant
f([c(1), c(2)], {"b": c(3), "a": c(4)}, (c(5), [c(6), (c(7),)]))

# %% namedtuple-argument
P = collections.namedtuple("P", "x y")
@tf.function
def f(nt):
    print(nt)
    return nt.x
f(P(tf.constant(1), tf.constant(2)))

# %% varargs-only
@tf.function
def f(*a):
    print(a)
    return a[0]
f(tf.constant(1), [tf.constant(2)], {"k": tf.constant(3)})

# %% keyword-only
@tf.function
def f(*, k, j=None):
    print(k, j)
    return k
f(k=tf.constant(1)); f(k=tf.constant(1), j=tf.constant(2))

# %% spec-name-wins
@tf.function
def f(x, y):
    print(x, y)
    return x
f.get_concrete_function(tf.TensorSpec([], name="foo"), tf.TensorSpec([]))
f.get_concrete_function(tf.TensorSpec([2], name="foo"), tf.TensorSpec([2], name="foo"))

# %% spec-name-in-signature
@tf.function(input_signature=[tf.TensorSpec([], name="first"), [tf.TensorSpec([]), tf.TensorSpec([], name="last")]])
def f(x, ys):
    print(x, ys)
    return x
f(1.0, [2.0, 3.0])

# %% leading-underscore
@tf.function
def f(_x, __y, z_):
    print(_x, __y, z_)
    return _x
f(tf.constant(1), tf.constant(2), tf.constant(3))

# %% self-is-left-out
class A:
    @tf.function
    def m(self, x):
        print(x)
        return x
A().m(tf.constant(1))

# %% python-operators
@tf.function
def f(x, y):
    for t in (x + y, x - y, x * y, x / y, x // y, x % y, x ** y, -x, abs(x), x < y, x <= y, x > y, x >= y, x == y, x != y, +x if hasattr(x, "__pos__") else x):
        print(t.name, t.op.type, t.dtype.name)
    return x
f(tf.constant(1.0), tf.constant(2.0))

# %% python-operators-on-ints
@tf.function
def f(x, y):
    for t in (x + y, x / y, x // y, x % y, x & y, x | y, x ^ y, ~x):
        print(t.name, t.op.type, t.dtype.name)
    return x
f(tf.constant(1), tf.constant(2))

# %% python-operators-on-bools
@tf.function
def f(x, y):
    for t in (x & y, x | y, x ^ y, ~x, x == y):
        print(t.name, t.op.type, t.dtype.name)
    return x
f(tf.constant(True), tf.constant(False))

# %% reflected-operators
@tf.function
def f(x):
    for t in (1.0 + x, 1.0 - x, 2.0 * x, 1.0 / x, 1.0 // x, 5.0 % x, 2.0 ** x, 1.0 < x):
        print(t.name, [i.name for i in t.op.inputs])
    return x
f(tf.constant(2.0))

# %% matmul-and-slices
@tf.function
def f(x):
    print(x @ x, x[0], x[..., 0], x[:, tf.newaxis], x[0, 0], x[::-1])
    return x
f(tf.ones([2, 2]))

# %% slice-inputs
@tf.function
def f(x, i):
    y = x[i:, 1]
    print(y.op.type, [n.name for n in y.op.inputs])
    for op in y.graph.get_operations():
        print(op.name, op.type)
    return y
f(tf.ones([2, 2]), tf.constant(1))

# %% api-arithmetic-1
@tf.function
def f(x):
    for t in (tf.add(x, x), tf.subtract(x, x), tf.multiply(x, x), tf.divide(x, x), tf.math.truediv(x, x), tf.math.floordiv(x, x)):
        print(t.name, t.op.type)
    return x
f(tf.constant([1.0]))

# %% api-arithmetic-2
@tf.function
def f(x):
    for t in (tf.pow(x, x), tf.negative(x), tf.abs(x), tf.square(x), tf.sqrt(x), tf.exp(x)):
        print(t.name, t.op.type)
    return x
f(tf.constant([1.0]))

# %% api-arithmetic-3
@tf.function
def f(x):
    for t in (tf.math.log(x), tf.tanh(x), tf.sigmoid(x), tf.sin(x), tf.maximum(x, x), tf.minimum(x, x)):
        print(t.name, t.op.type)
    return x
f(tf.constant([1.0]))

# %% api-arithmetic-4
@tf.function
def f(x):
    for t in (tf.math.mod(x, x), tf.math.divide_no_nan(x, x), tf.sign(x), tf.round(x), tf.floor(x), tf.math.ceil(x)):
        print(t.name, t.op.type)
    return x
f(tf.constant([1.0]))

# %% api-arithmetic-5
@tf.function
def f(x):
    for t in (tf.math.rsqrt(x), tf.math.reciprocal(x), tf.add_n([x, x]), tf.math.squared_difference(x, x), tf.clip_by_value(x, 0.0, 1.0), tf.math.erf(x)):
        print(t.name, t.op.type)
    return x
f(tf.constant([1.0]))

# %% api-arithmetic-6
@tf.function
def f(x):
    for t in (tf.math.log1p(x), tf.math.expm1(x), tf.atan2(x, x)):
        print(t.name, t.op.type)
    return x
f(tf.constant([1.0]))

# %% api-reductions-1
@tf.function
def f(x):
    for t in (tf.reduce_sum(x), tf.reduce_mean(x), tf.reduce_max(x), tf.reduce_min(x), tf.reduce_prod(x), tf.reduce_any(x > 0)):
        print(t.name, t.op.type, t.dtype.name)
    return x
f(tf.constant([1.0]))

# %% api-reductions-2
@tf.function
def f(x):
    for t in (tf.reduce_all(x > 0), tf.argmax(x), tf.argmin(x), tf.cumsum(x), tf.math.reduce_std(x), tf.math.reduce_variance(x)):
        print(t.name, t.op.type, t.dtype.name)
    return x
f(tf.constant([1.0]))

# %% api-reductions-3
@tf.function
def f(x):
    for t in (tf.reduce_logsumexp(x), tf.norm(x), tf.math.cumprod(x), tf.math.count_nonzero(x)):
        print(t.name, t.op.type, t.dtype.name)
    return x
f(tf.constant([1.0]))

# %% api-arrays-1
@tf.function
def f(x):
    for t in (tf.cast(x, tf.int32), tf.reshape(x, [2]), tf.transpose(x), tf.expand_dims(x, 0), tf.squeeze(x), tf.concat([x, x], 0)):
        print(t.name, t.op.type, t.dtype.name, t.shape)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-arrays-2
@tf.function
def f(x):
    for t in (tf.stack([x, x]), tf.zeros_like(x), tf.ones_like(x), tf.zeros([2]), tf.ones([2]), tf.fill([2], 1.0)):
        print(t.name, t.op.type, t.dtype.name, t.shape)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-arrays-3
@tf.function
def f(x):
    for t in (tf.eye(2), tf.range(3), tf.linspace(0.0, 1.0, 3), tf.shape(x), tf.size(x), tf.rank(x)):
        print(t.name, t.op.type, t.dtype.name, t.shape)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-arrays-4
@tf.function
def f(x):
    for t in (tf.identity(x), tf.tile(x, [1, 2]), tf.gather(x, [0]), tf.where(x > 0, x, x), tf.where(x > 0), tf.one_hot([0], 2)):
        print(t.name, t.op.type, t.dtype.name, t.shape)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-arrays-5
@tf.function
def f(x):
    for t in (tf.pad(x, [[0, 0], [1, 1]]), tf.reverse(x, [0]), tf.roll(x, 1, 0), tf.slice(x, [0, 0], [1, 1]), tf.sort(x), tf.argsort(x)):
        print(t.name, t.op.type, t.dtype.name, t.shape)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-arrays-6
@tf.function
def f(x):
    for t in (tf.broadcast_to(x, [2, 2]), tf.repeat(x, 2), tf.stop_gradient(x), tf.convert_to_tensor([1]), tf.constant(1), tf.constant(1, name="c")):
        print(t.name, t.op.type, t.dtype.name, t.shape)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-arrays-7
@tf.function
def f(x):
    for t in (tf.gather_nd(x, [[0, 0]]), tf.boolean_mask(x, [True]), tf.meshgrid([1], [2])[0], tf.unique([1, 1]).y, tf.searchsorted([1], [1]), tf.linalg.diag([1.0])):
        print(t.name, t.op.type, t.dtype.name, t.shape)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-arrays-8
@tf.function
def f(x):
    for t in (tf.linalg.band_part(x, 0, 0), tf.math.top_k(x).values, tf.unstack(x)[0], tf.split(x, 2, 1)[1], tf.equal(x, x), tf.not_equal(x, x)):
        print(t.name, t.op.type, t.dtype.name, t.shape)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-arrays-9
@tf.function
def f(x):
    for t in (tf.logical_not(x > 0), tf.logical_and(x > 0, x > 0), tf.greater(x, x), tf.less_equal(x, x)):
        print(t.name, t.op.type, t.dtype.name, t.shape)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-nn-1
@tf.function
def f(x):
    for t in (tf.nn.relu(x), tf.nn.elu(x), tf.nn.softmax(x), tf.nn.log_softmax(x), tf.nn.sigmoid(x), tf.nn.softplus(x)):
        print(t.name, t.op.type)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-nn-2
@tf.function
def f(x):
    for t in (tf.nn.leaky_relu(x), tf.nn.gelu(x), tf.nn.selu(x), tf.nn.relu6(x), tf.nn.swish(x), tf.nn.bias_add(x, [1.0, 1.0])):
        print(t.name, t.op.type)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-nn-3
@tf.function
def f(x):
    for t in (tf.nn.l2_loss(x), tf.nn.l2_normalize(x), tf.nn.softmax_cross_entropy_with_logits(x, x), tf.nn.sigmoid_cross_entropy_with_logits(x, x), tf.nn.sparse_softmax_cross_entropy_with_logits([0], x), tf.nn.dropout(x, 0.5, seed=1)):
        print(t.name, t.op.type)
    return x
f(tf.constant([[1.0, 2.0]]))

# %% api-random-1
@tf.function
def f():
    for t in (tf.random.normal([2]), tf.random.uniform([2]), tf.random.uniform([2], maxval=5, dtype=tf.int32), tf.random.truncated_normal([2]), tf.random.shuffle([1, 2]), tf.random.categorical([[1.0]], 1)):
        print(t.name, t.op.type)
    return tf.constant(1)
f()

# %% api-random-2
@tf.function
def f():
    for t in (tf.random.stateless_normal([2], [1, 2]), tf.random.stateless_uniform([2], [1, 2])):
        print(t.name, t.op.type)
    return tf.constant(1)
f()

# %% api-strings-1
@tf.function
def f(s):
    for t in (tf.strings.join([s, s]), s + s, tf.strings.length(s), tf.strings.upper(s), tf.strings.lower(s), tf.strings.substr(s, 0, 1)):
        print(t.name, t.op.type)
    return s
f(tf.constant("a"))

# %% api-strings-2
@tf.function
def f(s):
    for t in (tf.strings.to_number(tf.constant("1")), tf.as_string(1), tf.strings.format("{}", s), tf.strings.strip(s), tf.strings.regex_replace(s, "a", "b")):
        print(t.name, t.op.type)
    return s
f(tf.constant("a"))

# %% api-strings-3
@tf.function
def f(s):
    for t in (tf.strings.reduce_join([s, s]),):
        print(t.name, t.op.type)
    return s
f(tf.constant("a"))

# %% uniquified
@tf.function
def f(x):
    print((x + 1).name, (x + 1).name, tf.add(x, 1).name, (x + 1).name, tf.constant(1).name, tf.constant(1).name, tf.constant(1, name="add").name)
    return x
f(tf.constant(1))

# %% uniquified-without-case
@tf.function
def f(x):
    print((x + x).name, tf.add(x, x).name, tf.matmul(x, x).name, (x @ x).name, tf.identity(x, name="ADD").name, tf.identity(x, name="X").name)
    return x
f(tf.ones([1, 1]))

# %% explicit-names
@tf.function
def f(x):
    a = tf.add(x, x, name="mine")
    b = tf.add(x, x, name="mine")
    c = tf.add(x, x, name="outer/inner")
    d = tf.reduce_sum([x, x], name="total")
    print(a.name, b.name, c.name, d.name, [i.name for i in d.op.inputs])
    return x
f(tf.constant(1))

# %% name-scope
@tf.function
def f(x):
    with tf.name_scope("s1") as scope:
        print(repr(scope), (x + 1).name)
        with tf.name_scope("s2"):
            print((x + 1).name)
    with tf.name_scope("s1") as scope:
        print(repr(scope), (x + 1).name)
    with tf.name_scope("s1/") as scope:
        print(repr(scope), (x + 1).name)
    print((x + 1).name)
    return x
f(tf.constant(1))

# %% name-scope-eager
with tf.name_scope("s1") as scope:
    print(repr(scope))
    with tf.name_scope("s2") as inner:
        print(repr(inner), tf.Variable(1).name)
with tf.name_scope("s1") as again:
    print(repr(again))

# %% name-scope-bad
fails(tf.name_scope, 1)
fails(tf.name_scope, None)
@tf.function
def f(x):
    with tf.name_scope("bad name!"):
        return x + 1
fails(f, tf.constant(1))
@tf.function
def g(x):
    return tf.add(x, 1, name="bad name!")
fails(g, tf.constant(1))

# %% converted-operands
@tf.function
def f(x):
    y = x + 1.0
    z = tf.add(x, [1.0, 2.0])
    w = tf.multiply(2.0, x)
    u = tf.matmul([[1.0]], [[2.0]])
    for t in (y, z, w, u):
        print(t.name, [i.name for i in t.op.inputs])
    return x
f(tf.constant([1.0, 2.0]))

# %% numpy-operands
@tf.function
def f(x):
    y = x + np.float32(1)
    z = np.ones(2, np.float32) * x
    print(y.name, [i.name for i in y.op.inputs], z)
    return x
f(tf.constant([1.0, 2.0]))

# %% variable-reads
v = tf.Variable(1.0, name="v")
@tf.function
def f(x):
    a = v + x
    b = v.read_value()
    c = v.value()
    d = tf.identity(v)
    e = tf.convert_to_tensor(v)
    for t in (a, b, c, d, e):
        print(t.name, t.op.type, [i.name for i in t.op.inputs])
    return x
f(tf.constant(1.0))

# %% output-names
@tf.function
def f(x):
    return {"b": x + 1, "a": [x, (x * 2, None)]}
c = f.get_concrete_function(tf.TensorSpec([]))
print(c.outputs, c.structured_outputs, c.graph.outputs)

# %% capture-names
a, b, v = tf.constant(1.0), tf.constant(2.0), tf.Variable(1.0)
@tf.function
def f(x):
    return x + a + b + v + a
c = f.get_concrete_function(tf.TensorSpec([]))
print([i.name for i in c.inputs], [i.dtype.name for i in c.graph.internal_captures] if hasattr(c.graph, "internal_captures") else None)

# %% all-ops-of-a-small-function
@tf.function
def f(x, y):
    z = tf.nn.relu(tf.matmul(x, y) + 1.0)
    return tf.reduce_mean(z, axis=0), z[0]
for op in f.get_concrete_function(tf.TensorSpec([2, 3]), tf.TensorSpec([3, 4])).graph.get_operations():
    print(op.name, op.type, [i.name for i in op.inputs], [(o.dtype.name, o.shape) for o in op.outputs])

# %% op-attributes
@tf.function
def f(x):
    y = tf.matmul(x, x, transpose_a=True)
    s = tf.reduce_sum(x, axis=1, keepdims=True)
    print(y.op.get_attr("transpose_a"), y.op.get_attr("T"), s.op.get_attr("keep_dims"), s.op.get_attr("Tidx"))
    fails(y.op.get_attr, "nothing")
    return y
f(tf.ones([2, 2]))

# %% graph-lookup
@tf.function
def f(x):
    y = tf.add(x, 1.0, name="plus")
    g = y.graph
    print(g.get_tensor_by_name("plus:0") is y, g.get_operation_by_name("plus") is y.op)
    fails(g.get_tensor_by_name, "nope:0")
    fails(g.get_tensor_by_name, "plus")
    fails(g.get_operation_by_name, "nope")
    return y
f(tf.constant(1.0))

# %% inputs-and-finalised-graphs
@tf.function
def f(x):
    return tf.matmul(x, x, name="product")
graph = f.get_concrete_function(tf.TensorSpec([2, 2])).graph
print(graph.get_operation_by_name("product").inputs, graph.get_operation_by_name("x").inputs)
graph = tf.Graph()
with graph.as_default():
    tf.constant(1)
    print(graph.finalized)
    graph.finalize()
    print(graph.finalized)
    fails(tf.constant, 2)

# %% names-that-no-root-scope-can-have
@tf.function
def f(x):
    fails(tf.identity, x, name="_x")
    fails(tf.add, x, 1, name="two words")
    with tf.name_scope("scope"):
        print(tf.identity(x, name="_x"))
f(tf.constant(1))
