import tensorflow as tf
from tell import fails, show

v1 = tf.compat.v1


def made(*args, **kwargs):
    v = v1.get_variable(*args, **kwargs)
    return v.name, v.dtype.name, v.shape

# %% initial-values
with tf.Graph().as_default():
    print(made("a", initializer=[1, 2]), made("b", initializer=tf.constant([1.0], tf.float64)), made("c", initializer="x"), made("d", [2], tf.int32, initializer=v1.zeros_initializer()), made("e", initializer=True))
    fails(made, "f", initializer=[1.0, 2], dtype=tf.float64)
    fails(made, "g", initializer=tf.constant([1.0], tf.float64), dtype=tf.float32)
    with v1.variable_scope("s", initializer=v1.constant_initializer(3.0), dtype=tf.float64):
        print(made("h", [2]), made("i", initializer=1))
print(made("a", initializer=[1, 2]))

# %% regularizers
def half(w):
    return tf.reduce_sum(w) * 0.5


with tf.Graph().as_default(), v1.Session() as session:
    print(made("a", [2], initializer=v1.ones_initializer(), regularizer=half))
    with v1.variable_scope("s", regularizer=lambda w: tf.reduce_sum(w ** 2)):
        print(made("b", [2], initializer=v1.constant_initializer(3.0)), made("c", [2], initializer=v1.ones_initializer(), regularizer=half))
    with v1.variable_scope("s", reuse=True):
        made("b", [2])
    print(len(v1.losses.get_regularization_losses()), len(v1.losses.get_regularization_losses("s")))
    total = v1.losses.get_regularization_loss()
    print(total)
    session.run(v1.global_variables_initializer())
    show(session.run(total))
    v1.losses.add_loss(tf.constant(2.0))
    show(session.run(v1.losses.get_total_loss()), session.run(v1.losses.get_total_loss(False)))

# %% global-step
with tf.Graph().as_default():
    print(v1.train.get_or_create_global_step().name, v1.train.get_or_create_global_step().name)
    fails(v1.train.create_global_step)
