import tensorflow as tf
from tell import fails, show

C = tf.constant


# %% and-of-tensors
@tf.function
def f(a, b):
    return a and b
print([bool(f(C(a), C(b))) for a in (True, False) for b in (True, False)])

# %% or-of-tensors
@tf.function
def f(a, b):
    return a or b
print([bool(f(C(a), C(b))) for a in (True, False) for b in (True, False)])

# %% not-of-a-tensor
@tf.function
def f(a):
    return not a
print(f(C(True)), f(C([True, False])))

# %% not-of-an-int
@tf.function
def f(a):
    return not a
fails(f, C(1))

# %% and-is-lazy-in-python
@tf.function
def f(x):
    return x is not None and x > 0
print(f(None), f(C(1)))

# %% or-is-lazy-in-python
@tf.function
def f(x):
    return 5 or x
print(f(C(1)))

# %% and-with-a-python-left
@tf.function
def f(x):
    return 5 and x
print(f(C(True)))

# %% and-with-a-python-right
@tf.function
def f(x):
    return x > 0 and True
print(f(C(1)), f(C(-1)))

# %% and-with-a-number-at-the-right
@tf.function
def f(x):
    return x > 0 and 5
fails(f, C(1))

# %% and-of-vectors
@tf.function
def f(a, b):
    return a and b
fails(f, C([True, False]), C([True, True]))

# %% both-operands-are-traced
@tf.function
def f(x):
    def say(text, value):
        print(text)
        return value
    return say("left", x > 0) and say("right", x > 1)
print(f(C(1)), f(C(5)))

# %% operand-effects-are-lazy
v = tf.Variable(0)
def touch():
    v.assign_add(1)
    return v > 0
@tf.function
def f(x):
    return x > 0 and touch()
print(f(C(-1)), v.numpy(), f(C(1)), v.numpy())

# %% several-operands
@tf.function
def f(x):
    return x > 0 and x < 10 and x != 5 or x == 100
print([bool(f(C(v))) for v in (-1, 3, 5, 20, 100)])

# %% chained-comparison
@tf.function
def f(x):
    return 0 < x < 10
print([bool(f(C(v))) for v in (-1, 3, 20)])

# %% chained-comparison-in-a-condition
@tf.function
def f(x):
    if 0 < x <= 10 != 5:
        return 1
    return 2
print([int(f(C(v))) for v in (-1, 3, 20)])

# %% chained-comparison-of-vectors
@tf.function
def f(x):
    return 0 < x < 10
fails(f, C([1, 2]))

# %% middle-is-evaluated-twice
def middle(x):
    print("middle")
    return x
@tf.function
def f(x):
    return 0 < middle(x) < 10
print(f(C(1)))

# %% equality-is-elementwise
@tf.function
def f(x, y):
    return x == y, x != y
print(f(C([1, 2]), C([1, 3])))

# %% identity-is-python
@tf.function
def f(x, y):
    return C(x is y), C(x is x), C(x is not y)
print(f(C(1), C(1)))

# %% membership-by-identity
@tf.function
def f(x):
    return C(x in [x])
print(f(C(1)))

# %% membership-of-another
@tf.function
def f(x):
    return C(x in [x + 1])
fails(f, C(1))

# %% equality-in-a-condition
@tf.function
def f(x, y):
    if x == y:
        return 1
    return 2
print(f(C(1), C(1)), f(C(1), C(2)), f(C("a"), C("a")))

# %% conditional-expression
@tf.function
def f(x):
    return x if x > 0 else -x
print(f(C(5)), f(C(-5)))

# %% conditional-expression-python
@tf.function
def f(x, flag):
    return x if flag else -x
print(f(C(5), True), f(C(5), False))

# %% conditional-expression-traces-both
def say(text, value):
    print(text)
    return value
@tf.function
def f(x):
    return say("main", 1) if x > 0 else say("else", 2)
print(f(C(5)), f(C(-5)))

# %% conditional-expression-dtypes-differ
@tf.function
def f(x):
    return 1 if x > 0 else 2.0
fails(f, C(5))

# %% conditional-expression-with-none
@tf.function
def f(x):
    return None if x > 0 else 2
fails(f, C(5))

