"""Callbacks that change or end training, or keep the model, by what the logs say."""

from __future__ import annotations

import os
import warnings

import numpy as np

from runtime.keras.callbacks.base import Callback
from runtime.keras.compiled import CompiledMetrics


class MonitorCallback(Callback):
    """Watches one of the logs; whether it should rise or fall, the metric says, or `mode` ("min", "max")."""

    def __init__(self, monitor="val_loss", mode="auto", baseline=None, min_delta=0):
        super().__init__()
        if mode not in ("auto", "min", "max"):
            warnings.warn(f"{type(self).__name__} mode '{mode}' is unknown, fallback to auto mode.", stacklevel=3)
            mode = "auto"
        self.monitor, self.mode, self.best, self.min_delta = monitor, mode, baseline, abs(min_delta)
        self._rises = {"min": False, "max": True}.get(mode)

    def _choose_direction(self):
        """As the metric says, unless `mode` did. Raises ValueError where it does not say."""
        if self._rises is None:
            self._rises = self._direction() == "up"

    def _improves(self, value, reference):
        self._choose_direction()
        if reference is None:
            return True
        return value - self.min_delta > reference if self._rises else value + self.min_delta < reference

    def _direction(self):
        name = self.monitor.removeprefix("val_")
        direction = "down" if name == "loss" else None
        for compiled in self.model.metrics:
            for metric in compiled.metrics if isinstance(compiled, CompiledMetrics) else ():
                if metric.name == name and metric.direction is not None:
                    direction = metric.direction
        if direction is None:
            raise ValueError(f"{type(self).__name__} callback received monitor={self.monitor}, but Keras isn't able to automatically "
                             "determine whether that metric should be maximized or minimized. Pass `mode='max'` in order to monitor "
                             "based on the highest metric value, or pass `mode='min'` in order to use the lowest value.")
        return direction


class EarlyStopping(MonitorCallback):
    """Stops when `monitor` has not improved by more than `min_delta` for `patience` epochs."""

    def __init__(self, monitor="val_loss", min_delta=0, patience=0, verbose=0, mode="auto", baseline=None,
                 restore_best_weights=False, start_from_epoch=0):
        super().__init__(monitor, mode, min_delta=min_delta)
        self.patience, self.verbose = patience, verbose
        self.baseline, self.restore_best_weights, self.start_from_epoch = baseline, restore_best_weights, start_from_epoch

    def on_train_begin(self, logs=None):
        self.wait, self.stopped_epoch, self.best_epoch, self.best, self.best_weights = 0, 0, 0, None, None

    def on_epoch_end(self, epoch, logs=None):
        self._choose_direction()
        current = (logs or {}).get(self.monitor)
        if current is None:
            warnings.warn(f"Early stopping conditioned on metric `{self.monitor}` which is not available. Available metrics are: "
                          f"{','.join(logs or ())}", stacklevel=2)
            return
        if epoch < self.start_from_epoch:
            return
        if self.restore_best_weights and self.best_weights is None:
            self.best_weights, self.best_epoch = self.model.get_weights(), epoch
        self.wait += 1
        if self._improves(current, self.best):
            self.best, self.best_epoch = current, epoch
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            if self.baseline is None or self._improves(current, self.baseline):
                self.wait = 0
            return
        if self.wait >= self.patience and epoch > 0:
            self.stopped_epoch, self.model.stop_training = epoch, True

    def on_train_end(self, logs=None):
        if self.stopped_epoch > 0 and self.verbose > 0:
            print(f"Epoch {self.stopped_epoch + 1}: early stopping")
        if self.restore_best_weights and self.best_weights is not None:
            if self.verbose > 0:
                print(f"Restoring model weights from the end of the best epoch: {self.best_epoch + 1}.")
            self.model.set_weights(self.best_weights)


