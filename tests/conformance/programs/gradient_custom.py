import tensorflow as tf
from tell import fails, show

C = tf.constant

# %% called-with-what
@tf.custom_gradient
def f(x):
    def grad(dy):
        print("grad", dy)
        return dy * 5
    return x * 2, grad
x = C(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
print(y, tape.gradient(y, x))
@tf.function
def g(x):
    y = f(x)
    print(y)
    return y, tf.gradients(y, x)[0]
print(*g(x))
with tf.GradientTape() as tape:
    tape.watch(x)
    y = g(x)[0]
print(tape.gradient(y, x))

# %% variables
v = tf.Variable(2.0)
@tf.custom_gradient
def f(x):
    def grad(dy, variables=None):
        print("variables", [v.name for v in variables])
        return dy * 5, [dy * 7]
    return x * v, grad
x = C(3.0)
def run(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, [x, v])
show(*run(x))
show(*tf.function(run)(x))
g = tf.function(lambda x: f(x))
with tf.GradientTape() as tape:
    tape.watch(x)
    y = g(x)
show(*tape.gradient(y, [x, v]))

# %% variables-not-taken
v = tf.Variable(2.0)
@tf.custom_gradient
def f(x):
    return x * v, lambda dy: dy
fails(f, C(1.0))
fails(tf.function(lambda x: f(x)), C(1.0))

# %% wrong-counts
@tf.custom_gradient
def f(x, y):
    return x * y, lambda dy: dy
x = C(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x, x)
fails(tape.gradient, y, x)
fails(tf.function(lambda x: tf.gradients(f(x, x), x)), x)

# %% wrong-results
fails(tf.custom_gradient(lambda x: x), C(1.0))
fails(tf.custom_gradient(lambda x: (x * 2, None)), C(1.0))

# %% several-results
@tf.custom_gradient
def f(x, y):
    def grad(a, b):
        print(a, b)
        return a + b, None
    return (x * y, x + y), grad
x = C(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x, x)
print(y, tape.gradient(y[0], x))

# %% keywords
@tf.custom_gradient
def f(x, scale=1.0):
    return x * 2, lambda dy: dy * scale
x = C(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x, scale=4.0)
print(tape.gradient(y, x))
fails(tf.function(lambda x: f(x, scale=4.0)), x)

# %% python-arguments-and-structures
@tf.custom_gradient
def f(x, n):
    return x * 2, lambda dy: (dy * n, None)
@tf.custom_gradient
def g(d):
    return d["a"] * d["b"], lambda dy: {"a": dy * 2, "b": None}
x = C(3.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y, z = f(x, 4), g({"a": x, "b": C(2.0)})
print(tape.gradient(y, x), tape.gradient(z, x))

# %% second-order
@tf.custom_gradient
def f(x):
    return x ** 3, lambda dy: dy * 3 * x ** 2
x = C(3.0)
def second(f):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        g = tape.gradient(y, x)
    return g, outer.gradient(g, x)
show(*second(f), *second(tf.function(lambda x: f(x))))
show(*tf.function(lambda x: tf.gradients(f(x), x) + tf.gradients(tf.gradients(f(x), x), x))(x))

# %% in-loops-and-branches
@tf.custom_gradient
def clip(x):
    return tf.identity(x), lambda dy: tf.clip_by_value(dy * x, -1.0, 1.0)
@tf.custom_gradient
def triple(x):
    return tf.identity(x), lambda dy: dy * 3
@tf.function
def f(x):
    return tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, triple(a) * x), [0, x])[1]
@tf.function
def g(x):
    return clip(x * x) * 0.25
@tf.function
def h(x):
    return tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, clip(a) * x), [0, x])[1]
for h in (f, g, h):
    x = C(0.5)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = h(x)
    show(y, tape.gradient(y, x))

# %% pass-through
f = tf.grad_pass_through(tf.round)
x = C(3.3)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(x)
print(y, tape.gradient(y, x))
print(tf.function(lambda x: tf.gradients(f(x), x)[0])(x))

# %% method
class Layer:
    def __init__(self):
        self.k = 3.0
    @tf.custom_gradient
    def scale(self, x):
        return x * 2, lambda dy: (None, dy * self.k)
