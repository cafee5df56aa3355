"""`CallbackList`: callbacks that are called one after the other."""

from __future__ import annotations

from runtime.keras.callbacks.base import EVENTS, Callback, History, as_numbers
from runtime.keras.callbacks.reports import ProgbarLogger


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


for _event in EVENTS:
    setattr(CallbackList, _event, _for_all(_event))
