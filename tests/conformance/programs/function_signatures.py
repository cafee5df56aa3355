import numpy as np
import tensorflow as tf
from tell import fails

# %% missing-argument
@tf.function
def f(x, y=2):
    return x
fails(f)
fails(f, y=1)

# %% too-many-arguments
@tf.function
def f(x, y=2):
    return x
fails(f, 1, 2, 3)

# %% unexpected-keyword
@tf.function
def f(x, y=2):
    return x
fails(f, 1, z=3)

# %% argument-twice
@tf.function
def f(x, y=2):
    return x
fails(lambda: f(1, x=2))

# %% keyword-only-missing
# needs: python<3.12 (what binding says)
@tf.function
def f(x, *, k):
    return x
fails(f, 1)
fails(f, 1, 2)
print(f(1, k=2))

# %% positional-only
# needs: python<3.12 (what binding says)
@tf.function
def f(x, /, y):
    return x + y
print(f(1, 2), f(1, y=2))
fails(lambda: f(x=1, y=2))

# %% binding-error-with-arguments
@tf.function
def f(x):
    return x
fails(f, tf.constant([1, 2]), 3, a="s")

# %% no-parameters
@tf.function
def f():
    return tf.constant(1)
fails(f, 1)

# %% signature-converts-python-values
@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def f(x):
    print("trace", x)
    return x
print(f(1), f(2.5), f(True), f(np.float64(3)), f(np.array(4)), f(tf.constant(5.0)))
print(f.experimental_get_tracing_count())

# %% signature-never-casts-tensors
@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def f(x):
    return x
fails(f, tf.constant([1, 2]))
fails(f, tf.constant([1.0], tf.float64))
print(f([1, 2]), f(np.array([1, 2])), f((3, 4)))

# %% signature-of-another-shape
@tf.function(input_signature=[tf.TensorSpec([2], tf.float32)])
def f(x):
    return x
fails(f, tf.zeros([3]))
fails(f, [1.0, 2.0, 3.0])
fails(f, 1.0)
print(f([1.0, 2.0]))

# %% signature-refuses-a-float-for-int
@tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
def f(x):
    return x
fails(f, 3.5)
fails(f, "a")
fails(f, None)
print(f(3), f(True), f(np.int64(4)))

# %% signature-for-strings
@tf.function(input_signature=[tf.TensorSpec([], tf.string)])
def f(s):
    print("trace")
    return s + "!"
print(f("a"), f(b"b"), f(tf.constant("c")))
fails(f, 1)

# %% signature-too-few-or-many-arguments
@tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([])])
def f(x, y):
    return x + y
fails(f, 1.0)
fails(f, 1.0, 2.0, 3.0)
print(f(1.0, y=2.0), f(y=1.0, x=5.0))

# %% signature-missing-a-parameter
def f(x, y):
    return x
fails(lambda: tf.function(f, input_signature=[tf.TensorSpec([])]))

# %% signature-with-one-too-many
def f(x):
    return x
fails(lambda: tf.function(f, input_signature=[tf.TensorSpec([]), tf.TensorSpec([])]))

# %% signature-not-a-sequence
def f(x):
    return x
fails(lambda: tf.function(f, input_signature=tf.TensorSpec([])))
fails(lambda: tf.function(f, input_signature={"x": tf.TensorSpec([])}))

# %% signature-of-non-specs
def f(x):
    return x
fails(lambda: tf.function(f, input_signature=[1]))
fails(lambda: tf.function(f, input_signature=[[1, tf.TensorSpec([])]]))
fails(lambda: tf.function(f, input_signature=["float32"]))

# %% signature-empty
@tf.function(input_signature=[])
def f():
    return tf.constant(1)
print(f())
fails(f, 1)
print(f.input_signature)

# %% signature-with-defaults
@tf.function(input_signature=[tf.TensorSpec([])])
def f(x, y=2, z="a"):
    print("trace", x, y, z)
    return x * y
print(f(3.0))
fails(f, 3.0, 2)
fails(f, 3.0, 5)

# %% signature-default-for-a-spec
@tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([])])
def f(x, y=2.0):
    return x * y
print(f(3.0), f(3.0, 4.0))

# %% signature-with-keyword-only
fails(lambda: tf.function(lambda x, *, k: x, input_signature=[tf.TensorSpec([])]))
@tf.function(input_signature=[tf.TensorSpec([])])
def f(x, *, k=3):
    return x * k
print(f(2.0))
fails(lambda: f(2.0, k=4))

