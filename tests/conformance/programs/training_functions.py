import numpy as np
import tensorflow as tf
from tell import fails, near, show

rng = np.random.default_rng(21)
X = rng.normal(size=(10, 3)).astype("float32")

# %% variables-made-on-the-first-call
class Lazy(tf.Module):
    def __init__(self, units):
        super().__init__()
        self.units, self.w = units, None

    @tf.function
    def __call__(self, x):
        if self.w is None:
            self.w = tf.Variable(tf.fill([x.shape[-1], self.units], 0.5), name="w")
            self.calls = tf.Variable(0, trainable=False)
        self.calls.assign_add(1)
        return x @ self.w

model = Lazy(2)
near(model(tf.constant(X))[:2], model(tf.constant(X[:4]))[:1])
print(int(model.calls), model.__call__.experimental_get_tracing_count(), [v.name for v in model.variables])

@tf.function
def always(x):
    v = tf.Variable(1.0)
    return x * v

fails(always, tf.constant(1.0))

# %% step-of-one-model-for-several
def make_step(model, rate):
    @tf.function(input_signature=[tf.TensorSpec([None, 3]), tf.TensorSpec([None])])
    def step(x, y):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((tf.linalg.matvec(x, model) - y) ** 2)
        model.assign_sub(rate * tape.gradient(loss, model))
        return loss
    return step

models = [tf.Variable(tf.zeros([3]), name=f"m{i}") for i in range(3)]
steps = [make_step(m, 0.1 * (i + 1)) for i, m in enumerate(models)]
for _ in range(3):
    near([s(X, X[:, 0]) for s in steps])
near(*models)
print([s.experimental_get_tracing_count() for s in steps])
fails(lambda: steps[0](X[:, :2], X[:, 0]))
near(steps[0](X.astype("int32"), X[:, 0]))

# %% while-over-variables
total, count = tf.Variable(0.0), tf.Variable(0)

@tf.function
def halve(limit):
    total.assign(limit)
    count.assign(0)
    while total > 1.0:
        total.assign(total / 2.0)
        count.assign_add(1)
        if count >= 8:
            break
    return total.read_value(), count.value()

near(*halve(tf.constant(20.0)), *halve(tf.constant(0.5)), *halve(tf.constant(1e6)))

@tf.function
def by_while_loop(limit):
    def body(i):
        total.assign_add(tf.cast(i, tf.float32))
        return i + 1
    return tf.while_loop(lambda i: i < limit, body, [tf.constant(0)]), total.read_value()

show(*by_while_loop(tf.constant(4))[0], by_while_loop(tf.constant(4))[1])

# %% python-functions-in-the-loop
# needs: python>=3.11 (how a lambda is written out)
log = []

def record(step, loss):
    log.append((int(step), round(float(loss), 3)))

w = tf.Variable(tf.zeros([3]))

@tf.function
def train(steps):
    for i in tf.range(steps):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((tf.linalg.matvec(X, w) - 1.0) ** 2)
        w.assign_sub(0.1 * tape.gradient(loss, w))
        if i % 2 == 0:
            tf.py_function(record, [i, loss], [])
    return tf.numpy_function(lambda v: v.round(1), [w], tf.float32)

near(train(tf.constant(5)))
print(len(log), [s for s, _ in log])
v = tf.Variable([1.0, 2.0])
for wrap in [lambda f: f, tf.function]:
    with tf.GradientTape() as tape:
        y = wrap(lambda: tf.py_function(lambda a: tf.reduce_sum(a ** 3) * float(a[0]), [v], tf.float32))()
    near(y, tape.gradient(y, v))

@tf.py_function(Tout=tf.float32)
def decorated(a, b):
    return a * b.numpy()

near(decorated(2.0, 3.0), tf.function(lambda: decorated(tf.constant(4.0), 0.5))())
show(tf.py_function(lambda s: s.numpy().upper(), [tf.constant("abc")], tf.string))
fails(lambda: tf.py_function(lambda: 1 / 0, [], tf.float32))
fails(tf.function(lambda: tf.numpy_function(lambda: np.float64(1.0), [], tf.float32)))

# %% nested-structures-as-arguments
@tf.function
def step(batch, options=None, *, scale=1.0):
    print("traced", sorted(batch), options, scale)
    out = {k: v * scale for k, v in batch.items()}
    if options:
        out["extra"] = tf.reduce_sum(batch["x"][0] if isinstance(batch["x"], tuple) else batch["x"])
    return out

batch = {"x": tf.constant([1.0, 2.0]), "y": tf.constant([3])}
fails(lambda: step(batch))
batch["y"] = tf.constant([3.0])
step(batch), step(batch, None), step(batch, options=None), step({"x": tf.constant([5.0, 6.0]), "y": tf.constant([7.0])})
step(batch, {"a": 1}), step(batch, {"a": 1}), step(batch, {"a": 2}), step(batch, scale=tf.constant(2.0)), step(batch, scale=2.0)
print(step.experimental_get_tracing_count())
print(step.pretty_printed_concrete_signatures().count("Input Parameters"))

# %% concrete-functions-and-specs
@tf.function
def predict(x, threshold=0.5):
    return tf.cast(tf.sigmoid(x) > threshold, tf.int32), tf.reduce_max(x)

