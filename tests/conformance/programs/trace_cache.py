import collections
import dataclasses
import enum
import functools

import numpy as np
import tensorflow as tf
from tell import fails


def counts(f, *calls):
    """Trace count after each call; a tuple in `calls` is the positional arguments."""
    found = []
    for args in calls:
        f(*args) if type(args) is tuple else f(args)
        found.append(f.experimental_get_tracing_count())
    print(*found)


@tf.function
def f(*args):
    return tf.constant(0)


# %% tensor-dtype-and-shape-are-the-key
counts(f, tf.constant(1), tf.constant(2), tf.constant(1.0), tf.constant(1), tf.constant([1]), tf.constant([2]))

# %% each-shape-is-a-trace
counts(f, *(tf.zeros([n]) for n in (1, 2, 3, 4, 1, 2)))

# %% ndarray-is-a-tensor
counts(f, np.zeros(2), np.ones(2), tf.constant([1.0, 2.0], tf.float64), np.zeros(2, np.float32), tf.zeros(2))

# %% numpy-scalar-is-a-tensor
counts(f, np.float32(1), tf.constant(2.0), np.float32(3), np.int64(1), tf.constant(5, tf.int64), np.bool_(True), tf.constant(False))

# %% python-scalars-by-equality
counts(f, 1, 1.0, True, 2, 2.0)

# %% bool-first
counts(f, True, 1, 1.0, False, 0, 0.0, -0.0)

# %% first-equal-value-serves-all
seen = []
@tf.function
def g(x):
    seen.append(repr(x))
    return tf.constant(x)
for value in (1, 1.0, True, 2.0, 2):
    print(g(value))
print(seen)

# %% negative-zero-shares-with-zero
@tf.function
def g(x):
    return 1.0 / tf.constant(x)
print(g(0.0), g(-0.0))

# %% nan-shares-with-nan
counts(f, float("nan"), float("nan"), np.nan)

# %% complex-and-strings
counts(f, 1j, 1j, "a", "a", "b", b"a", None, None)

# %% big-and-small-ints
counts(f, 10**20, 10**20, 2**63, -(2**63), 1e20)

# %% list-is-not-tuple
counts(f, ([1],), ((1,),), ([],), ((),), ([],))

# %% list-of-tensors
t = tf.constant(1.0)
counts(f, ([t],), ([t + 1],), ([t, t],), ((t, t),), ([t, [t]],), ([t, [t]],))

# %% list-subclass-is-a-list
class Mine(list):
    pass
counts(f, ([1, 2],), (Mine([1, 2]),))

# %% tuple-subclass-is-a-tuple
class Mine(tuple):
    pass
counts(f, ((1, 2),), (Mine((1, 2)),))

# %% dict-key-order-is-no-matter
t = tf.constant(1.0)
counts(f, {"a": t, "b": 1}, {"b": 1, "a": t}, {"a": t, "b": 2}, {"a": t}, {"c": t})

# %% dict-kinds-share
counts(f, {"a": 1}, collections.OrderedDict(a=1), collections.defaultdict(int, a=1), dict(a=2))

# %% dict-with-int-keys
counts(f, {1: 2}, {1: 2}, {True: 2}, {2: 1})

# %% namedtuple-by-name-and-fields
def make(name, fields):
    return collections.namedtuple(name, fields)
t = tf.constant(1)
counts(f, (make("Q", "a b")(t, 1),), (make("Q", "a b")(t, 1),), (make("R", "a b")(t, 1),), (make("Q", "a c")(t, 1),), ((t, 1),))

# %% enum-by-identity
class Colour(enum.Enum):
    RED = 1
    BLUE = 2
counts(f, Colour.RED, Colour.RED, Colour.BLUE, 1)

# %% types-and-dtypes
counts(f, int, int, float, tf.float32, tf.float32, tf.int32, np.float32)

# %% shapes-and-ranges
counts(f, tf.TensorShape([1, 2]), tf.TensorShape([1, 2]), tf.TensorShape([1, None]), range(3), range(3), range(4))

