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
