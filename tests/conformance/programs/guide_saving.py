"""The programs of TensorFlow's guides on checkpoints and on the SavedModel format, in small."""

import os
import tempfile
import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import fails, show

os.chdir(tempfile.mkdtemp())


class Net(tf.keras.Model):
    """A simple linear model."""
    def __init__(self):
        super(Net, self).__init__()
        self.l1 = tf.keras.layers.Dense(5)
    def call(self, x):
        return self.l1(x)


def toy_dataset():
    inputs = tf.range(10.)[:, None]
    labels = inputs * 5. + tf.range(5.)[None, :]
    return tf.data.Dataset.from_tensor_slices(dict(x=inputs, y=labels)).repeat().batch(2)


def train_step(net, example, optimizer):
    """Trains `net` on `example` using `optimizer`."""
    with tf.GradientTape() as tape:
        output = net(example['x'])
        loss = tf.reduce_mean(tf.abs(output - example['y']))
    variables = net.trainable_variables
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    return loss


class CustomModule(tf.Module):
    def __init__(self):
        super(CustomModule, self).__init__()
        self.v = tf.Variable(1.)
    @tf.function
    def __call__(self, x):
        print('Tracing with', x)
        return x * self.v
    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def mutate(self, new_v):
        self.v.assign(new_v)


# %% manual-checkpointing
tf.keras.utils.set_random_seed(3)
def train_and_checkpoint(net, manager, ckpt, iterator, opt):
    ckpt.restore(manager.latest_checkpoint)
    if manager.latest_checkpoint:
        print("Restored from {}".format(manager.latest_checkpoint))
    else:
        print("Initializing from scratch.")
    for _ in range(20):
        example = next(iterator)
        loss = train_step(net, example, opt)
        ckpt.step.assign_add(1)
        if int(ckpt.step) % 10 == 0:
            save_path = manager.save()
            print("Saved checkpoint for step {}: {}".format(int(ckpt.step), save_path))
            print("loss {:1.2f}".format(loss.numpy()))
for _ in range(2):
    net = Net()
    net(tf.zeros([1, 1]))  # a kernel that is restored under the tape has no gradient there
    opt = tf.keras.optimizers.Adam(0.1)
    iterator = iter(toy_dataset())
    ckpt = tf.train.Checkpoint(step=tf.Variable(1), optimizer=opt, net=net, iterator=iterator)
    manager = tf.train.CheckpointManager(ckpt, './tf_ckpts', max_to_keep=3)
    train_and_checkpoint(net, manager, ckpt, iterator, opt)
print(manager.checkpoints)
print(sorted(name for name in os.listdir('./tf_ckpts') if name.endswith('.index')))

# %% loading-parts
tf.keras.utils.set_random_seed(3)
net = Net()
net(tf.zeros([1, 1]))
net.l1.bias.assign([1., 2., 3., 4., 5.])
path = tf.train.Checkpoint(step=tf.Variable(1), net=net).save('./tf_ckpts/ckpt')
to_restore = tf.Variable(tf.zeros([5]))
print(to_restore.numpy())  # All zeros
fake_layer = tf.train.Checkpoint(bias=to_restore)
fake_net = tf.train.Checkpoint(l1=fake_layer)
new_root = tf.train.Checkpoint(net=fake_net)
status = new_root.restore(tf.train.latest_checkpoint('./tf_ckpts/'))
print(to_restore.numpy())  # This gets the restored value.
print(type(status.assert_existing_objects_matched()).__name__)
fails(status.assert_consumed)

# %% delayed-restorations
class Later(tf.Module):
    pass
source = Later()
source.kernel = tf.Variable(tf.ones([1, 5]) * 2)
path = tf.train.Checkpoint(layer=source).save('./later')
target = Later()
status = tf.train.Checkpoint(layer=target).restore(path)
print(hasattr(target, 'kernel'))
target.kernel = tf.Variable(tf.zeros([1, 5]))
print(target.kernel.numpy())  # Restored
status.assert_consumed()

# %% inspecting-checkpoints
root = tf.train.Checkpoint(step=tf.Variable(1), net=tf.train.Checkpoint(l1=tf.train.Checkpoint(kernel=tf.Variable(tf.ones([1, 5])))))
root.save('./tf_ckpts/ckpt')
reader = tf.train.load_checkpoint('./tf_ckpts/')
shape_from_key = reader.get_variable_to_shape_map()
dtype_from_key = reader.get_variable_to_dtype_map()
for key in sorted(shape_from_key.keys()):
    print(key, shape_from_key[key], dtype_from_key[key])