# %% frozenset-by-equality
counts(f, frozenset([1, 2]), frozenset([2, 1]), frozenset([3]))

# %% set-cannot-be-a-key
fails(f, {1, 2})
print(f.experimental_get_tracing_count())

# %% slice-cannot-be-a-key
# needs: python<3.12 (slices have no hash)
fails(f, slice(1, 2))

# %% dataclass-cannot-be-a-key
@dataclasses.dataclass
class DC:
    a: int
fails(f, DC(1))

# %% frozen-dataclass-by-equality
@dataclasses.dataclass(frozen=True)
class DC:
    a: int
counts(f, DC(1), DC(1), DC(2))

# %% eq-without-hash-cannot-be-a-key
class Odd:
    def __eq__(self, other):
        return True
    def __repr__(self):
        return "Odd()"
fails(f, Odd())

# %% eq-and-hash-by-equality
class Even:
    def __init__(self, n):
        self.n = n
    def __eq__(self, other):
        return isinstance(other, Even) and self.n % 2 == other.n % 2
    def __hash__(self):
        return self.n % 2
counts(f, Even(2), Even(4), Even(1), Even(3))

# %% object-by-identity
class P:
    pass
p, q = P(), P()
counts(f, p, p, q, p, q)

# %% dead-object-never-matches
class P:
    pass
for _ in range(4):
    f(P())
print(f.experimental_get_tracing_count())

# %% object-attributes-are-no-key
class P:
    n = 1
p = P()
counts(f, p, p)
p.n = 2
counts(f, p)

# %% lambdas-by-identity
one, two = (lambda x: x), (lambda x: x)
counts(f, one, one, two)

# %% fresh-lambda-each-call
for _ in range(3):
    f(lambda x: x)
print(f.experimental_get_tracing_count())

# %% partial-by-identity
a, b = functools.partial(max, 1), functools.partial(max, 1)
counts(f, a, a, b)

# %% module-is-a-key
import math, json
counts(f, math, math, json)

# %% builtin-function-is-a-key
counts(f, len, len, max)

# %% bound-method-is-a-key
class P:
    def m(self):
        pass
p = P()
counts(f, p.m, p.m)

# %% slots-without-weakref-is-a-literal
class S:
    __slots__ = ("a",)
s, r = S(), S()
counts(f, s, s, r)

# %% variable-by-spec
v1, v2, v3, v4 = tf.Variable(1.0), tf.Variable(2.0), tf.Variable([1.0]), tf.Variable(1)
counts(f, v1, v1, v2, v3, v4, v2)

# %% variable-alias-pattern
v1, v2 = tf.Variable(1.0), tf.Variable(2.0)
counts(f, (v1, v2), (v1, v1), (v2, v1), (v2, v2))

# %% variable-alias-pattern-in-list
v1, v2 = tf.Variable(1.0), tf.Variable(2.0)
counts(f, ([v1, v2],), ([v1, v1],), ([v2, v1],))

# %% variable-is-not-a-tensor
counts(f, tf.Variable(1.0), tf.constant(1.0), tf.Variable(3.0))

# %% variable-with-unknown-shape
v = tf.Variable([1.0], shape=tf.TensorShape(None))
w = tf.Variable([1.0, 2.0], shape=tf.TensorShape(None))
counts(f, v, w)
v.assign([[1.0]])
counts(f, v)

# %% trainable-is-a-key-and-name-is-not
counts(f, tf.Variable(1.0), tf.Variable(1.0, trainable=False), tf.Variable(1.0, name="w"))

# %% tensorspec-is-refused
fails(f, tf.TensorSpec([], tf.float32))

# %% tensorspec-in-a-list-is-refused
fails(f, [tf.TensorSpec([], tf.float32)])

# %% kwargs-are-canonical
@tf.function
def h(x, flag=True):
    return tf.constant(0)
h(1); h(1, flag=True); h(x=1); h(flag=True, x=1); h(1, True); h(1, 1)
print(h.experimental_get_tracing_count())

# %% double-star-order-is-no-matter
@tf.function
def h(**kw):
    return tf.constant(0)