# %% signature-with-varargs
@tf.function(input_signature=[tf.TensorSpec([]), tf.TensorSpec([], tf.int32)])
def f(x, *args):
    print(args)
    return x
print(f(1.0, 2))
fails(f, 1.0)

# %% signature-with-kwargs
fails(lambda: tf.function(lambda x, **kw: x, input_signature=[tf.TensorSpec([])])(1.0))
fails(lambda: tf.function(lambda x, **kw: x, input_signature=[tf.TensorSpec([])])(1.0, k=2))

# %% signature-nested
# differs: TensorFlow's own text comes of a slip (it asks a type for its length)
@tf.function(input_signature=[{"a": tf.TensorSpec([]), "b": [tf.TensorSpec([], tf.int32), tf.TensorSpec([None])]}])
def f(d):
    return d["a"] + d["b"][1]
print(f({"a": 1.0, "b": [2, [1.0, 2.0]]}), f({"b": [2, tf.zeros([1])], "a": 5}))
fails(f, {"a": 1.0})
fails(f, {"a": 1.0, "b": [1]})
fails(f, {"a": 1.0, "b": (2, [1.0])})
fails(f, [1.0])

# %% signature-on-a-method
class A:
    k = 10.0
    @tf.function(input_signature=[tf.TensorSpec([])])
    def m(self, x):
        return x * self.k
a = A()
print(a.m(2), a.m(x=3.0))
fails(a.m)
fails(a.m, 1.0, 2.0)

# %% signature-of-unknown-rank
@tf.function(input_signature=[tf.TensorSpec(None)])
def f(x):
    print(x)
    return x
print(f(1.0), f([1.0]), f([[1.0]]))

# %% signature-with-a-variable-argument
@tf.function(input_signature=[tf.TensorSpec([])])
def f(x):
    return x + 1
print(f(tf.Variable(1.0)))
fails(f, tf.Variable(1))

# %% signature-as-function-argument
g = tf.function(lambda x: x * 2, input_signature=(tf.TensorSpec([None], tf.int32),))
print(g([1, 2]), g.input_signature)

# %% concrete-positional-and-keyword
@tf.function
def f(x, n, y):
    return x * n + y
c = f.get_concrete_function(tf.TensorSpec([None], tf.int32), 3, y=tf.TensorSpec([], tf.int32, name="yy"))
one = tf.constant(1)
print(c(tf.constant([1, 2]), 3, one), c(tf.constant([1]), one), c(tf.constant([1]), yy=one))
print(c(tf.constant([1]), n=3, y=one), c(x=tf.constant([1]), n=3, y=one))
fails(lambda: c(x=tf.constant([1]), y=one))
print(c(x=tf.constant([1]), yy=one))

# %% concrete-wrong-arguments
@tf.function
def h(x, n, y):
    return x * n + y
c = h.get_concrete_function(tf.TensorSpec([None], tf.int32), 3, tf.TensorSpec([], tf.int32, name="yy"))
one = tf.constant(1)
fails(c)
fails(c, tf.constant([1]))
fails(c, tf.constant([1]), 4, one)
fails(c, tf.constant([1]), one, one, one)
fails(c, 1, one)

# %% concrete-wrong-arguments-in-full
# full error
@tf.function
def h(x, n, y):
    return x * n + y
c = h.get_concrete_function(tf.TensorSpec([None], tf.int32), 3, tf.TensorSpec([], tf.int32, name="yy"))
c(tf.constant([1]), 4, tf.constant(1))

# %% concrete-missing-in-full
# full error
@tf.function
def h(x, y):
    return x + y
h.get_concrete_function(tf.TensorSpec([]), tf.TensorSpec([]))(tf.constant(1.0))

# %% concrete-python-number-in-full
# full error
@tf.function
def h(x):
    return x
h.get_concrete_function(tf.TensorSpec([]))("a")

# %% concrete-wrong-dtype
@tf.function
def double(a):
    return a + a
c = double.get_concrete_function(tf.TensorSpec(None, tf.string))
print(c(tf.constant("a")), c(a=tf.constant("b")), c("c"))
fails(c, tf.constant(1))

# %% concrete-wrong-shape
@tf.function
def f(a):
    return a
c = f.get_concrete_function(tf.TensorSpec([2]))
fails(c, tf.zeros([3]))
fails(c, tf.zeros([]))
print(c(tf.zeros([2])), c([1.0, 2.0]))

# %% concrete-of-no-arguments
@tf.function
def f():
    print("trace")
    return tf.constant(3)
c = f.get_concrete_function()
print(c(), f())
fails(c, 1)

