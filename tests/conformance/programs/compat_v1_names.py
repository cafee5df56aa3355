# Names of TensorFlow 1 that training code uses: losses, decays, options of sessions, coordinators, settings.
import numpy as np
import tensorflow as tf
from tell import fails, near, show

v1 = tf.compat.v1
C = tf.constant
P, Y = C([[0.2, 0.8], [0.6, 0.4]]), C([[0.0, 1.0], [1.0, 0.0]])
# %% losses
L = v1.losses
for loss in (L.absolute_difference, L.mean_squared_error, L.huber_loss, L.log_loss):
    show(loss(Y, P), loss(Y, P, weights=2.0), loss(Y, P, weights=[[1.0], [0.0]]), loss(Y, P, reduction=L.Reduction.NONE))
show(L.hinge_loss(Y, P), L.huber_loss(Y, P * 5, delta=0.5), L.cosine_distance(Y, P, axis=1), L.log_loss(Y, P, epsilon=0.1))
# %% losses-by-reduction
L = v1.losses
for reduction in (L.Reduction.SUM, L.Reduction.MEAN, L.Reduction.SUM_OVER_BATCH_SIZE, L.Reduction.SUM_BY_NONZERO_WEIGHTS, L.Reduction.NONE):
    show(L.compute_weighted_loss(C([1.0, 2.0, 3.0]), C([1.0, 0.0, 2.0]), reduction=reduction), L.compute_weighted_loss([1.0, 2.0], 0.0, reduction=reduction))
print(L.Reduction.all(), L.Reduction.SUM_OVER_NONZERO_WEIGHTS)
fails(L.Reduction.validate, "x")
fails(L.compute_weighted_loss, [1.0], reduction="x")
# %% cross-entropies
L = v1.losses
logits = C([[1.0, 2.0], [0.5, -1.0]])
show(L.sigmoid_cross_entropy(Y, logits), L.sigmoid_cross_entropy(Y, logits, label_smoothing=0.2), L.softmax_cross_entropy(Y, logits),
     L.softmax_cross_entropy(Y, logits, label_smoothing=0.1, weights=[1.0, 0.0]), L.sparse_softmax_cross_entropy([1, 0], logits),
     L.sparse_softmax_cross_entropy(C([[1], [0]]), logits, weights=[2.0, 1.0]))
# %% losses-refuse
L = v1.losses
fails(L.mean_squared_error, None, P)
fails(L.mean_squared_error, Y, None)
fails(L.absolute_difference, Y, [1.0])
fails(L.cosine_distance, Y, P)
# %% losses-that-a-graph-collects
L = v1.losses
with tf.Graph().as_default(), v1.Session() as session:
    L.mean_squared_error([[0.0, 1.0]], C([[0.2, 0.8]]))
    L.add_loss(C(2.0))
    L.absolute_difference([1.0], [2.0], loss_collection=None)
    v1.add_to_collection(v1.GraphKeys.REGULARIZATION_LOSSES, C(3.0))
    print(len(L.get_losses()), len(L.get_regularization_losses()))
    near(session.run(L.get_total_loss()), session.run(L.get_total_loss(add_regularization_losses=False)), session.run(L.get_regularization_loss()))
with tf.Graph().as_default():
    print(L.get_losses(), L.get_regularization_losses())
# %% decays
T = v1.train
for step in (0, 3, 10, 25):
    near(T.exponential_decay(0.1, step, 10, 0.5)(), T.exponential_decay(0.1, step, 10, 0.5, staircase=True)(), T.natural_exp_decay(0.1, step, 10, 0.5)(),
         T.inverse_time_decay(0.1, step, 10, 0.5)(), T.polynomial_decay(0.1, step, 10, 0.01)(), T.polynomial_decay(0.1, step, 10, 0.01, power=2.0, cycle=True)(),
         T.cosine_decay(0.1, step, 10)(), T.cosine_decay(0.1, step, 10, alpha=0.2)(), T.piecewise_constant(step, [3, 10], [1.0, 0.5, 0.1])())