h(a=1, b=2); h(b=2, a=1); h(a=1)
print(h.experimental_get_tracing_count())

# %% default-tensor-is-a-capture
@tf.function
def h(x, y=tf.constant(1.0)):
    return x + y
print(h(1.0), h(1.0, tf.constant(1.0)), h(1.0, tf.constant(2.0)), h.experimental_get_tracing_count())

# %% eager-and-inner-calls-share
@tf.function
def inner(x):
    print("trace inner")
    return x + 1
@tf.function
def outer(x):
    print("trace outer")
    return inner(x)
print(inner(tf.constant(1)), outer(tf.constant(1)), inner(tf.constant(3)))
print(inner.experimental_get_tracing_count(), outer.experimental_get_tracing_count())

# %% inner-call-in-cond-shares
@tf.function
def inner(x):
    print("trace inner")
    return x + 1
@tf.function
def outer(x):
    return tf.cond(x > 0, lambda: inner(x), lambda: inner(-x))
print(inner(tf.constant(1)), outer(tf.constant(1)), outer(tf.constant(-5)))

# %% inner-first-then-eager
@tf.function
def inner(x):
    print("trace inner", x)
    return x * 2
@tf.function
def outer(x):
    return inner(x) + inner(x + 1)
print(outer(tf.constant(1.0)))
print(inner(tf.constant(1.0)))

# %% wider-trace-serves-narrower
@tf.function
def h(x):
    print("trace", x.shape)
    return x
h.get_concrete_function(tf.TensorSpec(None, tf.float32))
h(tf.zeros([3])); h.get_concrete_function(tf.TensorSpec([None], tf.float32)); h(tf.zeros([3, 3]))
print(h.experimental_get_tracing_count())

# %% exact-trace-before-wider
@tf.function
def h(x):
    print("trace", x.shape)
    return tf.constant(str(x.shape))
h.get_concrete_function(tf.TensorSpec([2], tf.float32))
h.get_concrete_function(tf.TensorSpec([None], tf.float32))
h.get_concrete_function(tf.TensorSpec(None, tf.float32))
print(h(tf.zeros([2])), h(tf.zeros([5])), h(tf.zeros([5, 5])))

# %% most-specific-wider-trace
@tf.function
def h(x):
    return tf.constant(str(x.shape))
for shape in (None, [None, None], [None, 3]):
    h.get_concrete_function(tf.TensorSpec(shape, tf.float32))
print(h(tf.zeros([2, 3])), h(tf.zeros([2, 2])), h(tf.zeros([2])), h.experimental_get_tracing_count())

# %% get-concrete-function-counts
@tf.function
def h(x):
    return tf.constant(0)
for i in range(8):
    h.get_concrete_function(i)
print(h.experimental_get_tracing_count())

# %% get-concrete-function-is-cached
@tf.function
def h(x):
    return x
a = h.get_concrete_function(tf.constant(1))
b = h.get_concrete_function(tf.TensorSpec([], tf.int32))
print(a is b, h.experimental_get_tracing_count())

# %% failed-trace-does-not-count
@tf.function
def h(x):
    raise ValueError("no")
fails(h, 1); fails(h, 2)
print(h.experimental_get_tracing_count())

# %% failed-trace-is-retried
tries = []
@tf.function
def h(x):
    tries.append(x)
    if len(tries) < 3:
        raise RuntimeError("not yet")
    return x
fails(h, 1); fails(h, 1)
print(h(1), h(1), tries, h.experimental_get_tracing_count())

# %% two-functions-share-nothing
def python(x):
    print("trace")
    return x
a, b = tf.function(python), tf.function(python)
a(1); b(1); a(1)
print(a.experimental_get_tracing_count(), b.experimental_get_tracing_count())

# %% ragged-by-spec
counts(f, tf.ragged.constant([[1], [2, 3]]), tf.ragged.constant([[1, 1], [2]]), tf.ragged.constant([[1.0], [2.0, 3.0]]))

# %% sparse-by-spec
a = tf.SparseTensor([[0, 0]], [1.0], [2, 2])
b = tf.SparseTensor([[1, 1], [1, 0]], [1.0, 2.0], [2, 2])
counts(f, a, a, b)

