import tensorflow as tf
from tell import fails, show

C = tf.constant


# %% abs
@tf.function
def f(x):
    return abs(x)
print(f(C(-5)), f(-5), f(C([1.0, -2.0])))

# %% float
@tf.function
def f(x):
    return float(x)
print(f(C(5)), f(5), f(C("2.5")), f("2.5"))

# %% int
@tf.function
def f(x):
    return int(x)
print(f(C(5.7)), f(5.7), f(C("25")), f("25"))

# %% int-with-a-base
@tf.function
def f(x):
    return int(x, 10)
print(f(C("12")), f("12"))
@tf.function
def g(x):
    return int(x, 2)
print(g("101"))
fails(g, C("101"))

# %% no-argument
@tf.function
def f():
    return C(int()), C(float())
print(f())

# %% bool-is-not-staged
@tf.function
def f(x):
    return bool(x)
fails(f, C(True))

# %% str-of-a-tensor
@tf.function
def f(x):
    print(str(x))
    return x
f(C(1))

# %% len-static
@tf.function
def f(x):
    n = len(x)
    print(n)
    return n
print(f(C([1, 2, 3])), f([C(1)]))

# %% len-dynamic
@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def f(x):
    n = len(x)
    print(type(n).__name__)
    return n
print(f(C([1, 2, 3])))

# %% len-of-unknown-rank
@tf.function(input_signature=[tf.TensorSpec(None, tf.int32)])
def f(x):
    return len(x)
print(f(C([1, 2, 3])), f(C([[1, 2]])))
fails(f, C(1))

# %% len-of-a-scalar
@tf.function
def f(x):
    return len(x)
fails(f, C(1))

# %% len-of-a-tensor-array
@tf.function
def f():
    return len(tf.TensorArray(tf.int32, size=3))
print(f())

# %% print-is-python
@tf.function
def f(x):
    print("x:", x, sep="", end="!\n")
    return x
f(C(1))
f(C(2))

# %% print-with-the-feature
@tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.BUILTIN_FUNCTIONS)
def f(x):
    print("x:", x)
    return x
f(C(1))
f(C(2))

# %% range
@tf.function
def f(n):
    r = range(n)
    return r if isinstance(r, tf.Tensor) else C(list(r))
print(f(C(3)), f(3), f(C(-1)))

# %% enumerate-and-zip-of-python
@tf.function
def f(a, b):
    s = 0
    for i, (x, y) in enumerate(zip(a, b), start=1):
        s += i * x * y
    return s
print(f((1, 2), (C(3), C(4))))

# %% map-with-a-lambda
@tf.function
def f(xs):
    return list(map(lambda x: x if x > 0 else 0, xs))
print(f([C(1), C(-2)]))

# %% map-with-a-named-function
def positive(x):
    if x > 0:
        return x
    return C(0)
@tf.function
def f(xs):
    return list(map(positive, xs))
fails(f, [C(1), C(-2)])

# %% map-with-an-inner-function
@tf.function
def f(xs):
    def positive(x):
        if x > 0:
            return x
        return C(0)
    return list(map(positive, xs))
print(f([C(1), C(-2)]))

# %% filter
@tf.function
def f(xs):
    return list(filter(lambda x: x is not None, xs))
print(f([C(1), None]))

# %% reduce
import functools
@tf.function
def f(xs):
    return functools.reduce(lambda a, b: a if a > b else b, xs)
print(f([C(1), C(5), C(3)]))

# %% sorted-of-a-tensor
@tf.function
def f(x):
    return sorted(x)
print(f(C([3, 1, 2])))

# %% sorted-downwards
@tf.function
def f(x):
    return sorted(x, reverse=True)
print(f(C([3, 1, 2])))

# %% sorted-of-a-list
@tf.function
def f(xs):
    return sorted(xs, key=lambda t: -t)
print(f((1, 3, 2)))

# %% sorted-of-a-matrix
@tf.function
def f(x):
    return sorted(x)
fails(f, C([[1, 2]]))

# %% sum-of-a-list
@tf.function
def f(xs):
    return sum(xs)
print(f([C(1), C(2)]))

# %% sum-of-a-tensor
@tf.function
def f(x):
    return sum(x)
fails(f, C([1, 2]))

# %% min-and-max-of-tensors
@tf.function
def f(x, y):
    return min(x, y)
fails(f, C(1), C(2))

# %% max-of-a-tensor
@tf.function
def f(x):
    return max(x)
fails(f, C([1, 2]))

# %% round-divmod
@tf.function
def f(x):
    return round(x)
fails(f, C(1.5))
@tf.function
def g(x):
    return divmod(x, 2)
fails(g, C(5))

# %% pow
@tf.function
def f(x):
    return pow(x, 2)
print(f(C(5)))

# %% list-and-tuple-of-a-tensor
@tf.function
def f(x):
    return list(x)
fails(f, C([1, 2]))
@tf.function
def g(x):
    return tuple(x)
fails(g, C([1, 2]))

# %% any-and-all-of-a-tensor
@tf.function
def f(x):
    return any(x)
fails(f, C([True, False]))
@tf.function
def g(x):
    return all(x)
fails(g, C([True, False]))

# %% next-and-iter
@tf.function
def f(x):
    return next(iter(x))
fails(f, C([1, 2]))

# %% isinstance-and-type
@tf.function
def f(x):
    print(isinstance(x, tf.Tensor), type(x).__name__, hasattr(x, "numpy"), callable(x))
    return x
f(C(1))

# %% getattr-and-setattr
class Box:
    a = 1
@tf.function
def f(x):
    o = Box()
    setattr(o, "a", x)
    return getattr(o, "a") + getattr(o, "b", 5)
print(f(C(1)))

# %% super
class A:
    def run(self, x):
        if x > 0:
            return x
        return -x
class B(A):
    @tf.function
    def go(self, x):
        return self.run(x)
    def run(self, x):
        y = super().run(x)
        if y > 3:
            y = y * 2
        return y
b = B()
print(b.go(C(5)), b.go(C(-1)))

# %% super-with-arguments
class A:
    def run(self, x):
        return x + 1
class B(A):
    @tf.function
    def run(self, x):
        return super(B, self).run(x)
print(B().run(C(5)))

# %% locals
@tf.function
def f(x):
    y = 3
    names = sorted(n for n in locals() if n in ("x", "y"))
    print(names)
    return x
f(C(5))

# %% globals
G = 7
@tf.function
def f(x):
    return x + globals()["G"]
print(f(C(5)))

# %% eval
@tf.function
def f(x):
    y = 3
    return eval("x + y")
print(f(C(5)))

# %% eval-with-names
@tf.function
def f(x):
    return eval("a + b", {"a": x}, {"b": 2})
print(f(C(5)))

# %% numpy-of-python-values
import numpy as np
@tf.function
def f(x):
    return x + np.sum([1, 2, 3])
print(f(C(5)))

# %% numpy-of-a-tensor
import numpy as np
@tf.function
def f(x):
    return np.sum(x)
fails(f, C(5))

# %% string-methods
@tf.function
def f(x):
    return x + len("a,b".split(","))
print(f(C(5)))