print(type(Layer().scale).__name__ != "", tf.custom_gradient(lambda x: (x, lambda dy: dy)))

# %% recompute
count = []
def body(x):
    count.append(1)
    return tf.sin(x) * x
g = tf.recompute_grad(body)
@tf.function
def f(x):
    return g(x), tf.gradients(g(x), x)[0]
show(*f(C(2.0)))
print(len(count) >= 2)

# %% recompute-with-a-variable
v = tf.Variable(2.0)
table = tf.Variable([2.0, 3.0])
for body in lambda x: x * v, lambda x: v.read_value() * x + v, lambda x, y=1.0: tf.square(v) * x * y, lambda x: tf.gather(table, [0, 0]) * x, lambda x: C(1.0):
    x = C(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.recompute_grad(body)(x)
    print(tape.gradient(y, [x, v, table]))

# %% log1pexp
@tf.custom_gradient
def log1pexp(x):
    e = tf.exp(x)
    def grad(upstream):
        return upstream * (1 - 1 / (1 + e))
    return tf.math.log(1 + e), grad
x = C(100.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = log1pexp(x)
print(tape.gradient(y, x), tf.function(lambda x: tf.gradients(log1pexp(x), x)[0])(x))

# %% recompute-with-equal-arguments
x, v = C([1.0, 2.0]), tf.Variable([1.0, 2.0])
bodies = lambda a, b: a * b, lambda a, b: a * b * b * v, lambda a, b: (a, a + b), lambda a, b: tf.stop_gradient(a) * b
def gradient(body, argument):
    with tf.GradientTape() as tape:
        tape.watch(argument)
        y = tf.recompute_grad(body)(argument, argument)
    return tape.gradient(y, [argument, v])
for body in bodies:
    for argument in x, v:
        print(gradient(body, argument), tf.function(gradient)(body, argument))
print(tf.function(lambda x: tf.gradients(tf.recompute_grad(bodies[0])(x, x), x))(x))

# %% recompute-with-nested-arguments
x = C([1.0, 2.0])
def gradient():
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.recompute_grad(lambda pair, scales: pair[0] * pair[1] * scales["a"])([x, x], {"a": x})
    return tape.gradient(y, x)
print(gradient(), tf.function(gradient)())

# %% recompute-twice-differentiated
g = tf.recompute_grad(lambda a, b: a * b)
def second(x):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = g(x, x)
        first = tape.gradient(y, x)
    return first, outer.gradient(first, x)
print(second(C([1.0, 2.0])))
fails(tf.function(second), C([1.0, 2.0]))
def forward(x):
    with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as accumulator:
        y = g(x, x)
    return accumulator.jvp(y)
fails(forward, C([1.0, 2.0]))

# %% custom-gradient-of-equal-arguments
@tf.custom_gradient
def f(a, b):
    print(a is b)
    def grad(dy):
        with tf.GradientTape() as tape:
            tape.watch([a, b])
            y = a * a * b
        return tape.gradient(y, [a, b])
    return a * b, grad
for x in C([1.0, 2.0]), tf.Variable([1.0, 2.0]):
    def gradient():
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x, x)
        return tape.gradient(y, x)
    print(gradient(), tf.function(gradient)())

# %% a-method
import tensorflow as tf
class Doubled:
    @tf.custom_gradient
    def call(self, x):
        return x * 2, lambda dy: dy * 3


class Wrong:
    @tf.custom_gradient
    def call(self, x):
        return x * 2, lambda dy: (None, dy * 3)


def slope(f, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, x)


from tell import fails
print(slope(Doubled().call, tf.constant(2.0)), tf.function(lambda x: slope(lambda x: Doubled().call(x), x))(tf.constant(2.0)))
fails(lambda: slope(Wrong().call, tf.constant(2.0)))

# %% what-nobody-watches-is-not-differentiated
import tensorflow as tf
ran = []


@tf.custom_gradient
def f(x):
    def gradient(dy):
        ran.append("gradient")
        return dy
    ran.append("function")
    return x * 2, gradient


x = tf.constant(2.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = f(tf.stop_gradient(x)) * x
print(tape.gradient(y, x), ran)
