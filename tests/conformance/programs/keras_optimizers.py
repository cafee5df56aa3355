import numpy as np
import tensorflow as tf
from tensorflow.keras import optimizers
from tests.conformance.support.tell import fails, near, show


def weights():
    """A matrix, a vector, a scalar, and a block of three dimensions."""
    return [tf.keras.Variable(np.sin(np.arange(np.prod(shape)) + 1).reshape(shape).astype("float32"), name=name)
            for name, shape in (("matrix", (3, 4)), ("vector", (4,)), ("scalar", ()), ("block", (2, 2, 3)))]


def steps(optimizer, count=4, graph=False):
    """The weights after some steps with gradients that change, and the optimizer's Variables."""
    variables = weights()

    def step(number):
        gradients = [tf.cast(tf.cos(number + 3.0 * tf.convert_to_tensor(v)) * 0.3, v.dtype) for v in variables]
        optimizer.apply(gradients, variables)

    optimizer.build(variables)
    step = tf.function(step) if graph else step
    for number in range(count):
        step(tf.constant(float(number)))
    near(*variables)
    print([(v.path, tuple(v.shape), v.dtype) for v in optimizer.variables], int(optimizer.iterations))


def config(optimizer):
    found = optimizer.get_config()
    print({name: value for name, value in sorted(found.items()) if name not in ("weight_decay", "clipnorm", "global_clipnorm", "clipvalue", "use_ema",
           "ema_momentum", "ema_overwrite_frequency", "loss_scale_factor", "gradient_accumulation_steps")})
    copy = type(optimizer).from_config(dict(found))
    print(copy.get_config() == found)

# %% adafactor
steps(optimizers.Adafactor())
steps(optimizers.Adafactor(0.5, relative_step=False, clip_threshold=0.5, beta_2_decay=-0.6))

# %% adafactor-in-a-graph
steps(optimizers.Adafactor(0.1), graph=True)

# %% adafactor-options
steps(optimizers.Adafactor(0.1, weight_decay=0.01, clipnorm=0.2))
config(optimizers.Adafactor(0.1, epsilon_2=0.01))

# %% adafactor-of-a-schedule
steps(optimizers.Adafactor(optimizers.schedules.ExponentialDecay(0.5, 2, 0.5)))
fails(optimizers.Adafactor, 1)

# %% lamb
steps(optimizers.Lamb(0.01))
steps(optimizers.Lamb(0.1, 0.8, 0.9, 0.001))

# %% lamb-in-a-graph
steps(optimizers.Lamb(0.01), graph=True)

# %% lamb-of-zeros
v = tf.keras.Variable([0.0, 0.0])
optimizer = optimizers.Lamb(0.5)
optimizer.apply([tf.constant([1.0, -2.0])], [v])
near(v)
optimizer.apply([tf.constant([0.0, 0.0])], [v])
near(v)

# %% lamb-options
steps(optimizers.Lamb(0.1, weight_decay=0.1, global_clipnorm=0.3))
config(optimizers.Lamb(0.1, epsilon=0.01))

# %% muon
steps(optimizers.Muon(0.01))

# %% muon-in-a-graph
steps(optimizers.Muon(0.01, nesterov=False, rms_rate=None), graph=True)

# %% muon-options
steps(optimizers.Muon(0.1, exclude_layers=["matr"], adam_weight_decay=0.5, adam_lr_ratio=0.1))
config(optimizers.Muon(0.1, ns_steps=3))

# %% muon-of-embeddings
model = tf.keras.Sequential([tf.keras.layers.Embedding(5, 3), tf.keras.layers.Flatten(), tf.keras.layers.Dense(2)])
model.build((None, 2))
optimizer = optimizers.Muon(weight_decay=None)
optimizer.build(model.trainable_variables)
print([v.path for v in optimizer.variables])

# %% schedule-free
steps(optimizers.ScheduleFreeAdamW(0.1))
steps(optimizers.ScheduleFreeAdamW(0.1, warmup_steps=3, beta_1=0.5))

# %% schedule-free-in-a-graph
steps(optimizers.ScheduleFreeAdamW(0.1), graph=True)

# %% schedule-free-options
steps(optimizers.ScheduleFreeAdamW(0.1, weight_decay=0.1, clipvalue=0.1))
config(optimizers.ScheduleFreeAdamW(0.1, warmup_steps=3))

