import tensorflow as tf
from tell import fails, show

C = tf.constant


# %% frames-of-converted-functions
# full error
def inner(x):
    return tf.matmul(x, x)
def middle(x):
    y = inner(x)
    return y
@tf.function
def f(x):
    return middle(x)
f(C([1.0]))

# %% frame-in-a-condition
# full error
@tf.function
def f(x):
    if x > 0:
        y = tf.matmul(x, x)
    else:
        y = x
    return y
f(C(1.0))

# %% frame-in-a-loop
# full error
@tf.function
def f(x):
    for i in tf.range(3):
        x = tf.matmul(x, x)
    return x
f(C([1.0]))

# %% frame-of-the-statement
# full error
@tf.function
def f(x):
    if x > 0:
        y = 1
    return y
f(C(1))

# %% frame-of-a-guard
# full error
@tf.function
def f(x):
    if x > 0:
        return x
    y = 1
    if x > 2:
        return x + 1
f(C(1))

# %% frame-of-a-loop-statement
# full error
@tf.function
def f(n):
    s = 0
    while n > 0:
        s = s + 0.5
        n -= 1
    return s
f(C(3))

# %% frame-of-a-for-statement
# full error
@tf.function
def f(n):
    s = 0
    for i in tf.range(n):
        s = tf.cast(s, tf.float32)
    return s
f(C(3))

# %% frame-of-a-lambda
# full error
f = tf.function(lambda x: x if x > 0 else "text")
f(C(1))

# %% frame-of-an-inner-lambda
# full error
@tf.function
def f(x):
    g = lambda y: y.nothing
    return g(x)
f(C(1))

# %% frame-of-an-inner-function
# full error
@tf.function
def f(x):
    def g(y):
        return y.nothing
    return g(x)
f(C(1))

# %% frame-of-a-method
# full error
class A:
    def run(self, x):
        return self.helper(x)
    def helper(self, x):
        raise ValueError("no good")
a = A()
@tf.function
def f(x):
    return a.run(x)
f(C(1))

# %% frame-of-a-callable-object
# full error
class A:
    def __call__(self, x):
        raise ValueError("no good")
@tf.function
def f(x):
    return A()(x)
f(C(1))

# %% frame-not-converted
# full error
class A:
    def __init__(self, x):
        self.x = x
        raise ValueError("no good")
@tf.function
def f(x):
    return A(x)
f(C(1))

# %% frames-below-one-not-converted
# full error
def deep(x):
    raise ValueError("no good")
class A:
    def __init__(self, x):
        deep(x)
@tf.function
def f(x):
    return A(x)
f(C(1))

# %% frame-of-do-not-convert
# full error
def deep(x):
    raise ValueError("no good")
@tf.autograph.experimental.do_not_convert
def g(x):
    deep(x)
@tf.function
def f(x):
    return g(x)
f(C(1))

# %% error-in-a-nested-graph-function
# full error
@tf.function
def g(x):
    raise ValueError("no good")
@tf.function
def f(x):
    return g(x)
f(C(1))

# %% error-without-autograph
# full error
def g(x):
    raise ValueError("no good")
@tf.function(autograph=False)
def f(x):
    return g(x)
f(C(1))

# %% error-with-several-lines
# full error
@tf.function
def f(x):
    raise ValueError("first\nsecond\n\nfourth")
f(C(1))

# %% error-without-text
# full error
@tf.function
def f(x):
    raise ValueError
f(C(1))

# %% wrong-arguments-of-a-callee
# full error
# differs: the text names the user's function, TensorFlow's the one it generated
def g(x):
    return x
@tf.function
def f(x):
    return g(x, 1)
f(C(1))

# %% error-in-a-default-of-an-inner-function
# full error
# differs: the frame is the one that evaluates the default, TensorFlow names the inner function
@tf.function
def f(x):
    def g(y=x.nothing):
        return y
    return g()
f(C(1))

# %% error-in-a-comprehension
# full error
@tf.function
def f(xs):
    return [x.nothing for x in xs]
f([C(1)])

# %% error-in-an-and
# full error
@tf.function
def f(x):
    return x > 0 and x.nothing