# %% reading-the-count-before-any-call
print(f.experimental_get_tracing_count())

# %% string-argument-each-value
@tf.function
def h(mode, x):
    print("trace", mode)
    return x
for mode in ("train", "eval", "train"):
    h(mode, tf.constant(1))

# %% python-argument-beside-a-tensor
@tf.function
def h(x, n):
    print("trace", x, n)
    return x * n
print(h(tf.constant(2), 3), h(tf.constant(3), 3), h(tf.constant(2), 4), h(tf.constant(2.0), 3))

# %% numpy-int-does-not-retrace
@tf.function
def h(n):
    print("trace", n)
    return n + 1
print(h(np.int32(1)), h(np.int32(2)), h(1), h(2))

# %% loop-variable-retraces
@tf.function
def h(n):
    print("trace", n)
for i in range(3):
    h(i)
for i in tf.range(3):
    h(i)
for i in np.arange(3):
    h(i)

# %% string-tensor-and-bytes
@tf.function
def h(s):
    print("trace", s)
    return s
print(h("a"), h(tf.constant("a")), h(b"a"), h(np.array("a")), h(np.str_("a")))

# %% tracing-protocol
class Fruit:
    def __init__(self, name, weight):
        self.name, self.weight = name, weight
    def __tf_tracing_type__(self, context):
        return FruitType(self.name)
class FruitType(tf.types.experimental.TraceType):
    def __init__(self, name):
        self.name = name
    def is_subtype_of(self, other):
        return type(other) is FruitType and self.name == other.name
    def most_specific_common_supertype(self, others):
        return self if all(self == other for other in others) else None
    def placeholder_value(self, placeholder_context=None):
        return Fruit(self.name, None)
    def __eq__(self, other):
        return type(other) is FruitType and self.name == other.name
    def __hash__(self):
        return hash(self.name)
@tf.function
def h(fruit):
    print("trace", fruit.name, fruit.weight)
    return tf.constant(1)
h(Fruit("apple", 1)); h(Fruit("apple", 2)); h(Fruit("pear", 3))
print(h.experimental_get_tracing_count())

# %% weakref-argument-as-key-for-container
class P:
    pass
p = P()
counts(f, ([p, 1],), ([p, 1],), ({"k": p},), ({"k": P()},))

# %% default-list-is-not-a-new-trace
@tf.function
def h(x, options=[1, 2]):
    return x
h(1); h(1, [1, 2]); h(1, (1, 2))
print(h.experimental_get_tracing_count())

# %% function-from-partial
base = tf.function(lambda x, n: x * n)
def step(n):
    return functools.partial(base, n=n)
print(step(2)(tf.constant(3)), step(2)(tf.constant(4)), step(3)(tf.constant(4)), base.experimental_get_tracing_count())

# %% function-of-partial
def mul(x, n):
    print("trace", n)
    return x * n
double = tf.function(functools.partial(mul, n=2))
print(double(tf.constant(3)), double(tf.constant(4)), double(tf.constant(3), n=5), double.experimental_get_tracing_count())

# %% function-remade-each-time
def python(x):
    print("trace")
    return x
for i in range(3):
    tf.function(python)(tf.constant(i))

# %% no-arguments
@tf.function
def h():
    print("trace")
    return tf.constant(1)
print(h(), h(), h.experimental_get_tracing_count())

# %% attributes-of-the-function
@tf.function
def h(x):
    """Doc of h."""
    return x
print(h.__name__, h.__doc__, h.python_function.__name__, h.input_signature, callable(h))
print(h.python_function(5), h.experimental_get_tracing_count())

# %% scalar-int-from-shape
@tf.function
def h(x, n):
    print("trace", n)
    return x
for size in (1, 2, 1):
    t = tf.zeros([size])
    h(tf.constant(0), t.shape[0])

# %% dtype-object-argument
@tf.function
def h(x, dtype):
    print("trace", dtype)
    return tf.cast(x, dtype)
