"""`tf.compat.v1.train`: what training in sessions needs."""

from __future__ import annotations

from runtime.compat.training.global_step import create_global_step, get_global_step, get_or_create_global_step, global_step  # noqa: F401
from runtime.compat.training.optimizer import Optimizer  # noqa: F401
from runtime.compat.training.optimizers import AdamOptimizer, GradientDescentOptimizer, MomentumOptimizer  # noqa: F401
from runtime.compat.training.saver import Saver, checkpoint_exists  # noqa: F401
from runtime.core.absent import absent_from
from runtime.train import (Checkpoint, CheckpointManager, get_checkpoint_state, latest_checkpoint, list_variables,  # noqa: F401
                           load_checkpoint, load_variable)

__getattr__ = absent_from("tf.compat.v1.train", {
    **dict.fromkeys(("cosine_decay", "cosine_decay_restarts", "exponential_decay", "inverse_time_decay", "linear_cosine_decay", "natural_exp_decay",
                     "noisy_linear_cosine_decay", "piecewise_constant", "piecewise_constant_decay", "polynomial_decay"),
                    "runtime.compat.training.decays"),
    **dict.fromkeys(("BytesList", "Coordinator", "Example", "Feature", "FeatureList", "FeatureLists", "Features", "FloatList", "Int64List",
                     "LooperThread", "SequenceExample"), "runtime.train"),
    **dict.fromkeys(("AdadeltaOptimizer", "AdagradDAOptimizer", "AdagradOptimizer", "FtrlOptimizer", "ProximalAdagradOptimizer",
                     "ProximalGradientDescentOptimizer", "RMSPropOptimizer"), "runtime.compat.training.adaptive_optimizers"),
    **dict.fromkeys(("ProfilerHook", "Server", "SessionManager", "Supervisor", "SyncReplicasOptimizer", "replica_device_setter"),
                    "runtime.compat.training.elsewhere"),
    **dict.fromkeys(("QueueRunner", "add_queue_runner", "batch", "batch_join", "input_producer", "limit_epochs", "maybe_batch", "maybe_batch_join",
                     "maybe_shuffle_batch", "maybe_shuffle_batch_join", "range_input_producer", "shuffle_batch", "shuffle_batch_join",
                     "slice_input_producer", "start_queue_runners", "string_input_producer"), "runtime.compat.faces.queues"),
    **dict.fromkeys(("export_meta_graph", "import_meta_graph"), "runtime.compat.training.meta_graphs"),
    "queue_runner": ("runtime.compat.faces.queues", "queue_runner"),
    "NewCheckpointReader": ("runtime.compat.training.saver", "new_checkpoint_reader"),
    **dict.fromkeys(("VocabInfo", "init_from_checkpoint", "warm_start"), "runtime.compat.training.initial_values"),
    "checkpoints_iterator": "runtime.train", "ExponentialMovingAverage": "runtime.train",
    "summary_iterator": "runtime.compat.training.event_files",
    **dict.fromkeys(("CheckpointSaverHook", "CheckpointSaverListener", "FeedFnHook", "FinalOpsHook", "LoggingTensorHook",
                     "NanLossDuringTrainingError", "NanTensorHook", "SecondOrStepTimer", "SessionRunArgs", "SessionRunContext", "SessionRunHook",
                     "SessionRunValues", "GlobalStepWaiterHook", "StepCounterHook", "StopAtStepHook", "SummarySaverHook"),
                    "runtime.compat.training.hooks"),
    **dict.fromkeys(("ChiefSessionCreator", "MonitoredSession", "MonitoredTrainingSession", "Scaffold", "SessionCreator",
                     "SingularMonitoredSession", "WorkerSessionCreator"), "runtime.compat.training.monitored")})