# %% concrete-from-example-values
@tf.function
def f(x, flag):
    print("trace", x, flag)
    return x
c = f.get_concrete_function(tf.constant([1.0, 2.0]), True)
print(c(tf.constant([5.0, 6.0])))
print(c.structured_input_signature)
d = f.get_concrete_function(np.zeros([2], np.float32), flag=True)
print(c is d)

# %% concrete-from-scalar-python
@tf.function
def f(n):
    return tf.constant(n)
c = f.get_concrete_function(3)
print(c(), c(3))
fails(c, 4)
print(c.structured_input_signature, c.inputs)

# %% concrete-with-default-arguments
# needs: python<3.12 (what binding says)
@tf.function
def f(x, y=2.0, *, z=3.0):
    return x + y + z
c = f.get_concrete_function(tf.TensorSpec([]))
print(c(tf.constant(1.0)), c.structured_input_signature)
fails(c, tf.constant(1.0), tf.constant(5.0))

# %% concrete-without-needed-specs
@tf.function
def f(x, y):
    return x
fails(f.get_concrete_function, tf.TensorSpec([]))
fails(f.get_concrete_function, 1, 2, 3)

# %% concrete-with-signature
@tf.function(input_signature=[tf.TensorSpec([None])])
def f(x):
    return x
print(f.get_concrete_function() is f.get_concrete_function(tf.TensorSpec([None])), f.get_concrete_function(tf.TensorSpec([2])) is f.get_concrete_function())
fails(f.get_concrete_function, tf.TensorSpec([], tf.int32))

# %% concrete-on-a-method
class A:
    @tf.function
    def m(self, x):
        return x + 1
a = A()
c = a.m.get_concrete_function(tf.TensorSpec([], tf.int32))
print(c(tf.constant(1)))
print(c.structured_input_signature)

# %% concrete-with-list-argument
# differs: TensorFlow's own text comes of a slip (it asks a type for its length)
@tf.function
def f(xs):
    return xs[0] + xs[1]
c = f.get_concrete_function([tf.TensorSpec([]), tf.TensorSpec([])])
one = tf.constant(1.0)
print(c([one, one]), c(one, one))
fails(c, (one, one))
fails(c, [one])

# %% concrete-inside-a-function
@tf.function
def f(x):
    return x * 2
c = f.get_concrete_function(tf.TensorSpec([], tf.int32))
@tf.function
def outer(x):
    y = c(x)
    print(y)
    return y + 1
print(outer(tf.constant(4)))

# %% concrete-variables-and-captures
v, k = tf.Variable(2.0, name="v"), tf.constant(5.0)
@tf.function
def f(x):
    return x * v + k
c = f.get_concrete_function(tf.TensorSpec([]))
print(c(tf.constant(1.0)), [x.name for x in c.variables], len(c.captured_inputs), c.captured_inputs[1])
v.assign(10.0); print(c(tf.constant(1.0)))

# %% structured-outputs
@tf.function
def f(x):
    return {"b": x, "a": (x, [None, 1, "s"])}, None, [x, ()], {}
r = f(tf.constant(1))
print(r)
print(f.get_concrete_function(tf.TensorSpec([], tf.int32)).structured_outputs)

# %% output-dict-keeps-insertion-order
@tf.function
def f(x):
    return {"z": x, "a": x + 1, "m": x + 2}
print(list(f(tf.constant(1)).items()))

# %% output-kinds
@tf.function
def f(x):
    return x, 1, 2.5, True, "s", np.float64(1.5), np.arange(2), tf.TensorShape([1, 2]), [1, 2], (), None, range(3)
print(f(tf.constant(0)))

# %% output-none
@tf.function
def f(x):
    pass
print(f(1))
@tf.function
def g(x):
    return None
print(g(1), g.get_concrete_function(1).structured_outputs)

# %% output-python-list-becomes-tensors
@tf.function
def f():
    return [1, 2.0, [3]]
print(f())

# %% output-is-not-the-input
t = tf.constant([1, 2])
@tf.function
def f(x):
    return x
print(f(t) is t, f(t))

# %% output-same-tensor-twice
@tf.function
def f(x):
    y = x + 1
    return y, y, x
a, b, c = f(tf.constant(1))
print(a, b, c, a is b)

# %% output-variable-in-structure
v = tf.Variable(1.0)
@tf.function
def f():
    return {"v": v, "l": [v]}
print(f())

# %% output-slices
@tf.function
def f():
    return tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))
a = f()
print(type(a).__name__, a.values, a.indices, a.dense_shape)

# %% output-sparse
@tf.function
def f():
    return tf.SparseTensor([[0]], [1.0], [2])