f(C(1))

# %% error-in-a-conditional-expression
# full error
@tf.function
def f(x):
    return x.nothing if x > 0 else x
f(C(1))

# %% error-in-the-test-of-a-loop
# full error
@tf.function
def f(x):
    while x.nothing > 0:
        x = x - 1
    return x
f(C(1))

# %% error-in-a-returned-expression
# full error
# differs: the line is that of the return, TensorFlow shows the condition around it
@tf.function
def f(x):
    if x > 0:
        return x.nothing
    return x
f(C(1))

# %% error-in-finally
# full error
@tf.function
def f(x):
    try:
        y = x
    finally:
        y = x.nothing
    return y
f(C(1))

# %% error-in-with
# full error
@tf.function
def f(x):
    with tf.name_scope("scope"):
        return x.nothing
f(C(1))

# %% classes-that-are-kept
def raises(e):
    @tf.function
    def f(x):
        raise e
    fails(f, C(1))
for e in (AssertionError("a"), AttributeError("a"), NameError("a"), NotImplementedError("a"), RuntimeError("a"), StopIteration("a"),
          TypeError("a"), UnboundLocalError("a"), ValueError("a"), KeyError("a")):
    raises(e)

# %% classes-that-are-not-kept
def raises(e):
    @tf.function
    def f(x):
        raise e
    fails(f, C(1))
for e in (ZeroDivisionError("a"), IndexError("a"), OSError("a"), LookupError("a"), ArithmeticError("a"), UnicodeError("a"),
          RecursionError("a"), OverflowError("a"), MemoryError("a"), ImportError("a")):
    raises(e)

# %% exceptions-of-the-user
class Plain(Exception):
    pass
class FromValue(ValueError):
    pass
class WithInit(Exception):
    def __init__(self, a, b=2):
        super().__init__(a, b)
def raises(e):
    @tf.function
    def f(x):
        raise e
    fails(f, C(1))
raises(Plain("a"))
raises(Plain("a", 2))
raises(FromValue("a"))
raises(WithInit("a"))

# %% errors-of-tensorflow
def raises(e):
    @tf.function
    def f(x):
        raise e
    fails(f, C(1))
raises(tf.errors.InvalidArgumentError(None, None, "bad"))
raises(tf.errors.NotFoundError(None, None, "bad"))
raises(tf.errors.OutOfRangeError(None, None, "bad"))

# %% key-error-can-be-caught
@tf.function
def f(d):
    return d["zz"]
try:
    f({"a": C(1)})
except KeyError as e:
    print(type(e).__name__, type(e).__mro__[1].__name__, e.args)

# %% system-exit-passes
@tf.function
def f(x):
    raise SystemExit(3)
try:
    f(C(1))
except SystemExit as e:
    print("exit", e.code)

# %% keyboard-interrupt-passes
@tf.function
def f(x):
    raise KeyboardInterrupt("stop")
try:
    f(C(1))
except KeyboardInterrupt as e:
    print("interrupt", e)

# %% function-is-usable-after-an-error
first = [True]
@tf.function
def f(x):
    if first:
        first.clear()
        raise ValueError("once")
    if x > 0:
        return x
    return -x
fails(f, C(1))
print(f(C(5)), f(C(-5)), f.experimental_get_tracing_count())

# %% state-after-an-error-in-a-branch
class Box:
    a = 1
o = Box()
@tf.function
def f(x):
    if x > 0:
        o.a = 2
        raise ValueError("no good")
    return x
fails(f, C(1))
print(o.a)

# %% cause-and-context
@tf.function
def f(x):
    raise ValueError("no good")
try:
    f(C(1))
except ValueError as e:
    print(e.__cause__, e.__suppress_context__)

# %% errors-when-the-graph-runs
# differs: the name that an assertion under a condition gives a captured tensor
@tf.function
def f(x):
    if x > 0:
        tf.debugging.assert_less(x, 3, message="too big")
    return x
print(f(C(2)))
fails(f, C(5))

# %% error-in-a-loop-that-runs
@tf.function
def f(x):
    for i in tf.range(5):
        x = x // (3 - i)
    return x
fails(f, C(100))