print(h(tf.constant(1), tf.float32), h(tf.constant(1), tf.float32), h(tf.constant(1), "float32"), h(tf.constant(1), np.float32))

# %% indexed-slices-argument
a = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))
b = tf.IndexedSlices(tf.constant([2.0]), tf.constant([1]))
counts(f, a, b)

# %% module-argument
m, n = tf.Module(), tf.Module()
counts(f, m, m, n)

# %% function-argument
g1, g2 = tf.function(lambda x: x), tf.function(lambda x: x)
counts(f, g1, g1, g2)

# %% generator-argument
counts(f, (i for i in range(3)), (i for i in range(3)))

# %% iterator-argument
it = iter([1, 2, 3])
counts(f, it, it)

# %% file-like-argument
import io
s = io.StringIO()
counts(f, s, s, io.StringIO())

# %% bytes-and-bytearray
counts(f, b"x", b"x", b"y")
fails(f, bytearray(b"x"))

# %% fraction-and-decimal
import decimal, fractions
counts(f, decimal.Decimal(1), fractions.Fraction(1), 1, decimal.Decimal("1.0"))

# %% ellipsis-and-notimplemented
counts(f, ..., ..., NotImplemented)

# %% datetime-by-equality
import datetime
counts(f, datetime.date(2020, 1, 1), datetime.date(2020, 1, 1), datetime.date(2020, 1, 2))

# %% numpy-dtype-by-equality
counts(f, np.dtype("float32"), np.dtype("f4"), np.dtype("int8"))

# %% nested-structure-counts
t = tf.constant(1)
counts(f, {"a": [t, (t, 1)]}, {"a": [t + 1, (t, 1)]}, {"a": [t, (t, 2)]}, {"a": [t, [t, 1]]})

# %% ndarray-of-strings-and-objects
counts(f, np.array(["a", "b"]), np.array(["c", "d"]), np.array([b"a", b"bcd"]), tf.constant(["x", "y"]))

# %% ndarray-list-nesting
counts(f, [np.zeros(2)], [np.ones(2)], [tf.zeros(2, tf.float64)])

# %% numpy-text-is-python-text
counts(f, np.str_("a"), "a", np.bytes_(b"a"), tf.constant("a"), b"a")

# %% modules-and-other-objects-with-a-dtype
counts(f, np.float32, np.dtype("float32"), tf.float32, np, tf, np)

# %% trace-types-of-users-are-abstract
# needs: python<3.12 (what is said of abstract methods)
class Incomplete(tf.types.experimental.TraceType):
    def is_subtype_of(self, other):
        return False

    def placeholder_value(self, placeholder_context=None):
        return 5

class Complete(Incomplete):
    def most_specific_common_supertype(self, others):
        return None

    def __eq__(self, other):
        return type(other) is Complete

    def __hash__(self):
        return 1

fails(Incomplete)
fails(tf.types.experimental.TraceType)
complete = Complete()
print(complete.to_tensors(5), complete.flatten(), complete.from_tensors(iter([])), complete.cast(5, None))

# %% variable-that-is-an-argument-and-a-closure
v, w = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 3.0])
def f(a):
    print(a is v, a is w, a.handle is v.handle)
    with tf.GradientTape() as tape:
        y = a * v
    return y, tape.gradient(y, [a, v])
for order in (v, w, v), (w, v, w):
    g = tf.function(f)
    for variable in order:
        print(*g(variable))
    concrete = g.get_concrete_function(v)
    print(len(concrete.inputs), len(concrete.captured_inputs), len(concrete.variables))

# %% variables-that-are-arguments-in-inner-functions
v, w = tf.Variable(1.0), tf.Variable(10.0)
@tf.function
def inner(a, b):
    a.assign_add(b)
    return a is b, a * v
@tf.function
def outer(a, b):
    same, y = inner(a, b)
    for _ in tf.range(2):
        v.assign_add(1.0)
        y += a
    return y, tf.cond(y > 5.0, lambda: a + v, lambda: b * v)
print(outer(v, w), outer(w, v), outer(v, v), v.numpy(), w.numpy())