class ModelCheckpoint(MonitorCallback):
    """Saves the model, or its weights, after every epoch or every `save_freq` batches; `{epoch}` and logs in the name are filled in.

    Raises:
        ValueError: a name that does not end in ``.keras``, or in ``.weights.h5`` for weights alone; a bad `save_freq`.
        KeyError: a name with something in braces that is not in the logs.
    """

    def __init__(self, filepath, monitor="val_loss", verbose=0, save_best_only=False, save_weights_only=False, mode="auto",
                 save_freq="epoch", initial_value_threshold=None):
        super().__init__(monitor, mode, initial_value_threshold)
        self.filepath, self.verbose = os.fspath(filepath), verbose
        self.save_best_only, self.save_weights_only, self.save_freq = save_best_only, save_weights_only, save_freq
        self._batches_since, self._last_batch, self._epoch = 0, None, 0
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(f"Unrecognized save_freq: {save_freq}. Expected save_freq are 'epoch' or integer values")
        if save_weights_only and not self.filepath.endswith(".weights.h5"):
            raise ValueError("When using `save_weights_only=True` in `ModelCheckpoint`, the filepath provided must end in `.weights.h5` "
                             f"(Keras weights format). Received: filepath={self.filepath}")
        if not save_weights_only and not self.filepath.endswith((".keras", ".h5")):
            raise ValueError(f"The filepath provided must end in `.keras` (Keras model format). Received: filepath={self.filepath}")

    def on_epoch_begin(self, epoch, logs=None):
        self._epoch = epoch

    def on_train_batch_end(self, batch, logs=None):
        if self.save_freq == "epoch":
            return
        self._batches_since += batch + 1 if self._last_batch is None or batch <= self._last_batch else batch - self._last_batch
        self._last_batch = batch
        if self._batches_since >= self.save_freq:
            self._batches_since = 0
            self._save(self._epoch, batch, logs or {})

    def on_epoch_end(self, epoch, logs=None):
        self._choose_direction()
        if self.save_freq == "epoch":
            self._save(epoch, None, logs or {})

    def _save(self, epoch, batch, logs):
        try:
            path = self.filepath.format(epoch=epoch + 1, **({} if batch is None or "batch" in logs else {"batch": batch + 1}), **logs)
        except KeyError as error:
            raise KeyError(f'Failed to format this callback filepath: "{self.filepath}". Reason: {error}') from error
        if not self._is_wanted(epoch, logs, path):
            return
        if os.path.dirname(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
        (self.model.save_weights if self.save_weights_only else self.model.save)(path, overwrite=True)
        self._tell(f"\nEpoch {epoch + 1}: finished saving model to {path}")

    def _is_wanted(self, epoch, logs, path):
        if not self.save_best_only:
            self._tell(f"\nEpoch {epoch + 1}: saving model to {path}")
            return True
        current = logs.get(self.monitor)
        if current is None:
            warnings.warn(f"Can save best model only with {self.monitor} available.", stacklevel=4)
            return True
        best = "None" if self.best is None else f"{self.best:.5f}"
        if not self._improves(current, self.best):
            self._tell(f"\nEpoch {epoch + 1}: {self.monitor} did not improve from {best}")
            return False
        self._tell(f"\nEpoch {epoch + 1}: {self.monitor} improved from {best} to {current:.5f}, saving model to {path}")
        self.best = current
        return True

    def _tell(self, text):
        if self.verbose > 0:
            print(text)


class ReduceLROnPlateau(MonitorCallback):
    """Takes `factor` of the learning rate when `monitor` has not improved for `patience` epochs.

    Raises:
        ValueError: a factor from 1 on.
    """

    def __init__(self, monitor="val_loss", factor=0.1, patience=10, verbose=0, mode="auto", min_delta=1e-4, cooldown=0, min_lr=0.0,
                 **kwargs):
        super().__init__(monitor, mode, min_delta=min_delta)
        if factor >= 1.0:
            raise ValueError(f"ReduceLROnPlateau does not support a factor >= 1.0. Received factor={factor}")
        self.factor, self.min_lr, self.patience, self.verbose, self.cooldown = factor, min_lr, patience, verbose, cooldown
        self.cooldown_counter = self.wait = 0

    def on_train_begin(self, logs=None):
        self.best, self.cooldown_counter, self.wait = None, 0, 0

    def in_cooldown(self):
        return self.cooldown_counter > 0

    def on_epoch_end(self, epoch, logs=None):
        self._choose_direction()
        logs = {} if logs is None else logs
        logs["learning_rate"] = float(self.model.optimizer.learning_rate)
        current = logs.get(self.monitor)
        if current is None:
            warnings.warn(f"Learning rate reduction is conditioned on metric `{self.monitor}` which is not available. Available metrics "
                          f"are: {','.join(logs)}.", stacklevel=2)
            return
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        if self._improves(current, self.best):
            self.best, self.wait = current, 0
        elif not self.in_cooldown():
            self.wait += 1
            if self.wait >= self.patience and logs["learning_rate"] > np.float32(self.min_lr):
                rate = max(logs["learning_rate"] * self.factor, self.min_lr)
                self.model.optimizer.learning_rate = rate
                if self.verbose > 0:
                    print(f"\nEpoch {epoch + 1}: ReduceLROnPlateau reducing learning rate to {rate}.")
                self.cooldown_counter, self.wait = self.cooldown, 0


class TerminateOnNaN(Callback):
    """Stops when the loss is not finite; with `raise_error`, raises RuntimeError."""

    def __init__(self, raise_error=False):
        super().__init__()
        self.raise_error = raise_error

    def on_batch_end(self, batch, logs=None):
        loss = (logs or {}).get("loss")
        if loss is not None and not np.isfinite(loss):
            if self.raise_error:
                raise RuntimeError(f"NaN or Inf loss encountered at batch {batch}. Loss value: {loss}. Terminating training immediately.")
            print(f"Batch {batch}: Invalid loss, terminating training")
            self.model.stop_training = True


class LearningRateScheduler(Callback):
    """Sets the learning rate to ``schedule(epoch, rate)`` before each epoch. Raises ValueError for what is no float."""

    def __init__(self, schedule, verbose=0):
        super().__init__()
        self.schedule, self.verbose = schedule, verbose

    def on_epoch_begin(self, epoch, logs=None):
        rate = float(self.model.optimizer.learning_rate)
        try:
            rate = self.schedule(epoch, rate)
        except TypeError:  # a schedule of the epoch alone
            rate = self.schedule(epoch)
        if not isinstance(rate, (float, np.float32)):
            raise ValueError(f"The output of the `schedule` function should be a float. Got: {rate}")
        self.model.optimizer.learning_rate = rate
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1}: LearningRateScheduler setting learning rate to {rate}.")

    def on_epoch_end(self, epoch, logs=None):
        if logs is not None:
            logs["learning_rate"] = float(self.model.optimizer.learning_rate)