concrete = predict.get_concrete_function(tf.TensorSpec([None, 2], tf.float32, name="inputs"), 0.7)
print(concrete.structured_input_signature, concrete.structured_outputs)
show(*concrete(tf.constant([[1.0, 2.0], [0.0, -1.0]])))
fails(lambda: concrete(tf.constant([1.0])))
fails(lambda: concrete(tf.constant([[1, 2]])))
print([op.type for op in concrete.graph.get_operations()][:4], len(concrete.inputs), concrete.outputs[0].shape)
other = predict.get_concrete_function(tf.TensorSpec([3, 2]), threshold=tf.TensorSpec([], tf.float32))
show(*other(tf.ones([3, 2]), tf.constant(0.9)))

# %% recursion-by-python-and-inner-functions
@tf.function
def power(x, n):
    if n == 0:
        return tf.ones_like(x)
    half = power(x, n // 2)
    return half * half * (x if n % 2 else 1.0)

near(power(tf.constant(1.5), 5), power(tf.constant([2.0, 3.0]), 3))
print(power.experimental_get_tracing_count())

@tf.function
def inner(x, train):
    return x * 2.0 if train else x

@tf.function
def outer(x):
    return inner(x, True) + inner(x, False) + inner(x + 1.0, True)

x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = outer(x)
near(y, tape.gradient(y, x))
print(inner.experimental_get_tracing_count(), [op.type for op in outer.get_concrete_function(x).graph.get_operations()].count("StatefulPartitionedCall"))

# %% side-effects-and-order
order = tf.Variable([0, 0, 0])
at = tf.Variable(0)

@tf.function
def note(value):
    order[at].assign(value) if False else order.scatter_nd_update([[at]], [value])
    at.assign_add(1)

@tf.function
def run(flag):
    at.assign(0)
    note(1)
    if flag:
        note(2)
    else:
        note(5)
    with tf.control_dependencies([order.assign_add([10, 0, 0])]):
        note(3)
    return order + 0, at + 0

show(*run(tf.constant(True)), *run(tf.constant(False)))

# %% assertions-and-numerics
@tf.function
def guarded(x):
    tf.debugging.assert_positive(x, message="not positive")
    tf.debugging.assert_shapes([(x, ("N", 2))]) if x.shape.rank == 2 else None
    tf.Assert(tf.reduce_sum(x) < 10.0, [x], summarize=2)
    return tf.debugging.check_numerics(tf.math.log(x - 1.0), "bad log")

near(guarded(tf.constant([2.0, 3.0])))
for bad in [[-1.0, 2.0], [5.0, 6.0, 7.0], [1.0, 2.0], [0.5, 1.0]]:
    fails(guarded, tf.constant(bad))
fails(tf.debugging.assert_near, 1.0, 1.1)
fails(tf.ensure_shape, tf.ones([2]), [3])
fails(lambda: tf.debugging.assert_equal([1, 2], [1, 3], message="differ"))

# %% random-streams-in-steps
tf.random.set_seed(7)
g = tf.random.Generator.from_seed(11)

@tf.function
def noisy(x):
    return x + g.normal([2]), tf.random.uniform([2], seed=3), tf.nn.dropout(tf.ones([4]), 0.5, seed=1)

near(*noisy(tf.zeros([2])), *noisy(tf.zeros([2])))
near(*[h.uniform([1]) for h in g.split(2)])
show(g.uniform([3], maxval=10, dtype=tf.int32), tf.random.shuffle(tf.range(5), seed=2), g.state)
near(tf.random.stateless_truncated_normal([3], [1, 2]), tf.random.stateless_gamma([2], [1, 2], alpha=2.0), tf.random.stateless_poisson([3], [1, 2], 4.0))
a, b = tf.random.split([1, 2], 2) if hasattr(tf.random, "split") else ([0, 0], [0, 0])
print(len(a), tf.random.fold_in([1, 2], 3).shape if hasattr(tf.random, "fold_in") else None)

# %% tensors-grown-in-loops
@tf.function
def collect(n):
    rows = []
    for i in range(3):
        rows.append(tf.range(i, i + 2))
    table = tf.zeros([0, 2], tf.int32)
    for i in tf.range(n):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(table, tf.TensorShape([None, 2]))])
        if i % 2 == 0:
            continue
        table = tf.concat([table, [[i, i * i]]], 0)
    return tf.stack(rows), table

show(*collect(tf.constant(6)))

@tf.function
def unknown(n):
    x = tf.zeros([1])
    for _ in tf.range(n):
        x = tf.concat([x, [1.0]], 0)
    return x

fails(unknown, tf.constant(2))

@tf.function
def changing(n):
    x = 1
    for _ in tf.range(n):
        x = x * 1.5
    return x

fails(changing, tf.constant(2))

# %% switching-between-losses
losses = [lambda e: tf.reduce_mean(e ** 2), lambda e: tf.reduce_mean(tf.abs(e)), lambda e: tf.reduce_mean(tf.math.softplus(e))]
w = tf.Variable([0.5, -0.5, 1.0])

@tf.function
def step(which):
    with tf.GradientTape() as tape:
        e = tf.linalg.matvec(X, w)
        loss = tf.switch_case(which, [lambda f=f: f(e) for f in losses], default=lambda: tf.constant(0.0))
        bonus = tf.case([(loss > 1.0, lambda: loss * 2.0), (loss > 0.5, lambda: loss)], default=lambda: loss * 0.0, exclusive=False)
    return loss, bonus, tape.gradient([loss, bonus], w)

for which in [0, 1, 2, 3]:
    near(*step(tf.constant(which)))
