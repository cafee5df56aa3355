"""Callbacks that freeze layers while Keras trains a model whose step it has traced."""

from tensorflow import keras


class Thaw(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.model.layers[0].trainable = False

    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 0:
            self.model.layers[0].trainable = False
        if epoch == 5:
            for layer in self.model.layers:
                layer.trainable = True  # [outer-value-frozen-in-graph]
        self.trainable = epoch > 5


class ThawAndCompile(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        self.model.layers[0].trainable = True
        self.model.compile(self.model.optimizer, self.model.loss)


class Layers:
    def on_epoch_end(self, epoch):
        self.layer.trainable = False


centers = []
counts = []


def cluster_loss(y_true, y_pred):
    return y_pred - centers + counts  # [outer-value-frozen-in-graph]


class Cluster(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        global centers, counts
        codes = self.model.predict(self.data)
        centers = means(codes)
        counts = list(range(3))


keras.Sequential([keras.layers.Dense(1)]).compile(loss=cluster_loss)


class Decay(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.model.optimizer.epsilon = 1e-7

    def on_train_batch_begin(self, batch, logs=None):
        self.model.optimizer.momentum = 0.9 / (batch + 1)  # [outer-value-frozen-in-graph]
        self.model.optimizer.learning_rate = 0.1 / (batch + 1)
        self.own.optimizer.beta_1 = self.count(batch)  # [outer-value-frozen-in-graph]
        self.epsilon = self.count(batch)
        self.set_epsilon(self.epsilon)

    def count(self, batch):
        return 1.0 / (batch + 1)

    def set_epsilon(self, epsilon):
        optimizer = self.model.optimizer
        if hasattr(optimizer, "inner_optimizer"):
            optimizer = optimizer.inner_optimizer
        optimizer.epsilon = epsilon  # [outer-value-frozen-in-graph]

    def set_clipnorm(self, clipnorm):
        self.model.optimizer.clipnorm = clipnorm


class Thaw(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        if epoch == 0:
            self.freeze(False)

    def freeze(self, trainable):
        self.model.layers[0].trainable = trainable


class WithoutSelf(keras.callbacks.Callback):
    @staticmethod
    def freeze():
        layer.trainable = False

    def on_epoch_end(*given):
        given[0].model.optimizer.momentum = 0.5  # [outer-value-frozen-in-graph]
        WithoutSelf.freeze()