print(f())

# %% output-namedtuple-and-dataclass
import collections
P = collections.namedtuple("P", "a b")
@tf.function
def f(x):
    return P(x, [x, P(1, 2)])
print(f(tf.constant(5)))

# %% output-tuple-subclass-and-defaultdict
# needs: python<3.12 (how an OrderedDict prints)
import collections
@tf.function
def f(x):
    d = collections.OrderedDict(b=x, a=x)
    e = collections.defaultdict(list, k=x)
    return d, e
print(f(tf.constant(1)))

# %% output-dtype
fails(tf.function(lambda: tf.float32))

# %% output-operation
fails(tf.function(lambda: tf.group(tf.constant(1))))
fails(tf.function(lambda: tf.no_op()))

# %% output-set
fails(tf.function(lambda: {1, 2}))

# %% output-object-and-function
class P:
    pass
fails(tf.function(lambda: P()))
fails(tf.function(lambda: len))
fails(tf.function(lambda: (i for i in [1])))
fails(tf.function(lambda: [P()]))
@tf.function
def f():
    return object()
fails(f)

# %% output-of-eager-tensor
t = tf.constant([1, 2])
@tf.function
def f():
    return t
print(f(), f() is t, f.get_concrete_function().captured_inputs)

# %% argument-passed-through-python
@tf.function
def f(n, s, flag, none):
    print(type(n).__name__, type(s).__name__, type(flag).__name__, none)
    return n
print(f(1, "s", True, None))

# %% arguments-keep-their-containers
import collections
P = collections.namedtuple("P", "a b")
@tf.function
def f(l, t, d, o, p):
    print(type(l).__name__, type(t).__name__, type(d).__name__, type(o).__name__, type(p).__name__)
    return l[0]
f([1], (1,), {"a": 1}, collections.OrderedDict(a=1), P(1, 2))

# %% nested-list-of-numbers-stays-python
@tf.function
def f(l):
    print(l, type(l[0]).__name__)
    return tf.constant(l)
print(f([[1, 2], [3, 4]]))
print(f([[1, 2], [3, 4]]))
print(f([[1, 2], [3, 5]]))

# %% mutated-list-argument
@tf.function
def mut(l):
    l.append(1)
    return tf.constant(0)
fails(mut, [0])

# %% mutated-dict-argument
@tf.function
def mut(d):
    d["k"] = 1
    return tf.constant(0)
fails(mut, {})
@tf.function
def pop(d, x):
    d.pop("a")
    return x
fails(pop, {"a": 1}, 1)

# %% mutated-nested-argument
@tf.function
def mut(l, x):
    l[0]["a"] = x
    return x
fails(mut, [{"a": 1}], tf.constant(2))

# %% mutated-default-argument
@tf.function
def mut(x, acc=[]):
    acc.append(x)
    return x
fails(mut, tf.constant(1))
fails(mut, tf.constant(1))

# %% mutated-copy-is-fine
@tf.function
def f(l):
    l = list(l)
    l.append(1)
    return tf.constant(l)
original = [0]
print(f(original), original)

# %% mutated-object-attribute-is-not-seen
class P:
    n = 0
@tf.function
def f(p):
    p.n += 1
    return tf.constant(p.n)
p = P()
print(f(p), f(p), p.n)

# %% decorator-spellings
from functools import partial
from tensorflow import function
@function
def a(x):
    return x
@tf.function()
def b(x):
    return x
@partial(tf.function, autograph=False)
def c(x):
    return x
d = tf.function(lambda x: x)
print(a(1), b(1), c(1), d(1), tf.function(func=lambda x: x + 1)(1))

# %% function-of-function
f = tf.function(tf.function(lambda x: x + 1))
print(f(1), f(tf.constant(2)))

# %% function-of-non-callable
fails(lambda: tf.function(5))
fails(lambda: tf.function("f")(1))

# %% function-of-callable-object
class Add:
    def __init__(self, n):
        self.n = n
    def __call__(self, x):
        print("trace")
        return x + self.n
f = tf.function(Add(3))
print(f(tf.constant(1)), f(tf.constant(2)))

# %% function-of-builtin
# needs: python>=3.11 (print has a signature)
fails(tf.function, max)
fails(tf.function, print)

# %% function-of-class
# differs: a class is named as a class in the text, not as the function that wraps it
class P:
    def __init__(self, x):
        self.x = x
fails(tf.function(P), 1)

# %% function-with-unknown-option
fails(lambda: tf.function(lambda x: x, wrong=True))