key = 'net/l1/kernel/.ATTRIBUTES/VARIABLE_VALUE'
print("Shape:", shape_from_key[key])
print("Dtype:", dtype_from_key[key].name)
print(reader.get_tensor(key))

# %% lists-and-dictionaries
save = tf.train.Checkpoint()
save.listed = [tf.Variable(1.)]
save.listed.append(tf.Variable(2.))
save.mapped = {'one': save.listed[0]}
save.mapped['two'] = save.listed[1]
save_path = save.save('./tf_list_example')
restore = tf.train.Checkpoint()
v2 = tf.Variable(0.)
assert 0. == v2.numpy()  # Not restored yet
restore.mapped = {'two': v2}
restore.restore(save_path)
assert 2. == v2.numpy()
restore.listed = []
print(restore.listed)  # ListWrapper([])
v1 = tf.Variable(0.)
restore.listed.append(v1)  # Restores v1, from restore() in the previous cell
assert 1. == v1.numpy()

# %% custom-module
module = CustomModule()
module(tf.constant(0.))
print('Saving model...')
tf.saved_model.save(module, 'module_no_signatures')
imported = tf.saved_model.load('module_no_signatures')
assert imported(tf.constant(3.)).numpy() == 3
imported.mutate(tf.constant(2.))
assert imported(tf.constant(3.)).numpy() == 6
fails(imported, tf.constant([3.]))
print(len(imported.signatures), imported.v)

# %% more-traces
module = CustomModule()
module.__call__.get_concrete_function(x=tf.TensorSpec([None], tf.float32))
tf.saved_model.save(module, 'module_no_signatures')
imported = tf.saved_model.load('module_no_signatures')
print(imported(tf.constant([3.])), imported(tf.constant([3., 4.])))
fails(imported, tf.constant(3.))

# %% fine-tuning
module = CustomModule()
module(tf.constant(0.))
tf.saved_model.save(module, 'tuned')
imported = tf.saved_model.load('tuned')
optimizer = tf.keras.optimizers.SGD(0.05)
def step():
    with tf.GradientTape() as tape:
        loss = (10. - imported(tf.constant(2.))) ** 2
    variables = tape.watched_variables()
    optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
    return loss
for _ in range(10):
    print("loss={:.2f} v={:.2f}".format(step(), imported.v.numpy()))

# %% signatures
module = CustomModule()
call = module.__call__.get_concrete_function(tf.TensorSpec(None, tf.float32))
tf.saved_model.save(module, 'with_signature', signatures=call)
imported = tf.saved_model.load('with_signature')
print(list(imported.signatures.keys()))
several = {"serving_default": call, "array_input": module.__call__.get_concrete_function(tf.TensorSpec([None], tf.float32))}
tf.saved_model.save(module, 'several', signatures=several)
imported = tf.saved_model.load('several')
print(list(imported.signatures.keys()))
print(imported.signatures["array_input"](tf.constant([1., 2.])))
class Named(CustomModule):
    @tf.function(input_signature=[tf.TensorSpec(None, tf.float32)])
    def __call__(self, x):
        return {'custom_output_name': x * self.v}
module = Named()
tf.saved_model.save(module, 'named', signatures={'serving_default': module.__call__.get_concrete_function()})
imported = tf.saved_model.load('named')
print(imported.signatures['serving_default'].structured_outputs)
print(imported.signatures['serving_default'](tf.constant(2.)))

# %% reusing-in-another-model
module = CustomModule()
module.__call__.get_concrete_function(x=tf.TensorSpec([None], tf.float32))
tf.saved_model.save(module, 'inner')
class Outer(tf.Module):
    def __init__(self):
        super().__init__()
        self.inner = tf.saved_model.load('inner')
        self.scale = tf.Variable(3.)
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def __call__(self, x):
        return self.inner(x) * self.scale
outer = Outer()
outer.inner.mutate(tf.constant(2.))
tf.saved_model.save(outer, 'outer')
loaded = tf.saved_model.load('outer')
print(loaded(tf.constant([1., 2.])), loaded.inner.v.numpy(), sorted(name for name, _ in tf.train.list_variables('outer/variables/variables')))
