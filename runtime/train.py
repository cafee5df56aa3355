"""`tf.train`: checkpoints, moving averages, and the messages of examples."""

from runtime.core.absent import absent_from
from runtime.checkpoint.checkpoint import (Checkpoint, CheckpointOptions, list_variables, load_checkpoint,  # noqa: F401
                                           load_variable)
from runtime.checkpoint.manager import CheckpointManager  # noqa: F401
from runtime.checkpoint.state_file import get_checkpoint_state, latest_checkpoint  # noqa: F401
from runtime.moving_average import ExponentialMovingAverage  # noqa: F401

__getattr__ = absent_from("tf.train", dict.fromkeys((
    "BytesList", "Example", "Feature", "FeatureList", "FeatureLists", "Features", "FloatList", "Int64List", "SequenceExample"),
    "runtime.proto.example") | dict.fromkeys(("ClusterDef", "JobDef", "ServerDef"), "runtime.proto.cluster") | {
        "ClusterSpec": "runtime.cluster", "TrackableView": "runtime.checkpoint.views", "checkpoints_iterator": "runtime.checkpoint.waiting",
        "experimental": "runtime.checkpoint.experimental"} | dict.fromkeys(("Coordinator", "LooperThread"), "runtime.coordinator"))