# %% docs-and-names-kept
@tf.function
def named(x: int, y: str = "a") -> int:
    """What it does."""
    return x
import inspect
print(named.__name__, named.__doc__, named.__module__, inspect.signature(named), named.__wrapped__ is named.python_function)

# %% structured-signature-of-varargs
@tf.function
def f(*args, **kwargs):
    return args[0]
c = f.get_concrete_function(tf.TensorSpec([]), tf.TensorSpec([], name="n"), k=tf.TensorSpec([]))
print(c.structured_input_signature)
print(c(tf.constant(1.0), tf.constant(2.0), k=tf.constant(3.0)))

# %% clone-and-experimental-compile-attributes
@tf.function(jit_compile=None)
def f(x):
    return x
print(f(1), f.experimental_get_tracing_count())

# %% argument-named-self-outside-a-class
@tf.function
def f(self, x):
    print(self, x)
    return x
print(f(tf.constant(1), tf.constant(2)))

# %% very-many-arguments
@tf.function
def f(*xs):
    return tf.add_n(xs)
print(f(*[tf.constant(i) for i in range(50)]))

# %% unhashable-argument-inside-a-list
# needs: python<3.12 (slices have no hash)
@tf.function
def f(xs):
    return tf.constant(0)
fails(f, [{1, 2}])
fails(f, {"a": slice(1)})

# %% recursive-list-of-tensors-as-tensor
@tf.function
def f(xs):
    return tf.stack(xs)
print(f([tf.constant(1), tf.constant(2)]), f((tf.constant(1.0), 2.0)))

# %% values-that-signatures-cannot-store
import enum

class E(enum.Enum):
    X = 1

@tf.function
def g(x):
    return 0

for value in (b"a", 1j, E.X, int, None, tf.float32, "a", 1.5, object(), [E.X, 1], {"a": len}, (b"x",), True, tf.TensorSpec([2])):
    print(g.get_concrete_function(value).structured_input_signature)

# %% output-shapes-with-none
cf = tf.function(lambda x: {"a": x, "b": [None, x[0]]}).get_concrete_function(tf.TensorSpec([2, None]))
print(cf.output_shapes, cf.output_dtypes)

# %% a-copied-function-has-its-own-traces
import copy

@tf.function
def g(x):
    return x + 1

h = copy.deepcopy(g)
print(h(tf.constant(1)), h.experimental_get_tracing_count(), g.experimental_get_tracing_count(), h.__doc__, h.__name__)

# %% function-spec
class Model:
    @tf.function
    def call(self, x, y=3):
        return x
def f(a, b=1, *c, d=2, **e):
    return a
for g in tf.function(f), tf.function(lambda x: x, input_signature=[tf.TensorSpec([2])]), tf.function(lambda: 1.0), Model().call, Model.call:
    spec = g.function_spec
    print(type(spec).__name__, str(spec).split(" at ")[0], repr(g.function_type) == spec.signature_summary())
    print(spec.fullargspec, spec.input_signature, spec.flat_input_signature, spec.default_values, spec.arg_names, spec.is_pure, spec.jit_compile)
    print(spec.signature_summary(default_values=True))

# %% function-of-a-bound-function
import inspect
class A(tf.Module):
    def __init__(self):
        super().__init__()
        self.k = tf.Variable(2.0)
    @tf.function
    def m(self, x, y=3.0):
        print("trace", type(self).__name__)
        if x > 0.0:
            return x * self.k + y
        return x
a = A()
f = tf.function(a.m)
print(f(tf.constant(1.0)), f(1.0, y=4.0), f(x=1.0), f(tf.constant(-1.0)), inspect.signature(a.m), f.__name__, f.python_function is a.m)
print(f.get_concrete_function(tf.TensorSpec([])).structured_input_signature)
print(tf.function(f)(tf.constant(1.0)), tf.function(A.m)(a, tf.constant(1.0)))
print(tf.function(a.m, input_signature=[tf.TensorSpec([])])(2))
for wrong in (lambda: f(), lambda: f(1.0, 2.0, 3.0), lambda: f(1.0, z=2.0), lambda: tf.function(A().m)(1.0)):
    fails(wrong)
with tf.GradientTape() as tape:
    y = f(tf.constant(5.0))
print(tape.gradient(y, a.k))
class B:
    @tf.function
    def m(self, x):
        return x * 2
    def __call__(self, x):
        return x * 3
b = B()
b.q = tf.function(b.m)
class C:
    z = tf.function(b.m)
print(b.q(2), tf.function(b)(2), C.z(2))
fails(lambda: C().z(2))
