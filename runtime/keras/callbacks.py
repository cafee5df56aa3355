"""`keras.callbacks`."""

from __future__ import annotations

import warnings

import numpy as np

from runtime.keras.progress import Progbar
from runtime.core.absent import absent_from

_EVENTS = ("on_epoch_begin", "on_epoch_end", "on_train_begin", "on_train_end", "on_train_batch_begin", "on_train_batch_end",
           "on_test_begin", "on_test_end", "on_test_batch_begin", "on_test_batch_end", "on_predict_begin", "on_predict_end",
           "on_predict_batch_begin", "on_predict_batch_end")


class Callback:
    """Methods that training calls; `logs` are name → number. `self.model` and `self.params` are set before."""

    def __init__(self):
        self.params, self._model = None, None

    @property
    def model(self):
        return self._model

    def set_params(self, params):
        self.params = params

    def set_model(self, model):
        self._model = model

    def on_batch_begin(self, batch, logs=None):
        """Former name of `on_train_batch_begin`."""

    def on_batch_end(self, batch, logs=None):
        """Former name of `on_train_batch_end`."""

    def on_train_batch_begin(self, batch, logs=None):
        self.on_batch_begin(batch, logs=logs)

    def on_train_batch_end(self, batch, logs=None):
        self.on_batch_end(batch, logs=logs)


def _nothing(self, *args, **kwargs):
    """Does nothing."""


for _event in _EVENTS:
    if _event not in vars(Callback):
        setattr(Callback, _event, _nothing)


class CallbackList(Callback):
    """Callbacks that are called one after the other, with `History` and the progress bar at the end."""

    def __init__(self, callbacks=None, add_history=False, add_progbar=False, model=None, **params):
        super().__init__()
        self.callbacks = list(callbacks) if isinstance(callbacks, (list, tuple)) else [callbacks] if callbacks is not None else []
        if add_progbar and not any(isinstance(callback, ProgbarLogger) for callback in self.callbacks):
            self.callbacks.append(ProgbarLogger())
        if add_history and not any(isinstance(callback, History) for callback in self.callbacks):
            self.callbacks.append(History())
        for callback in self.callbacks:
            if add_history and isinstance(callback, History):
                model.history = callback
            callback.set_model(model)
            callback.set_params(params)


def _for_all(event):
    """Call those that listen, with floats for tensors: reading them costs time, so only where somebody listens."""
    def call(self, *args):
        listeners = [callback for callback in self.callbacks if _listens(callback, event)]
        if listeners:
            *index, logs = args if len(args) == 2 or event.endswith(("train_begin", "train_end", "test_begin", "test_end",
                                                                     "predict_begin", "predict_end")) and args else (*args, None)
            logs = as_numbers(logs)
            for callback in listeners:
                getattr(callback, event)(*index, logs)
    return call


def _listens(callback, event):
    if getattr(type(callback), event, None) is not getattr(Callback, event) or event in vars(callback):
        return True
    former = event.replace("train_batch", "batch")
    return former != event and getattr(type(callback), former) is not getattr(Callback, former)


for _event in _EVENTS:
    setattr(CallbackList, _event, _for_all(_event))


def as_numbers(logs):
    """Logs with floats for tensors, sorted by name."""
    result = {}
    for name, value in sorted((logs or {}).items()):
        if isinstance(value, dict):
            result.update(as_numbers(value))
        else:
            try:
                value = float(value)
            except (TypeError, ValueError):
                pass
            result[name] = value
    return result


class History(Callback):
    """`history`: name → list of values, one per epoch; `epoch`: the epochs."""

    def __init__(self):
        super().__init__()
        self.history = {}

    def on_train_begin(self, logs=None):
        self.epoch = []

    def on_epoch_end(self, epoch, logs=None):
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)
        self.model.history = self