# %% decays-in-graphs
T = v1.train
with tf.Graph().as_default(), v1.Session() as session:
    step = v1.train.get_or_create_global_step()
    rates = [T.exponential_decay(0.1, step, 10, 0.5), T.piecewise_constant(step, [3, 10], [1.0, 0.5, 0.1]), T.polynomial_decay(0.1, step, 10)]
    session.run(v1.global_variables_initializer())
    near(*session.run(rates))
    session.run(step.assign_add(5))
    near(*session.run(rates))
# %% decays-of-cosines
T = v1.train
for step in (0, 3, 10, 25, 47):
    near(T.cosine_decay_restarts(0.1, step, 10)(), T.cosine_decay_restarts(0.1, step, 10, t_mul=1.0, m_mul=0.5)(),
         T.cosine_decay_restarts(0.1, step, 10, t_mul=1.5, m_mul=0.9, alpha=0.1)(), T.linear_cosine_decay(0.1, step, 20)(),
         T.linear_cosine_decay(0.1, step, 20, num_periods=2, alpha=0.2, beta=0.1)(), T.piecewise_constant_decay(step, [10], [1.0, 0.5])())
with tf.Graph().as_default(), v1.Session() as session:
    v1.set_random_seed(3)
    step = v1.train.get_or_create_global_step()
    rates = [T.cosine_decay_restarts(0.1, step, 10), T.linear_cosine_decay(0.1, step, 20), T.noisy_linear_cosine_decay(0.1, step, 20)]
    session.run(v1.global_variables_initializer())
    near(*session.run(rates))
    session.run(step.assign_add(7))
    near(*session.run(rates))
# %% decays-refuse
T = v1.train
fails(T.piecewise_constant, 1, [1], [1.0])
# %% options-of-sessions
config = v1.ConfigProto(allow_soft_placement=True, gpu_options=v1.GPUOptions(allow_growth=True), device_count={"GPU": 0})
config.gpu_options.per_process_gpu_memory_fraction = 0.5
config.intra_op_parallelism_threads = 2
print(config.allow_soft_placement, config.gpu_options.allow_growth, config.gpu_options.per_process_gpu_memory_fraction, config.log_device_placement)
print(config.HasField("gpu_options"), v1.ConfigProto().HasField("gpu_options"), v1.ConfigProto().gpu_options.allow_growth, dict(config.device_count))
other = v1.ConfigProto()
other.CopyFrom(config)
print(other.gpu_options.allow_growth, other == config, v1.ConfigProto.FromString(config.SerializeToString()) == config)
fails(lambda: v1.ConfigProto(nothing=1))
fails(lambda: setattr(config, "nothing", 1))
config.graph_options.optimizer_options.opt_level = v1.OptimizerOptions.L0
print(config.graph_options.optimizer_options.opt_level, v1.OptimizerOptions.L1, v1.RunOptions.FULL_TRACE)
with tf.Graph().as_default(), v1.Session(config=config) as session:
    print(session.run(C(1)))
# %% coordinators
import threading
import time

coordinator = tf.train.Coordinator()
done = []


def work(number):
    while not coordinator.should_stop():
        done.append(number)
        if len(done) > 5:
            coordinator.request_stop()
        time.sleep(0.001)


threads = [threading.Thread(target=work, args=(number,)) for number in range(2)]
for thread in threads:
    thread.start()
coordinator.join(threads)
print(coordinator.should_stop(), coordinator.joined, len(done) > 5)
coordinator.clear_stop()
print(coordinator.should_stop(), coordinator.wait_for_stop(0.01))
# %% coordinators-and-errors
import threading

coordinator = tf.train.Coordinator()


def work():
    with coordinator.stop_on_exception():
        raise ValueError("in a thread")


thread = threading.Thread(target=work)
thread.start()
thread.join()
print(coordinator.should_stop())
fails(coordinator.raise_requested_exception)
fails(coordinator.join, [thread])
clean = tf.train.Coordinator()
with clean.stop_on_exception():
    raise tf.errors.OutOfRangeError(None, None, "end")
print(clean.should_stop(), clean.join([]))
clean = tf.train.Coordinator(clean_stop_exception_types=(KeyError,))
clean.request_stop(KeyError("x"))
print(clean.join([]))
print(v1.train.Coordinator is tf.train.Coordinator)
# %% looping-threads
coordinator = tf.train.Coordinator()
turns = []


def turn(x):
    turns.append(x)
    if len(turns) == 3:
        coordinator.request_stop()


