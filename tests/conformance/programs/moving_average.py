import tensorflow as tf

# %% eager
v, w = tf.Variable([1.0, 2.0], name="v"), tf.Variable(3.0)
average = tf.train.ExponentialMovingAverage(0.9)
print(average.name, average.average(v), average.average_name(v))
print(average.apply([v, w]))
print(average.average(v), average.average(w))
v.assign([2.0, 4.0])
average.apply([v])
print(average.average(v).numpy(), average.average_name(v), average.average(v).trainable)
print({name: one.name for name, one in average.variables_to_restore([v, w]).items()})

# %% num-updates
v, count = tf.Variable([1.0, 2.0], name="v"), tf.Variable(3)
average = tf.train.ExponentialMovingAverage(0.999, num_updates=count, name="Shadow")
average.apply([v])
for _ in range(2):
    v.assign([0.0, 0.0])
    count.assign_add(100)
    average.apply([v])
    print(average.average(v))
second = tf.train.ExponentialMovingAverage(0.5, zero_debias=True, name="Shadow")
second.apply([v])
print(second.average(v))

# %% in-a-function
v = tf.Variable([0.0, 0.0], dtype=tf.float64, name="v")
average = tf.train.ExponentialMovingAverage(0.5)
@tf.function
def step(x):
    v.assign_add(x)
    operation = average.apply([v])
    print(operation.name, operation.type)
    return average.average(v)
for _ in range(3):
    print(step(tf.constant([1.0, 2.0], tf.float64)))
print(average.average(v))
print([operation.name for operation in step.get_concrete_function(tf.constant([1.0, 2.0], tf.float64)).graph.get_operations()])

# %% refused
average = tf.train.ExponentialMovingAverage(0.9)
for variables in ([tf.constant(1.0)], [tf.Variable(1, name="n")], None, [], tf.Variable([1.0])):
    try:
        print(average.apply(variables))
    except TypeError as error:
        print(error)

# %% saved
import os, tempfile
v = tf.Variable([1.0, 2.0], name="v")
average = tf.train.ExponentialMovingAverage(0.9)
average.apply([v])
path = tf.train.Checkpoint(v=v, average=average.average(v)).save(os.path.join(tempfile.mkdtemp(), "c"))
print([name for name, _ in tf.train.list_variables(path)])

# %% in-scopes
average = tf.train.ExponentialMovingAverage(0.9)
v = tf.Variable([1.0], name="v")
with tf.name_scope("outer"):
    u = tf.Variable([1.0], name="u")
    average.apply([v, u])
print(average.average(v).name, average.average(u).name)
class Model(tf.Module):
    def __init__(self):
        super().__init__(name="model")
        with self.name_scope:
            self.w = tf.Variable(1.0, name="w")
        self.average = tf.train.ExponentialMovingAverage(0.5)
    @tf.function
    def follow(self, x):
        with tf.name_scope("inner"):
            self.average.apply([self.w, v])
            return self.average.average(self.w) * x
model = Model()
print(model.follow(tf.constant(2.0)), model.average.average(model.w).name, model.average.average(v).name)
for variables in ([3], (one for one in [v])):
    try:
        print(average.apply(variables))
    except AttributeError as error:
        print(error)