class ProgbarLogger(Callback):
    """Shows the progress bar."""

    def set_params(self, params):
        super().set_params(params)
        from runtime.keras.utils import is_interactive_logging_enabled
        self.verbose = params["verbose"] if params["verbose"] != "auto" else 1 if is_interactive_logging_enabled() else 2
        self.target, self.epochs = params.get("steps"), params.get("epochs", 1)
        self._training, self._bar = False, None

    def on_train_begin(self, logs=None):
        self._training = True

    def on_epoch_begin(self, epoch, logs=None):
        self._bar = None
        if self.verbose and self.epochs > 1:
            print(f"Epoch {epoch + 1}/{self.epochs}", flush=True)
        self._started()

    def on_train_batch_end(self, batch, logs=None):
        self._step(batch, logs)

    def on_test_begin(self, logs=None):
        if not self._training:
            self._bar = None
            self._started()

    def on_predict_begin(self, logs=None):
        self._bar = None
        self._started()

    def on_test_batch_end(self, batch, logs=None):
        if not self._training:
            self._step(batch, logs)

    def on_predict_batch_end(self, batch, logs=None):
        self._step(batch, None)

    def on_epoch_end(self, epoch, logs=None):
        self._finish(logs)

    def on_test_end(self, logs=None):
        if not self._training:
            self._finish(logs)

    def on_predict_end(self, logs=None):
        self._finish(logs)

    def _started(self):
        if self._bar is None:
            self._bar = Progbar(self.target, verbose=self.verbose)
            self._done = 0
        return self._bar

    def _step(self, batch, logs):
        bar = self._started()
        self._done = batch + 1
        if self.verbose == 1:
            bar.update(self._done, list((logs or {}).items()), finalize=False)

    def _finish(self, logs):
        bar = self._started()
        if self.target is None:
            self.target = bar.target = self._done
        bar.update(self.target, list((logs or {}).items()), finalize=True)


class LambdaCallback(Callback):
    """A callback of functions, given by the names of the methods."""

    def __init__(self, on_epoch_begin=None, on_epoch_end=None, on_train_begin=None, on_train_end=None, on_train_batch_begin=None,
                 on_train_batch_end=None, **kwargs):
        super().__init__()
        given = {"on_epoch_begin": on_epoch_begin, "on_epoch_end": on_epoch_end, "on_train_begin": on_train_begin,
                 "on_train_end": on_train_end, "on_train_batch_begin": on_train_batch_begin,
                 "on_train_batch_end": on_train_batch_end, **kwargs}
        self.__dict__.update((name, function) for name, function in given.items() if function is not None)


class EarlyStopping(Callback):
    """Stops when `monitor` has not improved by more than `min_delta` for `patience` epochs."""

    def __init__(self, monitor="val_loss", min_delta=0, patience=0, verbose=0, mode="auto", baseline=None,
                 restore_best_weights=False, start_from_epoch=0):
        super().__init__()
        self.monitor, self.min_delta, self.patience, self.verbose = monitor, abs(min_delta), patience, verbose
        self.baseline, self.restore_best_weights, self.start_from_epoch = baseline, restore_best_weights, start_from_epoch
        self._rises = mode == "max" or mode == "auto" and any(word in monitor for word in ("acc", "auc", "precision", "recall"))

    def on_train_begin(self, logs=None):
        self.wait, self.stopped_epoch, self.best_epoch, self.best, self.best_weights = 0, 0, 0, None, None

    def _improves(self, value, reference):
        return value - self.min_delta > reference if self._rises else value + self.min_delta < reference

    def on_epoch_end(self, epoch, logs=None):
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
        if self.best is None or self._improves(current, self.best):
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


class TerminateOnNaN(Callback):
    """Stops when the loss is not finite."""

    def on_batch_end(self, batch, logs=None):
        loss = (logs or {}).get("loss")
        if loss is not None and not np.isfinite(loss):
            print(f"Batch {batch}: Invalid loss, terminating training")
            self.model.stop_training = True


class LearningRateScheduler(Callback):
    """Sets the learning rate to ``schedule(epoch, rate)`` before each epoch."""

    def __init__(self, schedule, verbose=0):
        super().__init__()
        self.schedule, self.verbose = schedule, verbose

    def on_epoch_begin(self, epoch, logs=None):
        rate = float(self.model.optimizer.learning_rate)
        try:
            rate = self.schedule(epoch, rate)
        except TypeError:  # a schedule of the epoch alone
            rate = self.schedule(epoch)
        self.model.optimizer.learning_rate = rate
        if self.verbose > 0:
            print(f"\nEpoch {epoch + 1}: LearningRateScheduler setting learning rate to {float(rate)}.")

    def on_epoch_end(self, epoch, logs=None):
        logs["learning_rate"] = float(self.model.optimizer.learning_rate)


__getattr__ = absent_from("tf.keras.callbacks")
