import numpy as np
import tensorflow as tf
from tell import fails, show

# %% simple-gradient
x = tf.Variable(3.0)
with tf.GradientTape() as tape:
    y = x ** 2
dy_dx = tape.gradient(y, x)
print(dy_dx.numpy())

# %% dense-layer
w = tf.Variable(tf.reshape(tf.range(6.0), (3, 2)) / 10, name="w")
b = tf.Variable(tf.zeros(2, dtype=tf.float32), name="b")
x = [[1.0, 2.0, 3.0]]
with tf.GradientTape(persistent=True) as tape:
    y = x @ w + b
    loss = tf.reduce_mean(y ** 2)
[dl_dw, dl_db] = tape.gradient(loss, [w, b])
print(w.shape, dl_dw.shape)
my_vars = {"w": w, "b": b}
grad = tape.gradient(loss, my_vars)
show(grad["b"], dl_dw, loss)

# %% what-the-tape-watches
x0 = tf.Variable(3.0, name="x0")
x1 = tf.Variable(3.0, name="x1", trainable=False)
x2 = tf.Variable(2.0, name="x2") + 1.0
x3 = tf.constant(3.0, name="x3")
with tf.GradientTape() as tape:
    y = (x0 ** 2) + (x1 ** 2) + (x2 ** 2)
grad = tape.gradient(y, [x0, x1, x2, x3])
for g in grad:
    print(g)
print([var.name for var in tape.watched_variables()])

# %% disable-watching
x0 = tf.Variable(0.0)
x1 = tf.Variable(10.0)
with tf.GradientTape(watch_accessed_variables=False) as tape:
    tape.watch(x1)
    y0 = tf.math.sin(x0)
    y1 = tf.nn.softplus(x1)
    y = y0 + y1
    ys = tf.reduce_sum(y)
grad = tape.gradient(ys, {"x0": x0, "x1": x1})
print("dy/dx0:", grad["x0"])
print("dy/dx1:", grad["x1"].numpy().round(4))

# %% intermediate-results
x = tf.constant(3.0)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = x * x
    z = y * y
print(tape.gradient(z, y).numpy())
x = tf.constant([1, 3.0])
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y = x * x
    z = y * y
print(tape.gradient(z, x).numpy())
print(tape.gradient(y, x).numpy())
del tape

# %% non-scalar-targets
x = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    y0 = x ** 2
    y1 = 1 / x
print(tape.gradient(y0, x).numpy())
print(tape.gradient(y1, x).numpy())
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y0 = x ** 2
    y1 = 1 / x
print(tape.gradient({"y0": y0, "y1": y1}, x).numpy())
x = tf.Variable(2.0)
with tf.GradientTape() as tape:
    y = x * [3.0, 4.0]
print(tape.gradient(y, x).numpy())

# %% sigmoid-over-linspace
x = tf.linspace(-10.0, 10.0, 200 + 1)
with tf.GradientTape() as tape:
    tape.watch(x)
    y = tf.nn.sigmoid(x)
dy_dx = tape.gradient(y, x)
show(dy_dx[100], tf.reduce_sum(y))

# %% control-flow
x = tf.constant(1.0)
v0 = tf.Variable(2.0)
v1 = tf.Variable(2.0)
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    if x > 0.0:
        result = v0
    else:
        result = v1 ** 2
dv0, dv1 = tape.gradient(result, [v0, v1])
print(dv0)
print(dv1)
print(tape.gradient(result, x))

# %% gradients-of-none
x = tf.Variable(2.0)
y = tf.Variable(3.0)
with tf.GradientTape() as tape:
    z = y * y
print(tape.gradient(z, x))

# %% left-tensorflow
x = tf.Variable([[1.0, 2.0], [3.0, 4.0]], dtype=tf.float32)
with tf.GradientTape() as tape:
    x2 = x ** 2
    y = np.mean(x2, axis=0)
    y = tf.reduce_mean(y, axis=0)
print(tape.gradient(y, x))

# %% through-an-integer
x = tf.constant(10)
with tf.GradientTape() as g:
    g.watch(x)
    y = x * x
