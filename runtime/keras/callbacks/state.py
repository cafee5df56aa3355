"""Callbacks that keep the state of training, or exchange the weights."""

from __future__ import annotations

import json
import os
import shutil

from runtime.keras.callbacks.base import Callback


class BackupAndRestore(Callback):
    """Writes weights and the number of the epoch to `backup_dir`; `fit` goes on from there if it was interrupted.

    Raises:
        ValueError: no folder, a bad `save_freq`, or a model that is not built when training begins.
    """

    def __init__(self, backup_dir, save_freq="epoch", double_checkpoint=False, delete_checkpoint=True):
        super().__init__()
        if not backup_dir:
            raise ValueError("Empty `backup_dir` argument passed")
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(f"Invalid value for argument `save_freq`. Received: save_freq={save_freq}. Expected either 'epoch' or an "
                             "integer value.")
        self.backup_dir, self.save_freq = os.fspath(backup_dir), save_freq
        self.double_checkpoint, self.delete_checkpoint = double_checkpoint, delete_checkpoint
        self._batches_since = self._last_batch = self._epoch = 0
        self._files = [os.path.join(self.backup_dir, name) for name in ("latest.weights.h5", "training_metadata.json")]

    def on_train_begin(self, logs=None):
        try:
            self._restore()
        except (OSError, ValueError):  # a damaged file: the one before
            if not os.path.exists(f"{self._files[0]}.bkp"):
                raise
            for file in self._files:
                if os.path.exists(f"{file}.bkp"):
                    shutil.copy(f"{file}.bkp", file)
                elif os.path.exists(file):
                    os.remove(file)
            self._restore()

    def _restore(self):
        weights, metadata = self._files
        if not self.model.built:
            raise ValueError("To use the BackupAndRestore callback, you model must be built before you call `fit()`. "
                             f"Model {self.model} is unbuilt. You can build it beforehand by calling it on a batch of data.")
        if os.path.exists(weights):
            if self.model.optimizer is not None and not self.model.optimizer.built:
                self.model.optimizer.build(self.model.trainable_variables)
            self.model.load_weights(weights)
        if os.path.exists(metadata):
            with open(metadata, encoding="utf-8") as file:
                self.model._initial_epoch = json.load(file)["epoch"]

    def on_epoch_end(self, epoch, logs=None):
        self._epoch, self._last_batch = epoch + 1, 0
        if self.save_freq == "epoch":
            self._save()

    def on_train_batch_end(self, batch, logs=None):
        if self.save_freq == "epoch":
            return
        self._batches_since += batch + 1 if batch <= self._last_batch else batch - self._last_batch
        self._last_batch = batch
        if self._batches_since >= self.save_freq:
            self._batches_since = 0
            self._save()

    def _save(self):
        os.makedirs(self.backup_dir, exist_ok=True)
        if self.double_checkpoint:
            for file in self._files:
                if os.path.exists(file):
                    shutil.copy(file, f"{file}.bkp")
        self.model.save_weights(self._files[0], overwrite=True)
        with open(self._files[1], "w", encoding="utf-8") as file:
            json.dump({"epoch": self._epoch, "batch": self._last_batch}, file)

    def on_train_end(self, logs=None):
        if self.delete_checkpoint and os.path.exists(self.backup_dir):
            shutil.rmtree(self.backup_dir)


class SwapEMAWeights(Callback):
    """Weights are exchanged with the optimizer's running means for evaluation and prediction, and with `swap_on_epoch` after each epoch.

    Raises:
        ValueError: an optimizer without `use_ema=True`.
    """

    def __init__(self, swap_on_epoch=False):
        super().__init__()
        self.swap_on_epoch, self._are_in_model = swap_on_epoch, False

    def _pairs(self):
        optimizer = getattr(self.model.optimizer, "inner_optimizer", self.model.optimizer)
        if not hasattr(optimizer, "_model_variables_moving_average"):
            raise ValueError(f"SwapEMAWeights must be used when `use_ema=True` is set on the optimizer. Received: use_ema={optimizer.use_ema}")
        return zip(optimizer._trainable_variables, optimizer._model_variables_moving_average)

    def _swap(self):
        for variable, average in self._pairs():
            both = variable.value.value() + average.value.value()  # by sums, as Keras does it, which tells in the last digits
            average.assign(both - average.value.value())
            variable.assign(both - average.value.value())
        self._are_in_model = not self._are_in_model

    def on_epoch_begin(self, epoch, logs=None):
        if self.swap_on_epoch and self._are_in_model:
            self._swap()

    def on_epoch_end(self, epoch, logs=None):
        if self.swap_on_epoch and not self._are_in_model:
            self._swap()
            if epoch == self.params["epochs"] - 1:  # `fit` gives the weights their means at last
                for variable, average in self._pairs():
                    average.assign(variable)

    def on_test_begin(self, logs=None):
        if not self._are_in_model:
            self._swap()

    def on_test_end(self, logs=None):
        if self._are_in_model:
            self._swap()

    def on_predict_begin(self, logs=None):
        if not self._are_in_model:
            self._swap()

    def on_predict_end(self, logs=None):
        """Keras leaves the means in the model here."""
        if not self._are_in_model:
            self._swap()
