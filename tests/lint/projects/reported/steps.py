"""Steps that Python counts: keras-team/keras#14483, bayesflow-org/bayesflow#223."""

import tensorflow as tf


class Accumulating(tf.keras.Model):
    def __init__(self, n):
        super().__init__()
        self.n = n
        self.count = 0
        self.batch_number = 0
        self.total = [tf.Variable(0.0)]

    def train_step(self, data):
        self.count += 1  # [outer-mutation-in-graph]
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self(x, training=True) - y)
        grads = tape.gradient(loss, self.trainable_variables)
        if self.count % self.n == 0:
            self.optimizer.apply_gradients(zip(grads, self.trainable_variables))
        return {"loss": loss}


class Consistency(tf.keras.Model):
    def __init__(self, steps):
        super().__init__()
        self.steps = steps
        self.current_step = 0

    def _schedule(self, step):
        return tf.minimum(10.0, step / self.steps)

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        self.current_step += 1  # [outer-mutation-in-graph]
        n = self._schedule(self.current_step)
        return {"loss": n * tf.reduce_mean(y - y_pred)}


class Batch(tf.keras.callbacks.Callback):
    def on_train_batch_begin(self, batch, logs=None):
        self.model.batch_number = batch


class Reads(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.batch_number = 0

    def train_step(self, data):
        if self.batch_number % 2 == 0:  # [outer-value-frozen-in-graph]
            return {"loss": tf.reduce_mean(data[0])}
        return {"loss": 0.0}