thread = v1.train.LooperThread.loop(coordinator, 0.001, turn, args=(1,))
coordinator.join()
print(turns[:3], thread.is_alive())
# %% reductions-of-keras
R = tf.keras.losses.Reduction
print(R.AUTO, R.NONE, R.SUM, R.SUM_OVER_BATCH_SIZE, R.all(), tf.losses.Reduction is R)
fails(R.validate, "x")
show(tf.keras.losses.MeanSquaredError(reduction=R.SUM)([1.0, 2.0], [0.0, 0.0]), tf.keras.losses.MeanSquaredError(reduction=R.NONE)([[1.0], [2.0]], [[0.0], [0.0]]))
try:
    tf.keras.losses.MeanSquaredError(reduction=R.AUTO)
except ValueError as error:
    print(str(error)[:50])
fails(lambda: tf.keras.losses.Reduction.MEAN)
# %% settings
O = tf.config.optimizer
print(repr(O.get_jit()), O.get_experimental_options())
O.set_jit(True)
O.set_experimental_options({"constant_folding": True})
print(O.get_jit(), O.get_experimental_options())
O.set_jit(False)
tf.debugging.set_log_device_placement(False)
print(repr(O.get_jit()), tf.debugging.get_log_device_placement(), tf.config.experimental.get_synchronous_execution())
# %% the-same-names
print(v1.train.Example is tf.train.Example, v1.FixedLenFeature is tf.io.FixedLenFeature, v1.VarLenFeature is tf.io.VarLenFeature, v1.Dimension(3) == 3)
print(v1.div_no_nan(1.0, 0.0).numpy(), v1.SparseTensorValue([[0]], [1], [2]), tf.compat.v2.abs is tf.abs, tf.compat.v2.compat.v1.Session is v1.Session)
# %% refused-names-can-be-asked-for
print(isinstance(5, tf.lite.Interpreter), isinstance(5, tf.tpu.XLAOptions), isinstance(5, tf.distribute.TPUStrategy), isinstance(5, tf.distribute.cluster_resolver.TPUClusterResolver))
print(hasattr(tf.lite, "nothing"), hasattr(tf.tpu, "nothing"), hasattr(tf.xla, "experimental"), isinstance(tf.distribute.get_strategy(), tf.distribute.TPUStrategy))
import tensorflow.lite
from tensorflow import tpu
print(tpu is tf.tpu, hasattr(tf.lite, "TFLiteConverter"))
print(callable(tf.load_op_library), callable(tf.config.experimental_connect_to_cluster), issubclass(tf.distribute.MultiWorkerMirroredStrategy, tf.distribute.Strategy))
# %% more-of-the-same-names
import os
import tempfile

print(v1.GraphKeys.REGULARIZATION_LOSSES, v1.GraphKeys.GLOBAL_VARIABLES, v1.GraphKeys.ASSET_FILEPATHS, v1.GraphKeys.TABLE_INITIALIZERS)
v1.random.set_random_seed(3)
show(v1.random.uniform([2]), v1.initializers.ones()([2]), v1.initializers.constant(3.0)([1]))
with tf.Graph().as_default(), v1.Session() as session:
    w = v1.get_variable("w", [2], initializer=v1.initializers.zeros())
    session.run(v1.initializers.global_variables())
    show(session.run(w))
    session.run([v1.initializers.variables([w]), v1.initializers.local_variables()])
path = os.path.join(tempfile.mkdtemp(), "records")
with v1.python_io.TFRecordWriter(path) as writer:
    writer.write(b"one")
    writer.write(b"two")
tf.get_logger().setLevel("ERROR")
print(list(v1.python_io.tf_record_iterator(path)))
# %% events-of-files
import os
import tempfile

tf.get_logger().setLevel("ERROR")
folder = tempfile.mkdtemp()
with tf.Graph().as_default(), v1.Session() as session:
    loss = v1.summary.scalar("loss", C(0.5))
    writer = v1.summary.FileWriter(folder)
    writer.add_summary(session.run(loss), 3)
    writer.add_summary(session.run(loss), 4)
    writer.close()
[name] = os.listdir(folder)
for event in v1.train.summary_iterator(os.path.join(folder, name)):
    print(event.step, [(value.tag, value.simple_value) for value in event.summary.value] if event.step else event.file_version)
