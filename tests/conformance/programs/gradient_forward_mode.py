import tensorflow as tf
from tell import fails, show

C = tf.constant
Forward = tf.autodiff.ForwardAccumulator
x = C(3.0)

# %% products
with Forward(x, C(1.0)) as acc:
    y = x * x
print(acc.jvp(y), acc.jvp(x), acc.jvp(C(2.0)), acc.jvp(C(2.0), unconnected_gradients="zero"), acc.jvp({"y": y, "l": [x]}))

# %% arguments
fails(Forward, x, C(1))
fails(Forward, [x], [C(1.0), C(2.0)])
fails(Forward, [x, x], [C(1.0), C(2.0)])
print(Forward(x, C(1.0)))

# %% integer-primal
print(Forward(C(3), C(1)))

# %% entered-twice
acc = Forward(x, C(1.0))
with acc:
    y = x * x
with acc:
    z = y * x
print(acc.jvp(y), acc.jvp(z))

# %% variables
v = tf.Variable([1.0, 2.0])
with Forward(v, C([1.0, 0.0])) as acc:
    y = tf.reduce_sum(v ** 3)
print(acc.jvp(y), *acc.jvp([y, v]))

# %% several-primals
a, b = C([1.0, 2.0]), C(3.0)
with Forward([a, b], [C([1.0, 0.0]), C(2.0)]) as acc:
    y = a * b
    z = tf.stack([b, b])
print(acc.jvp(y), acc.jvp(z))

# %% nested
with Forward(x, C(1.0)) as outer:
    with Forward(x, C(1.0)) as inner:
        y = x ** 3
    d = inner.jvp(y)
print(d, outer.jvp(d), outer.jvp(y))

# %% with-tapes
with tf.GradientTape() as tape:
    tape.watch(x)
    with Forward(x, C(2.0)) as acc:
        y = x ** 3
    d = acc.jvp(y)
print(tape.gradient(d, x))
with Forward(x, C(1.0)) as acc:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x ** 3
    d = tape.gradient(y, x)
print(d, acc.jvp(d))

# %% functions-and-loops
f = tf.function(lambda x: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * x), [0, x])[1])
g = tf.function(lambda x: tf.cond(x > 0.0, lambda: x * x, lambda: x))
with Forward(x, C(1.0)) as acc:
    y, z = f(x), g(x)
print(acc.jvp(y), acc.jvp(z))

# %% inside-a-function
@tf.function
def f(x):
    with Forward(x, C(1.0)) as acc:
        y = tf.sin(x) * x
    return acc.jvp(y)
show(f(x))

# %% its-own-results-are-constants
with Forward(x, C(1.0)) as acc:
    y = x * x
    d = acc.jvp(y)
    z = d * 2.0
print(acc.jvp(z), acc.jvp(d))

# %% hessian-vector-product
v = C([1.0, -1.0])
p = C([0.5, 2.0])
with Forward(p, v) as acc:
    with tf.GradientTape() as tape:
        tape.watch(p)
        y = p[0] ** 2 * p[1] + p[1] ** 3
    d = tape.gradient(y, p)
show(acc.jvp(d))

# %% who-sees-the-products
import tensorflow as tf
from tell import fails
Forward, x, one = tf.autodiff.ForwardAccumulator, tf.constant(2.0), tf.constant(1.0)
def nested(x):
    with Forward(x, one) as outer, Forward(x, one) as inner:
        y = x * x * x
        early = outer.jvp(y)
    return inner.jvp(y), outer.jvp(inner.jvp(y)), inner.jvp(outer.jvp(y)), inner.jvp(early)
def three_deep(x):
    with Forward(x, one) as first, Forward(x, one) as second, Forward(x, one) as third:
        y = x * x * x * x
    return third.jvp(y), second.jvp(third.jvp(y)), first.jvp(second.jvp(third.jvp(y))), first.jvp(third.jvp(y))
def a_tape_around(x):
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([x, one])
        with Forward(x, one) as accumulator:
            y = x * x * x
    return tape.gradient(accumulator.jvp(y), [x, one]), tape.gradient(y, [x, one])
def a_tape_inside(x):
    with Forward(x, one) as accumulator, tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x * x
        product = accumulator.jvp(y)
    return tape.gradient(product, x)
def a_tape_after(x):
    with Forward(x, one) as accumulator:
        y = x * x * x
    with tf.GradientTape() as tape, Forward(x, one) as other:
        tape.watch(x)
        product = accumulator.jvp(y)
    return tape.gradient(product, x), other.jvp(product)
def between(x):
    with Forward(x, one) as outer:
        with tf.GradientTape() as tape:
            tape.watch(x)
            with Forward(x, one) as inner:
                y = x * x * x
            product = inner.jvp(y)
        gradient = tape.gradient(product, x)
    return gradient, outer.jvp(gradient), outer.jvp(product)
def tangents_that_depend(x):
    p = tf.constant(3.0)
    with Forward(x, one) as outer:
        with Forward(p, p * x) as inner:
            y = p * p * x
    return inner.jvp(y), outer.jvp(inner.jvp(y)), outer.jvp(y)
def entered_again(x):
    with Forward(x, one) as accumulator:
        y = x * x
    z = y * x
    with accumulator:
        w = y * x
    return accumulator.jvp(z), accumulator.jvp(w), accumulator.jvp(y)
def used_inside(x):
    with Forward(x, one) as accumulator:
        y = x * x
        z = accumulator.jvp(y) * x
    return accumulator.jvp(z)
for f in nested, three_deep, a_tape_around, a_tape_inside, a_tape_after, between, tangents_that_depend, entered_again, used_inside:
    print(f.__name__, f(x))
    print(tf.function(f)(x))
accumulator = Forward(x, one)
with accumulator:
    y = x * x
    fails(accumulator.__enter__)
print(accumulator.jvp(y) is accumulator.jvp(y), accumulator.jvp(x) is one)

# %% nested-on-a-variable
# differs: TensorFlow loses what it knows of the Variable's handle, and says that this is an error of its own
import tensorflow as tf
v, one = tf.Variable(2.0), tf.constant(1.0)
with tf.autodiff.ForwardAccumulator(v, one) as outer, tf.autodiff.ForwardAccumulator(v, one) as inner:
    y = v * v * v
print(outer.jvp(inner.jvp(y)))
