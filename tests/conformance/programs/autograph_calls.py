import functools
import tensorflow as tf
from tell import fails, show

C = tf.constant


def positive(x):
    if x > 0:
        return x
    return x * 0


# %% helper-is-converted
@tf.function
def f(x):
    return positive(x) + 1
print(f(C(5)), f(C(-5)))

# %% helper-of-a-helper
def outer(x):
    return positive(x) + positive(-x)
@tf.function
def f(x):
    return outer(x)
print(f(C(5)), f(C(-5)))

# %% helper-called-eagerly-is-python
print(positive(C(5)), positive(C(-5)))

# %% method
class A:
    def run(self, x):
        if x > 0:
            return x
        return -x
a = A()
@tf.function
def f(x):
    return a.run(x)
print(f(C(5)), f(C(-5)))

# %% unbound-method
class A:
    def run(self, x):
        if x > 0:
            return x
        return -x
@tf.function
def f(x):
    return A.run(A(), x)
print(f(C(-5)))

# %% static-and-class-methods
class A:
    k = 3
    @staticmethod
    def s(x):
        if x > 0:
            return x
        return -x
    @classmethod
    def c(cls, x):
        if x > 0:
            return x * cls.k
        return -x
@tf.function
def f(x):
    return A.s(x) + A.c(x) + A().s(x)
print(f(C(5)), f(C(-5)))

# %% callable-object
class A:
    def __call__(self, x):
        if x > 0:
            return x
        return -x
@tf.function
def f(x):
    return A()(x)
print(f(C(-5)))

# %% function-of-a-callable-object
class A:
    def __call__(self, x):
        if x > 0:
            return x
        return -x
f = tf.function(A())
print(f(C(-5)))

# %% function-of-a-bound-method
class A:
    k = 2
    def run(self, x):
        if x > 0:
            return x * self.k
        return -x
a = A()
f = tf.function(a.run)
print(f(C(5)), f(C(-5)))

# %% partial
def scale(x, k):
    if x > 0:
        return x * k
    return x
@tf.function
def f(x):
    return functools.partial(scale, k=3)(x) + functools.partial(scale, x)(2)
print(f(C(5)), f(C(-5)))

# %% function-of-a-partial
def scale(k, x):
    if x > 0:
        return x * k
    return x
f = tf.function(functools.partial(scale, 3))
print(f(C(5)), f(C(-5)))

# %% decorated-with-wraps
def twice(f):
    @functools.wraps(f)
    def wrapper(*args):
        return f(*args) * 2
    return wrapper
@twice
def g(x):
    if x > 0:
        return x
    return -x
@tf.function
def f(x):
    return g(x)
print(f(C(5)), f(C(-5)))

# %% decorator-under-tf-function
def twice(f):
    @functools.wraps(f)
    def wrapper(x):
        if x > 100:
            return x
        return f(x) * 2
    return wrapper
@tf.function
@twice
def f(x):
    if x > 0:
        return x
    return -x
print(f(C(5)), f(C(-5)), f(C(500)))

# %% lru-cache-of-a-tensor-condition
@functools.lru_cache
def g(n):
    k = C(n)
    if k > 0:
        return n
    return -n
@tf.function
def f(x):
    return x + g(-3)
fails(f, C(5))

# %% dataclass
import dataclasses
@dataclasses.dataclass
class D:
    x: object
    def run(self):
        if self.x > 0:
            return self.x
        return -self.x
@tf.function
def f(x):
    return D(x).run()
print(f(C(5)), f(C(-5)))

# %% closures-are-live
k = 1
def make():
    n = 10
    def g(x):
        if x > 0:
            return x + n + k
        return x
    def change():
        nonlocal n
        n = 20
    return g, change
g, change = make()
f = tf.function(g)
print(f(C(1)))
change()
k = 2
print(f(C(1)), f(C(1.0) if False else C([1])[0]), f(C(1, tf.int64)))

# %% converted-function-writes-its-closure
def make():
    calls = 0
    @tf.function
    def f(x):
        nonlocal calls
        calls += 1
        return x + calls
    return f, lambda: calls
f, calls = make()
print(f(C(1)), f(C(1)), f(C(1.0)), calls())

# %% defaults-and-keywords
def g(x, k=2, *rest, flag=True, **options):
    if flag:
        return x * k + sum(rest) + sum(options.values())
    return x
@tf.function
def f(x):
    return g(x), g(x, 3), g(x, 3, 4, 5), g(x, flag=False), g(x, **{"k": 5, "z": 1}), g(*[x, 1], q=2)
print([int(v) for v in f(C(5))])

# %% mutable-default
def g(x, seen=[]):
    seen.append(1)
    return x + len(seen)
@tf.function
def f(x):
    return g(x)
print(f(C(5)), f(C(5)), f(C(5.0)))

