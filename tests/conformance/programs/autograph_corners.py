import functools
import tensorflow as tf
from tell import fails, show

C = tf.constant


def positive(x):
    if x > 0:
        return x
    return x * 0

# %% partial-of-a-partial
def f(x, y, *, scale):
    if x > y:
        return x * scale
    return y
g = tf.function(functools.partial(functools.partial(f, scale=3), C(2)))
print(g(C(1)), g(C(5)))

# %% partialmethod
class A:
    def clip(self, x, low):
        if x < low:
            return low
        return x
    at_zero = functools.partialmethod(clip, low=C(0))
a = A()
@tf.function
def f(x):
    return a.at_zero(x)
fails(f, C(-3))
fails(tf.function(a.at_zero), C(-3))

# %% single-dispatch
@functools.singledispatch
def clip(x):
    return positive(x)
@tf.function
def f(x):
    return clip(x)
fails(f, C(-3))

# %% decorator-that-is-a-class
class Twice:
    def __init__(self, function):
        functools.update_wrapper(self, function)
        self.function = function
    def __call__(self, x):
        if x > 100:
            return x
        return self.function(self.function(x))
@Twice
def g(x):
    if x > 0:
        return x + 1
    return x
@tf.function
def f(x):
    return g(x)
print(f(C(1)), f(C(-1)), f(C(200)))

# %% decorator-without-wraps
def twice(function):
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs) * 2
    return wrapper
@twice
def g(x):
    if x > 0:
        return x + 1
    return x
@tf.function
def f(x):
    return g(x)
print(f(C(1)), f(C(-1)))

# %% two-decorators
def times(n):
    def decorate(function):
        @functools.wraps(function)
        def wrapper(x):
            if n > 2 and x > 0:
                return function(x) * n
            return function(x)
        return wrapper
    return decorate
@tf.function
@times(2)
@times(3)
def f(x):
    if x > 5:
        return x - 5
    return x
print(f(C(1)), f(C(-1)), f(C(7)))

# %% callable-object-with-state
class Counter:
    def __init__(self):
        self.calls = 0
    def __call__(self, x):
        self.calls += 1
        if x > 0:
            self.last = x
        else:
            self.last = -x
        return self.last
c = Counter()
@tf.function
def f(x):
    return c(x) + c(x + 1)
fails(f, C(1))
print(c.calls)

# %% recursion-on-a-python-number
trace = []
@tf.function
def f(x, n):
    trace.append(n)
    if n == 0:
        return x
    if x > 0:
        x = x - 1
    return f(x, n - 1)
print(f(C(2), 3), trace)

