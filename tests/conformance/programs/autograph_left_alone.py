import functools
import tensorflow as tf
from tell import fails, show

C = tf.constant


def positive(x):
    if x > 0:
        return x
    return x * 0


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

# %% py-function-is-python
def g(x):
    if x > 0:
        return x
    return -x
@tf.function
def f(x):
    return tf.py_function(g, [x], tf.int32)
print(f(C(5)), f(C(-5)))

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
