"""`keras.callbacks`."""

from runtime.core.absent import absent_from
from runtime.keras.callbacks.base import Callback, History, LambdaCallback
from runtime.keras.callbacks.callback_list import CallbackList
from runtime.keras.callbacks.control import (EarlyStopping, LearningRateScheduler, ModelCheckpoint, MonitorCallback, ReduceLROnPlateau,
                                             TerminateOnNaN)
from runtime.keras.callbacks.reports import CSVLogger, ProgbarLogger, TensorBoard

__getattr__ = absent_from("tf.keras.callbacks")