print(g.gradient(y, x))

# %% stateful
x0 = tf.Variable(3.0)
x1 = tf.Variable(0.0)
with tf.GradientTape() as tape:
    x1.assign_add(x0)
    y = x1 ** 2
print(tape.gradient(y, x0))

# %% zeros-instead-of-none
x = tf.Variable([2.0, 2.0])
y = tf.Variable(3.0)
with tf.GradientTape() as tape:
    z = y ** 2
print(tape.gradient(z, x, unconnected_gradients=tf.UnconnectedGradients.ZERO))

# %% custom-clip
@tf.custom_gradient
def clip_gradients(y):
    def backward(dy):
        return tf.clip_by_norm(dy, 0.5)
    return y, backward
v = tf.Variable(2.0)
with tf.GradientTape() as t:
    output = clip_gradients(v * v)
print(t.gradient(output, v))

# %% multiple-tapes
x0 = tf.constant(0.0)
x1 = tf.constant(0.0)
with tf.GradientTape() as tape0, tf.GradientTape() as tape1:
    tape0.watch(x0)
    tape1.watch(x1)
    y0 = tf.math.sin(x0)
    y1 = tf.nn.sigmoid(x1)
    y = y0 + y1
    ys = tf.reduce_sum(y)
print(tape0.gradient(ys, x0).numpy())
print(tape1.gradient(ys, x1).numpy())

# %% higher-order
x = tf.Variable(1.0)
with tf.GradientTape() as t2:
    with tf.GradientTape() as t1:
        y = x * x * x
    dy_dx = t1.gradient(y, x)
d2y_dx2 = t2.gradient(dy_dx, x)
print("dy_dx:", dy_dx.numpy())
print("d2y_dx2:", d2y_dx2.numpy())

# %% jacobian-scalar-source
x = tf.linspace(-10.0, 10.0, 200 + 1)
delta = tf.Variable(0.0)
with tf.GradientTape() as tape:
    y = tf.nn.sigmoid(x + delta)
dy_dx = tape.jacobian(y, delta)
print(y.shape)
print(dy_dx.shape)

# %% jacobian-tensor-source
x = tf.reshape(tf.range(35.0), [7, 5]) / 35
w, b = tf.Variable(tf.ones([5, 10])), tf.Variable(tf.zeros([10]))
with tf.GradientTape(persistent=True) as tape:
    y = tf.nn.relu(x @ w + b)
print(y.shape, w.shape)
j = tape.jacobian(y, w)
print(j.shape)
g = tape.gradient(y, w)
print(g.shape)
j_sum = tf.reduce_sum(j, axis=[0, 1])
delta = tf.reduce_max(abs(g - j_sum)).numpy()
assert delta < 1e-3
print("delta is small")

# %% hessian-of-two-layers
x = tf.reshape(tf.range(6.0), [2, 3]) / 6
w1, w2 = tf.Variable(tf.ones([3, 2])), tf.Variable(tf.ones([2, 1]))
with tf.GradientTape() as t2:
    with tf.GradientTape() as t1:
        y = tf.tanh(tf.tanh(x @ w1) @ w2)
        loss = tf.reduce_mean(y ** 2)
    g = t1.gradient(loss, w1)
h = t2.jacobian(g, w1)
print(f"w1.shape: {w1.shape}")
print(f"h.shape: {h.shape}")
show(h[0, 0])

# %% batch-jacobian
x = tf.reshape(tf.range(35.0), [7, 5]) / 35
w1, w2 = tf.ones([5, 8]), tf.ones([8, 6]) / 8
with tf.GradientTape(persistent=True) as tape:
    tape.watch(x)
    y = tf.nn.elu(x @ w1) @ w2
print(y.shape)
j = tape.jacobian(y, x)
print(j.shape)
jb = tape.batch_jacobian(y, x)
print(jb.shape)
print(float(tf.reduce_max(abs(tf.reduce_sum(j, axis=2) - jb))) < 1e-4)