# %% conditional-expression-with-structures
@tf.function
def f(x):
    return (1, x) if x > 0 else (2, -x)
fails(f, C(5))

# %% conditional-expression-names-its-condition
def positive(x):
    return x > 0
@tf.function
def f(x):
    return 1 if positive(x) else "text"
fails(f, C(5))

# %% nested-conditional-expression-in-the-else
@tf.function
def f(x):
    return 1 if x > 0 else (2 if x > -10 else 3)
fails(f, C(5))

# %% nested-conditional-expression-with-a-python-condition
@tf.function
def f(x, flag):
    return (1 if flag else 2) if x > 0 else 3
print(f(C(5), True), f(C(5), False), f(C(-5), False))

# %% conditional-expression-in-a-call
def twice(x):
    return x * 2
@tf.function
def f(x):
    return twice(x if x > 0 else 10)
print(f(C(5)), f(C(-5)))

# %% conditional-expression-in-a-condition
@tf.function
def f(x):
    if (x if x > 0 else -x) > 3:
        return 1
    return 2
print(f(C(5)), f(C(-5)), f(C(1)))

# %% conditional-expression-condition-is-a-number
@tf.function
def f(x):
    return 1 if x else 2
fails(f, C(5))

# %% logical-in-a-conditional-expression
@tf.function
def f(x, y):
    return 1 if x > 0 and y > 0 else 2
print([int(f(C(a), C(b))) for a in (1, -1) for b in (1, -1)])

# %% conditional-expression-in-an-augmented-assignment
@tf.function
def f(x):
    y = 1
    y += x if x > 0 else 10
    return y
print(f(C(5)), f(C(-5)))

# %% augmented-assignment-of-an-undefined-name
@tf.function
def f(x):
    y = 1
    del x
    y += x
    return y
fails(f, C(5))

# %% lambda-with-a-condition
f = tf.function(lambda x: x if x > 0 else -x)
print(f(C(5)), f(C(-5)))

# %% lambda-in-a-function
@tf.function
def f(x):
    g = lambda y: y if y > 0 else -y
    return g(x) + g(-x)
print(f(C(5)))

# %% lambda-with-a-default
@tf.function
def f(x):
    k = 3
    g = lambda y, k=k: y * k if y > 0 else k
    return g(x)
print(f(C(5)), f(C(-5)))

# %% two-lambdas-on-a-line
f, g = tf.function(lambda x: x + 1), tf.function(lambda y: y if y > 0 else -y)
print(f(C(5)), g(C(-5)))

# %% two-lambdas-on-a-line-with-one-signature
f, g = tf.function(lambda x: x + 1), tf.function(lambda x: x if x > 0 else -x)
print(f(C(5)))
fails(g, C(-5))

# %% lambda-over-several-lines
f = tf.function(
    lambda x:
        x
        if x > 0
        else -x)
print(f(C(5)), f(C(-5)))

# %% lambda-in-a-dict
table = {
    "abs": lambda x: x if x > 0 else -x,
    "neg": lambda x: -x,
}
@tf.function
def f(x):
    return table["abs"](x) + table["neg"](x)
print(f(C(-5)))

# %% lambda-in-a-lambda
f = tf.function(lambda x: (lambda y: y if y > 0 else 0)(x) + 1)
print(f(C(5)), f(C(-5)))

# %% any-and-all-of-lists
@tf.function
def f(x):
    return C(any([False, True])), C(all([True, False]))
print(f(C(1)))

# %% equality-operators-feature
@tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.EQUALITY_OPERATORS)
def f(x, y):
    return x == y, x != y
print(f(C(1), C(2)), f(C([1, 2]), C([1, 3])))

# %% format-strings-are-python
@tf.function
def f(x):
    print(f"{x.dtype.name} {x.shape}")
    return x
f(C(5))

# %% slices
@tf.function
def f(x, n):
    return x[:n], x[n:], x[::2], x[-1]
print(f(C([1, 2, 3, 4]), C(2)))

# %% star-expressions
@tf.function
def f(*xs, **ks):
    a, *b = xs
    return [*b, a], {**ks, "z": a}
print(f(C(1), C(2), C(3), q=C(4)))
