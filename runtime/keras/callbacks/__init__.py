"""`keras.callbacks`."""

from runtime.core.absent import absent_from
from runtime.core.refused import refused
from runtime.keras.callbacks.base import Callback, History, LambdaCallback
from runtime.keras.callbacks.callback_list import CallbackList
from runtime.keras.callbacks.control import (EarlyStopping, LearningRateScheduler, ModelCheckpoint, MonitorCallback, ReduceLROnPlateau,
                                             TerminateOnNaN)
from runtime.keras.callbacks.reports import CSVLogger, ProgbarLogger, TensorBoard
from runtime.keras.callbacks.state import BackupAndRestore, SwapEMAWeights

RemoteMonitor = refused("RemoteMonitor", "tf.keras.callbacks.RemoteMonitor: the runtime sends nothing over the network")
OrbaxCheckpoint = refused("OrbaxCheckpoint", "tf.keras.callbacks.OrbaxCheckpoint: the runtime has no Orbax; use ModelCheckpoint")
__getattr__ = absent_from("tf.keras.callbacks")