# %% schedule-free-fit
tf.keras.utils.set_random_seed(3)
model = tf.keras.Sequential([tf.keras.layers.Dense(2)])
model.compile(optimizers.ScheduleFreeAdamW(), "mse")
history = model.fit(np.ones((8, 3)), np.zeros((8, 2)), batch_size=4, epochs=2, verbose=0)
near(*history.history["loss"])

# %% loss-scale
optimizer = optimizers.LossScaleOptimizer(optimizers.SGD(0.1), initial_scale=8.0, dynamic_growth_steps=2)
v = tf.keras.Variable([1.0, 2.0])
print(float(optimizer.scale_loss(tf.constant(2.0))))
for gradient in ([8.0, 8.0], [8.0, 16.0], [np.inf, 1.0], [np.nan, 1.0], [8.0, 8.0], [8.0, 8.0]):
    optimizer.apply([tf.constant(gradient)], [v])
    near(v)
    print(float(optimizer.dynamic_scale), int(optimizer.step_counter), int(optimizer.iterations), float(optimizer.scale_loss(tf.constant(1.0))))
print([variable.path for variable in optimizer.variables])

# %% loss-scale-in-a-graph
optimizer = optimizers.LossScaleOptimizer(optimizers.Adam(0.1), initial_scale=4.0, dynamic_growth_steps=2)
v = tf.keras.Variable([1.0, 2.0])
optimizer.build([v])


@tf.function
def step(gradient):
    optimizer.apply([gradient], [v])


for gradient in ([8.0, 8.0], [8.0, 16.0], [np.inf, 1.0], [8.0, 8.0]):
    step(tf.constant(gradient))
    near(v)
    print(float(optimizer.dynamic_scale), int(optimizer.step_counter), int(optimizer.iterations))

# %% loss-scale-options
inner = optimizers.SGD(0.1, loss_scale_factor=3.0)
optimizer = optimizers.LossScaleOptimizer(inner)
print(inner.loss_scale_factor, float(optimizer.learning_rate), optimizer.initial_scale, optimizer.dynamic_growth_steps)
optimizer.learning_rate = 0.5
print(float(inner.learning_rate))
fails(optimizers.LossScaleOptimizer, inner, dynamic=False)
fails(optimizers.LossScaleOptimizer, inner, clipnorm=1.0)
fails(optimizers.LossScaleOptimizer, inner, bogus=1.0)

# %% loss-scale-config
optimizer = optimizers.LossScaleOptimizer(optimizers.SGD(0.5, momentum=0.5), initial_scale=4.0, name="scaled")
config = optimizer.get_config()
print(config["name"], config["inner_optimizer"]["class_name"], config["initial_scale"], config["dynamic_growth_steps"])
copy = optimizers.deserialize(optimizers.serialize(optimizer))
print(type(copy).__name__, type(copy.inner_optimizer).__name__, copy.inner_optimizer.momentum, copy.get_config() == config)
fails(optimizers.get, "LossScaleOptimizer")

# %% own-optimizer
class Signs(optimizers.Optimizer):
    def build(self, variables):
        super().build(variables)
        self.counts = self.add_optimizer_variables(variables, "count")
        self.many = self.add_optimizer_variables(variables, ["a", "b"], initializer=["zeros", "ones"])
        self.total = self.add_variable((2,), name="total", initializer="ones")

    def update_step(self, gradient, variable, learning_rate):
        self.assign_sub(variable, learning_rate * tf.sign(gradient))
        self.assign_add(self.counts[self._get_variable_index(variable)], tf.ones(variable.shape))
        self.assign(self.total, self.total + 1.0)


optimizer = Signs(0.1)
v = tf.keras.Variable([1.0, 2.0], name="v")
optimizer.apply([tf.constant([3.0, -3.0])], [v])
near(v, *optimizer.variables[2:])
print([variable.path for variable in optimizer.variables], isinstance(optimizer.many, tuple))
optimizer.set_weights([np.zeros(v.shape) for v in optimizer.variables])
near(*optimizer.variables)
fails(optimizers.SGD().set_weights, [])

# %% decay-is-ignored
import warnings

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    optimizers.SGD(0.1, decay=0.5)
print([str(warning.message) for warning in caught])
