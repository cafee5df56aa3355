import json
import os
import tempfile
import numpy as np
import tensorflow as tf
from tensorflow.keras import callbacks, layers, optimizers
from tests.conformance.support.tell import fails, near

X, Y = np.sin(np.arange(24)).reshape(8, 3).astype("float32"), np.cos(np.arange(8)).reshape(8, 1).astype("float32")


def made(optimizer="sgd"):
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(1, kernel_initializer="ones")])
    model.compile(optimizer, "mse")
    return model


class Fails(callbacks.Callback):
    """Interrupts training at an epoch, or a batch of it."""

    def __init__(self, epoch, batch=None):
        super().__init__()
        self.epoch, self.batch, self.now = epoch, batch, 0

    def on_epoch_begin(self, epoch, logs=None):
        self.now = epoch
        if self.batch is None and epoch == self.epoch:
            raise RuntimeError("interrupted")

    def on_train_batch_end(self, batch, logs=None):
        if self.now == self.epoch and batch == self.batch:
            raise RuntimeError("interrupted")

# %% backup
folder = os.path.join(tempfile.mkdtemp(), "backup")
model = made("adam")
fails(model.fit, X, Y, batch_size=4, epochs=5, verbose=0, shuffle=False, callbacks=[callbacks.BackupAndRestore(folder), Fails(3)])
print(sorted(os.listdir(folder)), open(os.path.join(folder, "training_metadata.json")).read())
other = made("adam")
history = other.fit(X, Y, batch_size=4, epochs=5, verbose=0, shuffle=False, callbacks=[callbacks.BackupAndRestore(folder)])
print(history.epoch, os.path.exists(folder), int(other.optimizer.iterations))
whole = made("adam")
print(np.allclose(whole.fit(X, Y, batch_size=4, epochs=5, verbose=0, shuffle=False).history["loss"][3:], history.history["loss"], 1e-5))

# %% backup-of-batches
folder = tempfile.mkdtemp()
fails(made().fit, X, Y, batch_size=2, epochs=5, verbose=0, callbacks=[callbacks.BackupAndRestore(folder, save_freq=3), Fails(1, 2)])
print(sorted(os.listdir(folder)), open(os.path.join(folder, "training_metadata.json")).read())
model = made()
print(model.fit(X, Y, batch_size=2, epochs=3, verbose=0, callbacks=[callbacks.BackupAndRestore(folder, delete_checkpoint=False)]).epoch)
print(sorted(os.listdir(folder)), json.load(open(os.path.join(folder, "training_metadata.json"))))

# %% backup-in-two-files
folder = tempfile.mkdtemp()
callback = callbacks.BackupAndRestore(folder, double_checkpoint=True, delete_checkpoint=False)
made().fit(X, Y, epochs=3, verbose=0, callbacks=[callback])
print(sorted(os.listdir(folder)))
print(json.load(open(os.path.join(folder, "training_metadata.json.bkp"))))

# %% backup-errors
fails(callbacks.BackupAndRestore, "")
fails(callbacks.BackupAndRestore, "x", save_freq="batch")
model = tf.keras.Sequential([layers.Dense(1)])
model.compile("sgd", "mse")
try:
    model.fit(X, Y, verbose=0, callbacks=[callbacks.BackupAndRestore(tempfile.mkdtemp())])
except ValueError as error:
    print(str(error)[:80])

# %% swap-ema
class Tells(callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        near(self.model.layers[0].kernel)

    on_test_begin = on_test_end = lambda self, logs=None: near(self.model.layers[0].kernel)


model = made(optimizers.SGD(0.1, use_ema=True, ema_momentum=0.5))
model.fit(X, Y, batch_size=4, epochs=2, verbose=0, shuffle=False, validation_data=(X, Y), callbacks=[callbacks.SwapEMAWeights(), Tells()])
near(model.layers[0].kernel)

# %% swap-ema-on-epochs
class Tells(callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        near(self.model.layers[0].kernel)


model = made(optimizers.Adam(0.1, use_ema=True, ema_momentum=0.5))
model.fit(X, Y, batch_size=4, epochs=3, verbose=0, shuffle=False, callbacks=[callbacks.SwapEMAWeights(swap_on_epoch=True), Tells()])
near(model.layers[0].kernel)

# %% swap-ema-for-predictions
model = made(optimizers.SGD(0.1, use_ema=True, ema_momentum=0.5))
model.fit(X, Y, batch_size=4, epochs=2, verbose=0, shuffle=False)
model.layers[0].kernel.assign(tf.zeros((3, 1)))
swap = callbacks.SwapEMAWeights()
near(model.predict(X[:2], verbose=0), model.predict(X[:2], verbose=0, callbacks=[swap]), model.layers[0].kernel)
near(model.evaluate(X, Y, verbose=0, callbacks=[swap]))

# %% swap-ema-without-means
model = made()
fails(model.fit, X, Y, verbose=0, validation_data=(X, Y), callbacks=[callbacks.SwapEMAWeights()])
