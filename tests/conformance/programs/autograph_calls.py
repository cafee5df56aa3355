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

# %% lru-cache-is-left-alone
@functools.lru_cache
def g(n):
    if n > 0:
        return n
    return -n
@tf.function
def f(x):
    return x + g(-3)
print(f(C(5)))

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

# %% constructor-is-left-alone
class A:
    def __init__(self, x):
        if x > 0:
            self.y = x
        else:
            self.y = -x
@tf.function
def f(x):
    return A(x).y
fails(f, C(5))

# %% property-is-left-alone
class A:
    def __init__(self, x):
        self.x = x
    @property
    def y(self):
        if self.x > 0:
            return self.x
        return -self.x
@tf.function
def f(x):
    return A(x).y
fails(f, C(5))

# %% operator-method-is-left-alone
class A:
    def __init__(self, x):
        self.x = x
    def __add__(self, other):
        if other > 0:
            return self.x
        return -self.x
@tf.function
def f(x):
    return A(x) + x
fails(f, C(5))

# %% getitem-is-left-alone
class A:
    def __getitem__(self, i):
        if i > 0:
            return i
        return -i
@tf.function
def f(x):
    return A()[x]
fails(f, C(5))

# %% context-manager-is-left-alone
class A:
    def __init__(self, x):
        self.x = x
    def __enter__(self):
        if self.x > 0:
            return self.x
        return -self.x
    def __exit__(self, *_):
        pass
@tf.function
def f(x):
    with A(x) as y:
        return y
fails(f, C(5))

# %% generator-is-left-alone
def gen(x):
    if x > 0:
        yield x
    else:
        yield -x
@tf.function
def f(x):
    return list(gen(x))
fails(f, C(5))

# %% generator-expression
@tf.function
def f(xs):
    return sum(x if x > 0 else -x for x in xs)
print(f([C(5), C(-5)]))

# %% function-given-to-a-method-of-a-builtin
@tf.function
def f(x):
    l = [3, 1, 2]
    l.sort(key=lambda v: -v)
    return x + l[0]
print(f(C(5)))

# %% exec-ed-code-is-left-alone
space = {}
exec("def g(x):\n    if x > 0:\n        return x\n    return -x\n", space)
g = space["g"]
@tf.function
def f(x):
    return g(x)
fails(f, C(5))

# %% function-of-exec-ed-code
space = {"tf": tf}
exec("def g(x):\n    return x + 1\n", space)
print(tf.function(space["g"])(C(5)))

# %% standard-library-is-converted-or-not
import bisect
import copy
import heapq
@tf.function
def f(x):
    l = copy.deepcopy([1, 3, 5])
    heapq.heapify(l)
    return x + bisect.bisect([1, 3, 5], 3) + l[0]
print(f(C(5)))

# %% collections-are-left-alone
import collections
P = collections.namedtuple("P", ["a", "b"])
@tf.function
def f(x):
    p = P(x, 2)
    q = p._replace(b=3)
    d = collections.OrderedDict(a=x)
    return q, d["a"], collections.Counter([1, 1])[1]
print(f(C(5)))

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

# %% init-of-a-class-in-a-function
@tf.function
def f(x):
    class A:
        def __init__(self, y):
            if y > 0:
                self.y = y
            else:
                self.y = -y
    return A(x).y
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

# %% autograph-off
@tf.function(autograph=False)
def f(x):
    if x > 0:
        return x
    return -x
fails(f, C(5))

# %% autograph-off-for-the-callee-too
@tf.function(autograph=False)
def f(x):
    return positive(x)
fails(f, C(5))

# %% autograph-off-inside-an-autograph-function
@tf.function(autograph=False)
def g(x):
    if x > 0:
        return x
    return -x
@tf.function
def f(x):
    return g(x)
fails(f, C(5))

# %% do-not-convert
@tf.autograph.experimental.do_not_convert
def g(x):
    if x > 0:
        return x
    return -x
@tf.function
def f(x):
    return g(x)
fails(f, C(5))

# %% do-not-convert-goes-down
@tf.autograph.experimental.do_not_convert
def g(x):
    return positive(x)
@tf.function
def f(x):
    return g(x)
fails(f, C(5))

# %% do-not-convert-with-parentheses
@tf.autograph.experimental.do_not_convert()
def g(x):
    return x + 1
@tf.function
def f(x):
    if x > 0:
        return g(x)
    return x
print(f(C(5)), g.__name__)

# %% do-not-convert-under-tf-function
@tf.function
@tf.autograph.experimental.do_not_convert
def f(x):
    if x > 0:
        return x
    return -x
fails(f, C(5))

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

# %% py-function-is-python
def g(x):
    if x > 0:
        return x
    return -x
@tf.function
def f(x):
    return tf.py_function(g, [x], tf.int32)
print(f(C(5)), f(C(-5)))

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

# %% match-is-not-converted
@tf.function
def f(x, kind):
    match kind:
        case "a":
            return x
        case _:
            return -x
print(f(C(5), "a"), f(C(5), "b"))

# %% match-in-an-inner-function-is-not-converted
@tf.function
def f(x, kind):
    def g(kind):
        match kind:
            case "a":
                return x
            case _:
                return -x
    return g(kind)
print(f(C(5), "a"), f(C(5), "b"))

# %% match-without-names-is-converted
@tf.function
def f(x):
    match 1 + 1:
        case 1:
            return x
        case 2:
            if x > 0:
                x = x * 2
    return x
print(f(C(5)), f(C(-5)))

# %% match-without-names-first-in-a-try-is-not-converted
@tf.function
def f(x):
    try:
        match 2:
            case _:
                x += 1
    finally:
        x += 1
    return x
print(f(C(5)))

# %% async-is-not-converted
import inspect
@tf.function
def f(x):
    async def g():
        return 1
    return x
print(f(C(5)))

# %% name-mangling-is-not-converted
# differs: the warning names the function where TensorFlow's names a method of its stand-in for the instance
class A:
    def __init__(self):
        self.__k = 3
    @tf.function
    def f(self, x):
        return x + self.__k
a = A()
print(a.f(C(5)))

# %% generator-under-tf-function
@tf.function
def f(x):
    yield x
fails(f, C(5))

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