# %% nested-functions
@tf.function
def f(x):
    def a(y):
        def b(z):
            if z > 0:
                return z
            return -z
        return b(y) + b(-y)
    return a(x)
print(f(C(5)))

# %% nested-function-with-a-decorator
def twice(f):
    def wrapper(*args):
        return f(*args) * 2
    return wrapper
@tf.function
def f(x):
    @twice
    def g(y):
        if y > 0:
            return y
        return -y
    return g(x)
print(f(C(5)), f(C(-5)))

# %% class-in-a-function
@tf.function
def f(x):
    class A:
        k = 3
        def run(self, y):
            if y > 0:
                return y * self.k
            return -y
    return A().run(x)
print(f(C(5)), f(C(-5)))

# %% function-as-argument
def apply(g, x):
    return g(x)
@tf.function
def f(x):
    return apply(positive, x) + apply(lambda v: v if v > 0 else -v, x)
print(f(C(5)), f(C(-5)))

# %% graph-function-in-a-graph-function
@tf.function
def g(x):
    print("trace g")
    if x > 0:
        return x
    return -x
@tf.function
def f(x):
    return g(x) + g(x + 1)
print(f(C(5)), f(C(-5)))

# %% tf-cond-with-python-functions
@tf.function
def f(x):
    return tf.cond(x > 0, lambda: positive(x), lambda: -x)
print(f(C(5)), f(C(-5)))

# %% tf-while-loop-with-a-converted-body
@tf.function
def f(n):
    def body(i, s):
        if i % 2 == 0:
            s += i
        return i + 1, s
    return tf.while_loop(lambda i, s: i < n, body, (0, 0))
print(f(C(6)))

# %% map-fn
def g(x):
    if x > 0:
        return x
    return -x
@tf.function
def f(xs):
    return tf.map_fn(g, xs)
print(f(C([1, -2, 3])))

# %% gradient-tape-inside
@tf.function
def f(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        if x > 0.0:
            y = x * x
        else:
            y = -x
    return tape.gradient(y, x)
print(f(C(3.0)), f(C(-3.0)))

# %% try-except-at-trace
@tf.function
def f(x):
    try:
        y = undefined_name
    except NameError as e:
        print(type(e).__name__, e)
        y = x
    return y
print(f(C(5)))

# %% try-except-of-a-callee
def g(x):
    raise KeyError("missing")
@tf.function
def f(x):
    try:
        return g(x)
    except KeyError as e:
        print(e)
        return x
print(f(C(5)))

# %% raise-from
@tf.function
def f(x):
    try:
        raise ValueError("first")
    except ValueError as e:
        raise RuntimeError("second") from e
fails(f, C(5))

# %% with-several-managers
import contextlib
@contextlib.contextmanager
def say(text):
    print("enter", text)
    yield text
    print("exit", text)
@tf.function
def f(x):
    with say("a") as a, say("b"):
        if x > 0:
            y = x
        else:
            y = -x
        print(a)
    return y
print(f(C(5)))

# %% import-inside
@tf.function
def f(x):
    import math
    from functools import reduce as fold
    if x > 0.0:
        y = x * math.pi
    else:
        y = x * fold(lambda a, b: a + b, [1.0, 2.0])
    return y
show(f(C(1.0)), f(C(-1.0)))

# %% annotated
@tf.function
def f(x: tf.Tensor, k: int = 3) -> tf.Tensor:
    y: tf.Tensor = x * k
    if y > 0:
        z = y
    else:
        z = -y
    return z
print(f(C(5)), f(C(-5)))

# %% annotated-in-a-branch
@tf.function
def f(x):
    if x:
        y: int = 1
    else:
        y = 2
    return y
print(f(1) if False else "")

# %% docstring
@tf.function
def f(x):
    """Doc."""
    if x > 0:
        return x
    return -x
print(f(C(5)), f.__doc__, f.python_function.__doc__)

# %% name-and-wrapped
@tf.function
def f(x):
    return x
print(f.__name__, f.python_function.__name__, f.__wrapped__ is f.python_function)

# %% function-defined-in-a-loop
fs = []
for k in range(3):
    @tf.function
    def f(x, k=k):
        if x > 0:
            return x * k
        return x
    fs.append(f)
print([int(f(C(5))) for f in fs])

# %% backslash-and-comments
@tf.function
def f(x):
    # a comment
    y = x + \
        1
    if y > 0 and \
            y < 10:  # another
        return (y +
                1)
    # the end
    return y
print(f(C(5)), f(C(-5)))

# %% strings-with-odd-indentation
@tf.function
def f(x):
    s = """
first
  second
"""
    print(len(s))
    if x > 0:
        return x
    return -x
print(f(C(-5)))

# %% several-statements-on-a-line
@tf.function
def f(x):
    y = x; z = y + 1
    if y > 0: y = y * 2; z = y
    return y, z
print(f(C(5)), f(C(-5)))
