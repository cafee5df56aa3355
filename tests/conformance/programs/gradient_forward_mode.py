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
