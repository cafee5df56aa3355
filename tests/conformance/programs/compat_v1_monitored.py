# Monitored sessions and their hooks.
import os
import tempfile

import numpy as np
import tensorflow as tf
from tell import fails, near, show

v1 = tf.compat.v1
T = v1.train
C = tf.constant


class Told(T.SessionRunHook):
    def __init__(self, fetches=None):
        self.fetches = fetches

    def begin(self):
        print("begin")

    def after_create_session(self, session, coord):
        print("created", type(coord).__name__)

    def before_run(self, run_context):
        print("before", run_context.original_args.feed_dict, run_context.stop_requested)
        return None if self.fetches is None else T.SessionRunArgs(self.fetches)

    def after_run(self, run_context, run_values):
        print("after", run_values.results)

    def end(self, session):
        print("end")


def training():
    """A graph with a Variable that each step adds one to; (the step, the Variable)."""
    v1.reset_default_graph()
    step = T.get_or_create_global_step()
    w = v1.get_variable("w", [], initializer=v1.zeros_initializer())
    with tf.control_dependencies([w.assign_add(2.0)]):
        return step.assign_add(1), w


v1.disable_eager_execution()
tf.get_logger().setLevel("ERROR")
# %% hooks-in-order
train, w = training()
with T.MonitoredSession(hooks=[Told(), Told(w)]) as session:
    print(session.run(train), session.should_stop())
    print(session.run(w))
    print(session.graph is v1.get_default_graph())
print(session.should_stop(), session.graph)
fails(session.run, train)
# %% stop-at-a-step
train, w = training()
with T.MonitoredSession(hooks=[T.StopAtStepHook(last_step=3)]) as session:
    while not session.should_stop():
        print(session.run(train))
train, w = training()
with T.MonitoredSession(hooks=[T.StopAtStepHook(num_steps=2)]) as session:
    count = 0
    while not session.should_stop():
        session.run(train)
        count += 1
print(count)
fails(T.StopAtStepHook)
fails(T.StopAtStepHook, 1, 2)
# %% log-tensors
tf.get_logger().setLevel("INFO")
train, w = training()
with T.MonitoredSession(hooks=[T.LoggingTensorHook({"w": w, "step": train}, every_n_iter=2, formatter=lambda values: f"w is {values['w']}", at_end=False)]) as session:
    for _ in range(4):
        session.run(train)
fails(T.LoggingTensorHook, {"w": w})
fails(T.LoggingTensorHook, {"w": w}, every_n_iter=0)
# %% nan-in-the-loss
tf.get_logger().setLevel("FATAL")
for fails_on_it in (True, False):
    train, w = training()
    loss = tf.math.log(w - 3.0)
    try:
        with T.MonitoredSession(hooks=[T.NanTensorHook(loss, fails_on_it)]) as session:
            while not session.should_stop():
                print(session.run(train))
    except T.NanLossDuringTrainingError as error:
        print("raised", error)
# %% checkpoints
folder = tempfile.mkdtemp()
train, w = training()
with T.MonitoredTrainingSession(checkpoint_dir=folder, save_checkpoint_steps=2, save_summaries_steps=0, save_summaries_secs=None) as session:
    for _ in range(3):
        session.run(train)
print(os.path.basename(tf.train.latest_checkpoint(folder)))
train, w = training()
with T.MonitoredTrainingSession(checkpoint_dir=folder, save_summaries_steps=0) as session:
    print(session.run([train, w]))
# %% scaffolds
train, w = training()
made = []
scaffold = T.Scaffold(init_fn=lambda scaffold, session: made.append(session.run(w)))
with T.MonitoredTrainingSession(scaffold=scaffold) as session:
    print(made, session.run(w), scaffold.init_op is not None, scaffold.saver is not None, scaffold.summary_op)
fails(lambda: C(1))
# %% ends-of-data
train, w = training()
with T.MonitoredSession(hooks=[Told()]) as session:
    raise tf.errors.OutOfRangeError(None, None, "end")
print("went on")
try:
    train, w = training()
    with T.MonitoredSession(hooks=[Told()]) as session:
        raise ValueError("x")
except ValueError as error:
    print(error)
# %% feeds
v1.reset_default_graph()
x = v1.placeholder(tf.float32, [])
y = x * 2
with T.MonitoredSession(hooks=[T.FeedFnHook(lambda: {x: 4.0})]) as session:
    print(session.run(y))
v1.reset_default_graph()
x = v1.placeholder(tf.float32, [])
y = x * 2
with T.SingularMonitoredSession() as session:
    print(session.run(y, {x: 3.0}), type(session.raw_session()).__name__)
# %% final-ops
train, w = training()
final = T.FinalOpsHook(w)
with T.MonitoredSession(hooks=[final]) as session:
    session.run(train)
print(final.final_ops_values)
# %% timers
timer = T.SecondOrStepTimer(every_steps=3)
print([timer.should_trigger_for_step(step) for step in (0, 1)], timer.update_last_triggered_step(1), timer.last_triggered_step())
print([timer.should_trigger_for_step(step) for step in (1, 2, 3, 4)], timer.update_last_triggered_step(4)[1])
fails(T.SecondOrStepTimer)
fails(T.SecondOrStepTimer, 1, 2)
# %% step-functions
train, w = training()
with T.MonitoredSession(hooks=[Told()]) as session:
    print(session.run_step_fn(lambda step_context: (step_context.session.run(w), step_context.run_with_hooks(train))))
