import tensorflow as tf
from tell import fails, show

C = tf.constant


def absolute(x):
    if x > 0:
        return x
    return -x


# %% custom-gradient-called
@tf.custom_gradient
def g(x):
    if x > 0.0:
        y = x * x
    else:
        y = -x
    def grad(dy):
        return dy * 5.0
    return y, grad
@tf.function
def f(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = g(x)
    return y, tape.gradient(y, x)
fails(f, C(3.0))
fails(f, C(-3.0))

# %% custom-gradient-under-tf-function
@tf.function
@tf.custom_gradient
def g(x):
    if x > 0.0:
        y = x * x
    else:
        y = -x
    def grad(dy):
        return dy * 5.0
    return y, grad
fails(g, C(3.0))

# %% condition-in-the-gradient-function
@tf.custom_gradient
def g(x):
    def grad(dy):
        if dy > 0.0:
            return dy * 5.0
        return dy
    return x * x, grad
@tf.function
def f(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = g(x)
    return tape.gradient(y, x)
fails(f, C(3.0))

# %% scan-and-folds
@tf.function
def f(xs):
    return tf.scan(lambda a, x: a + absolute(x), xs), tf.foldl(lambda a, x: a + absolute(x), xs)
fails(f, C([1, -2, 3]))

# %% scan-with-a-named-function
def step(a, x):
    if x > 0:
        return a + x
    return a
@tf.function
def f(xs):
    return tf.scan(step, xs)
fails(f, C([1, -2, 3]))

# %% foldl-with-a-named-function
def step(a, x):
    if x > 0:
        return a + x
    return a
@tf.function
def f(xs):
    return tf.foldl(step, xs), tf.foldr(step, xs)
fails(f, C([1, -2, 3]))

# %% cond-with-a-named-function
def main():
    if C(1) > 0:
        return C(1)
    return C(2)
@tf.function
def f(x):
    return tf.cond(x > 0, main, lambda: C(0))
fails(f, C(1))

# %% while-loop-with-a-named-body
def body(i):
    if i > 2:
        return i + 2
    return i + 1
@tf.function
def f(n):
    return tf.while_loop(lambda i: i < n, body, [C(0)])
fails(f, C(7))

# %% switch-case-with-named-functions
def one():
    if C(1) > 0:
        return C(1)
    return C(2)
@tf.function
def f(k):
    return tf.switch_case(k, [one, lambda: C(5)])
fails(f, C(0))

# %% case-with-named-functions
def one():
    if C(1) > 0:
        return C(1)
    return C(2)
@tf.function
def f(k):
    return tf.case([(k > 0, one)], default=lambda: C(5))
fails(f, C(1))

# %% vectorized-map-with-a-named-function
@tf.function
def f(xs):
    return tf.vectorized_map(lambda x: x * 2, xs)
fails(f, C([1, -2, 3]))

# %% map-fn-with-autograph-off
@tf.function(autograph=False)
def f(xs):
    return tf.map_fn(absolute, xs)
fails(f, C([1, -2, 3]))

# %% map-fn-eagerly
fails(tf.map_fn, absolute, C([1, -2, 3]))

# %% numpy-function
@tf.function
def f(x):
    return tf.numpy_function(lambda v: v if v > 0 else -v, [x], tf.int32)
fails(f, C(-3))

# %% nest-map-structure
@tf.function
def f(xs):
    return tf.nest.map_structure(absolute, xs)
fails(f, {"a": C(1), "b": [C(-2)]})

# %% gradient-of-a-function-with-conditions
@tf.function
def f(x):
    return tf.gradients(absolute(x), x)
fails(f, C(-3.0))

# %% stateful-condition-in-init-scope
@tf.function
def f(x):
    with tf.init_scope():
        k = absolute(C(-5))
    return x + k
fails(f, C(1))

# %% module-with-name-scope
class M(tf.Module):
    @tf.Module.with_name_scope
    def run(self, x):
        if x > 0:
            return x
        return -x
    @tf.function
    def go(self, x):
        return self.run(x)
m = M()
fails(m.go, C(-3))

# %% module-call
class M(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(2.0)
    @tf.function
    def __call__(self, x):
        if x > 0.0:
            return x * self.w
        return x
m = M()
fails(m, C(3.0))
fails(m, C(-3.0))

# %% variable-creator
@tf.function
def f(x):
    if not made:
        made.append(tf.Variable(1))
    if x > 0:
        made[0].assign_add(x)
    return made[0].read_value()
made = []
fails(f, C(3))
fails(f, C(-3))

# %% control-dependencies
v = tf.Variable(0)
@tf.function
def f(x):
    with tf.control_dependencies([v.assign(x)]):
        if v > 0:
            y = v + 1
        else:
            y = v - 1
    return y
fails(f, C(3))
fails(f, C(-3))

# %% stop-recording
@tf.function
def f(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
        with tape.stop_recording():
            if x > 0.0:
                z = y * 2.0
            else:
                z = y
    return tape.gradient(y, x), z
fails(f, C(3.0))

# %% device-and-name-scope
@tf.function
def f(x):
    with tf.device("CPU:0"), tf.name_scope("outer"):
        for i in tf.range(2):
            with tf.name_scope("inner"):
                y = x * i
                print(y.name)
                x = y + 1
    return x
fails(f, C(3))

# %% op-names-of-control-flow
@tf.function
def f(x):
    if x > 0:
        y = x + 1
    else:
        y = x - 1
    for i in tf.range(3):
        y += i
    while y < 10:
        y *= 2
    z = y if y > 5 else x
    return z and True if False else z
graph = f.get_concrete_function(C(1)).graph
print([(op.name, op.type) for op in graph.get_operations()])
