"""`Callback`, the list of them that training calls, `History` and `LambdaCallback`."""

from __future__ import annotations


EVENTS = ("on_epoch_begin", "on_epoch_end", "on_train_begin", "on_train_end", "on_train_batch_begin", "on_train_batch_end",
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


for _event in EVENTS:
    if _event not in vars(Callback):
        setattr(Callback, _event, _nothing)


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


class LambdaCallback(Callback):
    """A callback of functions, given by the names of the methods."""

    def __init__(self, on_epoch_begin=None, on_epoch_end=None, on_train_begin=None, on_train_end=None, on_train_batch_begin=None,
                 on_train_batch_end=None, **kwargs):
        super().__init__()
        given = {"on_epoch_begin": on_epoch_begin, "on_epoch_end": on_epoch_end, "on_train_begin": on_train_begin,
                 "on_train_end": on_train_end, "on_train_batch_begin": on_train_batch_begin,
                 "on_train_batch_end": on_train_batch_end, **kwargs}
        self.__dict__.update((name, function) for name, function in given.items() if function is not None)