# %% simple-module
class SimpleModule(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.a_variable = tf.Variable(5.0, name="train_me")
        self.non_trainable_variable = tf.Variable(5.0, trainable=False, name="do_not_train_me")
    def __call__(self, x):
        return self.a_variable * x + self.non_trainable_variable
simple_module = SimpleModule(name="simple")
print(simple_module(tf.constant(5.0)))
print("trainable variables:", simple_module.trainable_variables)
print("all variables:", simple_module.variables)

# %% two-layer-module
class Dense(tf.Module):
    def __init__(self, in_features, out_features, name=None):
        super().__init__(name=name)
        self.w = tf.Variable(tf.ones([in_features, out_features]), name="w")
        self.b = tf.Variable(tf.zeros([out_features]), name="b")
    def __call__(self, x):
        y = tf.matmul(x, self.w) + self.b
        return tf.nn.relu(y)
class SequentialModule(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.dense_1 = Dense(in_features=3, out_features=3)
        self.dense_2 = Dense(in_features=3, out_features=2)
    def __call__(self, x):
        x = self.dense_1(x)
        return self.dense_2(x)
my_model = SequentialModule(name="the_model")
print("Model results:", my_model(tf.constant([[2.0, 2.0, 2.0]])))
print("Submodules:", [type(m).__name__ for m in my_model.submodules])
for var in my_model.variables:
    print(var, "\n")

# %% flexible-module
class FlexibleDenseModule(tf.Module):
    def __init__(self, out_features, name=None):
        super().__init__(name=name)
        self.is_built = False
        self.out_features = out_features
    def __call__(self, x):
        if not self.is_built:
            self.w = tf.Variable(tf.ones([x.shape[-1], self.out_features]), name="w")
            self.b = tf.Variable(tf.zeros([self.out_features]), name="b")
            self.is_built = True
        y = tf.matmul(x, self.w) + self.b
        return tf.nn.relu(y)
class MySequentialModule(tf.Module):
    def __init__(self, name=None):
        super().__init__(name=name)
        self.dense_1 = FlexibleDenseModule(out_features=3)
        self.dense_2 = FlexibleDenseModule(out_features=2)
    @tf.function
    def __call__(self, x):
        x = self.dense_1(x)
        return self.dense_2(x)
my_model = MySequentialModule(name="the_model")
print(my_model(tf.constant([[2.0, 2.0, 2.0]])))
print(my_model(tf.constant([[[2.0, 2.0, 2.0], [2.0, 2.0, 2.0]]])))
print(len(my_model.variables))

# %% linear-regression-loop
class MyModel(tf.Module):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.w = tf.Variable(5.0)
        self.b = tf.Variable(0.0)
    def __call__(self, x):
        return self.w * x + self.b
model = MyModel()
x = tf.linspace(-2.0, 2.0, 21)
y = 3.0 * x + 2.0
def loss(target_y, predicted_y):
    return tf.reduce_mean(tf.square(target_y - predicted_y))
def train(model, x, y, learning_rate):
    with tf.GradientTape() as t:
        current_loss = loss(y, model(x))
    dw, db = t.gradient(current_loss, [model.w, model.b])
    model.w.assign_sub(learning_rate * dw)
    model.b.assign_sub(learning_rate * db)
for epoch in range(5):
    train(model, x, y, learning_rate=0.1)
    print(f"Epoch {epoch:2d}: W={model.w.numpy():1.2f} b={model.b.numpy():1.2f}, loss={loss(y, model(x)):2.4f}")

# %% polynomial-fit-in-a-function
x = tf.linspace(-1.0, 1.0, 11)
y = x ** 2 + 2.0 * x - 5.0
class Model(tf.Module):
    def __init__(self):
        self.w = [tf.Variable(0.0) for _ in range(3)]
    @tf.function
    def __call__(self, x):
        return self.w[0] * x ** 2 + self.w[1] * x + self.w[2]
m = Model()
@tf.function
def step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((m(x) - y) ** 2)
    for v, g in zip(m.w, tape.gradient(loss, m.w)):
        v.assign_sub(0.1 * g)
    return loss
losses = [step() for _ in range(50)]
print(f"{losses[0]:.4f} {losses[-1]:.4f}", [f"{v.numpy():.3f}" for v in m.w])
