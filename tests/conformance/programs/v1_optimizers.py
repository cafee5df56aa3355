import numpy as np
import tensorflow as tf
from tell import fails, near, show

v1 = tf.compat.v1
train = v1.train


def run(make, steps=4, names=True):
    """A few steps in a session, with dense gradients and with those of rows."""
    with tf.Graph().as_default(), v1.Session() as session:
        w = v1.get_variable("w", initializer=tf.constant([1.0, -2.0, 0.5]))
        table = v1.get_variable("table", initializer=tf.reshape(tf.range(6.0), [3, 2]) - 2)
        loss = tf.reduce_sum(w ** 2) + tf.reduce_sum(tf.nn.embedding_lookup(table, [2, 0, 2]) ** 2) / 2
        optimizer = make()
        step = train.get_or_create_global_step()
        update = optimizer.minimize(loss, step)
        if names:
            print(update.name, [v.name for v in v1.global_variables()], optimizer.get_slot_names(), [v.name for v in optimizer.variables()])
            print([op.type for op in session.graph.get_operations() if op.type.startswith("Resource") and "Apply" in op.type])
        session.run(v1.global_variables_initializer())
        for _ in range(steps):
            session.run(update)
        near(*session.run([w, table, step]))
        near(*session.run(optimizer.variables()))


def eager(make, steps=3):
    w = tf.Variable([1.0, -2.0])
    optimizer = make()
    for _ in range(steps):
        optimizer.minimize(lambda: tf.reduce_sum(w ** 2))
    near(w, *optimizer.variables())
    print([v.name for v in optimizer.variables()])

# %% adagrad
run(lambda: train.AdagradOptimizer(0.5))
run(lambda: train.AdagradOptimizer(lambda: 0.1, 1.0, name="mine"), names=False)
eager(lambda: train.AdagradOptimizer(0.5))
fails(train.AdagradOptimizer, 0.1, 0.0)

# %% adadelta
run(lambda: train.AdadeltaOptimizer(1.0))
run(lambda: train.AdadeltaOptimizer(0.5, 0.8, 1e-3), names=False)
eager(lambda: train.AdadeltaOptimizer(2.0))

# %% rms-prop
run(lambda: train.RMSPropOptimizer(0.1))
run(lambda: train.RMSPropOptimizer(0.1, 0.8, 0.5, 1e-3, centered=True))
run(lambda: train.RMSPropOptimizer(0.1, momentum=0.9), names=False)
eager(lambda: train.RMSPropOptimizer(0.1, centered=True))

# %% ftrl
run(lambda: train.FtrlOptimizer(0.5))
run(lambda: train.FtrlOptimizer(0.5, -0.7, 0.2, 0.1, 0.05), names=False)
run(lambda: train.FtrlOptimizer(0.5, l2_shrinkage_regularization_strength=0.1, beta=0.5, accum_name="a", linear_name="b"))
eager(lambda: train.FtrlOptimizer(0.5, l1_regularization_strength=0.2))
fails(train.FtrlOptimizer, 0.5, 0.5)
fails(train.FtrlOptimizer, 0.5, initial_accumulator_value=-1.0)
fails(train.FtrlOptimizer, 0.5, l1_regularization_strength=-1.0)
fails(train.FtrlOptimizer, 0.5, l2_regularization_strength=-1.0)
fails(train.FtrlOptimizer, 0.5, l2_shrinkage_regularization_strength=-1.0)

# %% proximal
run(lambda: train.ProximalGradientDescentOptimizer(0.1))
run(lambda: train.ProximalGradientDescentOptimizer(0.1, 0.3, 0.2), names=False)
run(lambda: train.ProximalAdagradOptimizer(0.1))
run(lambda: train.ProximalAdagradOptimizer(0.1, 0.2, 0.3, 0.2), names=False)
eager(lambda: train.ProximalGradientDescentOptimizer(0.1, 0.1))
eager(lambda: train.ProximalAdagradOptimizer(0.1, 0.1, 0.1))
fails(train.ProximalAdagradOptimizer, 0.1, 0.0)

# %% adagrad-da
run(lambda: train.AdagradDAOptimizer(0.5, train.get_or_create_global_step()))
run(lambda: train.AdagradDAOptimizer(0.5, train.get_or_create_global_step(), 0.2, 0.1, 0.3), names=False)
fails(train.AdagradDAOptimizer, 0.5, 0, -1.0)

# %% momentum-of-rows
run(lambda: train.MomentumOptimizer(0.1, 0.9))
run(lambda: train.MomentumOptimizer(0.1, 0.9, use_nesterov=True), names=False)
run(lambda: train.AdamOptimizer(0.1), names=False)
run(lambda: train.GradientDescentOptimizer(0.1), names=False)

# %% double-precision-and-clipping
with tf.Graph().as_default(), v1.Session() as session:
    w = v1.get_variable("w", initializer=tf.constant([3.0, 4.0], tf.float64))
    optimizer = train.AdagradOptimizer(0.5)
    pairs = optimizer.compute_gradients(tf.reduce_sum(w ** 2))
    update = optimizer.apply_gradients([(tf.clip_by_norm(g, 1.0), v) for g, v in pairs])
    session.run(v1.global_variables_initializer())
    session.run(update)
    show(session.run(w), session.run(optimizer.get_slot(w, "accumulator")))

# %% two-optimizers
with tf.Graph().as_default():
    w = v1.get_variable("w", initializer=[1.0])
    for optimizer in (train.AdagradOptimizer(0.1), train.AdagradOptimizer(0.1), train.RMSPropOptimizer(0.1, centered=True)):
        optimizer.minimize(w * 2)
    print([v.name for v in v1.global_variables()])