# %% recursion-of-a-helper
def power(x, n):
    if n == 0:
        return C(1)
    if n % 2 == 0:
        return power(x * x, n // 2)
    return x * power(x, n - 1)
@tf.function
def f(x):
    return power(x, 10)
print(f(C(3)))

# %% mutual-recursion
def even(n, x):
    if n == 0:
        return x
    return odd(n - 1, x)
def odd(n, x):
    if n == 0:
        return -x
    return even(n - 1, x + 1 if x > 0 else x)
@tf.function
def f(x):
    return even(5, x)
print(f(C(3)))

# %% return-in-try-finally
log = []
@tf.function
def f(x, flag):
    try:
        if flag:
            return x
        x += 1
    finally:
        log.append(flag)
    return x * 2
print(f(C(3), True), f(C(3), False), log)

# %% return-of-a-tensor-condition-in-try
log = []
@tf.function
def f(x):
    try:
        if x > 0:
            return x
        x += 1
    finally:
        log.append("finally")
    return x * 2
fails(f, C(3))
print(log)

# %% return-in-finally
@tf.function
def f(x):
    try:
        return x
    finally:
        if x > 0:
            x = x + 1
        return x * 10
fails(f, C(3))

# %% return-in-with
@tf.function
def f(x):
    with tf.name_scope("a"):
        if x > 0:
            return x + 1
        with tf.name_scope("b"):
            if x < -5:
                return x
    return -x
print(f(C(3)), f(C(-3)), f(C(-9)))

# %% break-in-try-in-a-loop
@tf.function
def f(n):
    s = C(0)
    for i in tf.range(n):
        try:
            if i == 3:
                break
            s += i
        finally:
            s += 100
    return s
fails(f, C(6))

# %% continue-in-with-in-a-loop
@tf.function
def f(n):
    s = C(0)
    for i in tf.range(n):
        with tf.name_scope("body"):
            if i % 2 == 0:
                continue
            s += i
        s += 10
    return s
print(f(C(6)))

# %% try-except-else
@tf.function
def f(x):
    try:
        y = x + 1
    except ValueError:
        y = x
    else:
        if y > 3:
            y *= 2
    return y
print(f(C(1)), f(C(5)))

# %% nonlocal-in-an-inner-function
@tf.function
def f(x):
    total = C(0)
    def add(y):
        nonlocal total
        if y > 0:
            total += y
        return total
    add(x)
    add(x + 1)
    return total
fails(f, C(1))
fails(f, C(-5))

# %% nonlocal-changed-in-a-loop
@tf.function
def f(n):
    total = C(0)
    def add(y):
        nonlocal total
        total = total + y
    for i in tf.range(n):
        add(i)
    return total
fails(f, C(4))

# %% global-in-a-branch
level = 1
@tf.function
def f(x):
    global level
    if x > 0:
        level = x
    else:
        level = -x
    return level + 1
fails(f, C(4))
print(type(level).__name__)

# %% starred-targets
@tf.function
def f(v):
    a, *b = [v[0], v[1], v[2]]
    for (p, q), r in [((v[0], 1), 2), ((v[1], 3), 4)]:
        if p > 1:
            a += q * r
    return a, b
fails(f, C([1, 2, 3]))

# %% chained-assignment-in-a-branch
@tf.function
def f(x):
    a = b = C(0)
    if x > 0:
        a = b = x
    else:
        a, b = b, a - 1
    return a, b
print(f(C(2)), f(C(-2)))

# %% star-arguments
def g(x, *rest, k=1, **named):
    if x > 0:
        return x + len(rest) + k + sum(named.values())
    return x
@tf.function
def f(x, *args, **kwargs):
    return g(x, *args, **kwargs)
print(f(C(1), 1, 2, k=5, z=7), f(C(-1)))

# %% closures-over-a-loop-variable
@tf.function
def f(x):
    functions = []
    for i in range(3):
        def g(y):
            if y > 1:
                return y * i
            return y - i
        functions.append(g)
    return [g(x) for g in functions]
print(f(C(2)), f(C(0)))

# %% default-of-a-lambda
@tf.function
def f(x):
    functions = [lambda y, k=k: y + k if y > 0 else y for k in range(3)]
    return [g(x) for g in functions]
print(f(C(2)), f(C(-2)))

# %% condition-of-a-string-tensor
@tf.function
def f(s):
    if s == "a":
        return 1
    if s in ("b", "c"):
        return 2
    return 3
fails(f, C("a"))

# %% condition-of-none-and-containers
@tf.function
def f(x, y=None, l=()):
    if y is None and not l:
        y = x
    if y is not None:
        if x > 0:
            y += 1
    return y
print(f(C(1)), f(C(1), C(5)), f(C(-1), None, (C(1),)))

# %% conditional-expression-with-different-dtypes
fails(tf.function(lambda x: 1 if x > 0 else 2.0), C(1))
fails(tf.function(lambda x: x if x > 0 else None), C(1))
fails(tf.function(lambda x: (x, 1) if x > 0 else (1, x)), C(1))

# %% and-of-vectors
fails(tf.function(lambda x: x > 0 and x < 5), C([1, 2]))
fails(tf.function(lambda x: not x), C([True, False]))
fails(tf.function(lambda x: not x), C(3))
fails(tf.function(lambda x: 1 < x < 5), C([1, 2]))

# %% f-string-of-a-condition
@tf.function
def f(x, n):
    name = f"{'big' if n > 3 else 'small'}"
    if name == "big" and x > 0:
        return x * 100
    return x
print(f(C(1), 5), f(C(1), 2))

# %% assert-of-a-python-value
@tf.function
def f(x, n):
    assert n > 0, "n must be positive"
    return x * n
print(f(C(2), 3))
fails(f, C(2), -3)

# %% early-returns-of-different-structures
@tf.function
def f(x):
    if x > 0:
        return x, x
    return [x, x]
fails(f, C(2))

# %% loop-options
@tf.function
def f(n):
    v = tf.zeros([1], tf.int32)
    i = C(0)
    while i < n:
        tf.autograph.experimental.set_loop_options(
            shape_invariants=[(v, tf.TensorShape([None]))], maximum_iterations=3, parallel_iterations=1, swap_memory=True)
        v = tf.concat([v, [i]], 0)
        i += 1
    return v
print(f(C(9)))

# %% loop-options-in-other-places
@tf.function
def f(n):
    tf.autograph.experimental.set_loop_options(maximum_iterations=3)
    return n
fails(f, C(9))
@tf.function
def g(n):
    s = 0
    for i in range(4):
        tf.autograph.experimental.set_loop_options(maximum_iterations=2)
        s += i
    return s + n
fails(g, C(0))
@tf.function
def h(n):
    s = 0
    for i in tf.range(n):
        s += i
        tf.autograph.experimental.set_loop_options(maximum_iterations=2)
    return s
fails(h, C(9))

# %% shape-invariant-that-does-not-hold
@tf.function
def f(n):
    v = tf.zeros([1, 2], tf.int32)
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(v, tf.TensorShape([1, None]))])
        v = tf.concat([v, v], 0)
    return v
fails(f, C(2))
