"""The readers of TensorFlow 1, and the threads that fill queues for it: names that say one sentence when they are used. `tf.data` does what they did."""

from __future__ import annotations

from runtime.compat.graphs.current import get_default_graph
from runtime.core.deprecation import warn_deprecated
from runtime.core.refused import RefusedError, refused

_WHY = "the runtime has no readers and no threads that fill queues; tf.data reads files and makes batches"

(batch, batch_join, shuffle_batch, shuffle_batch_join, maybe_batch, maybe_batch_join, maybe_shuffle_batch, maybe_shuffle_batch_join, input_producer,
 string_input_producer, range_input_producer, slice_input_producer, limit_epochs, QueueRunner) = (refused(name, f"tf.compat.v1.train.{name}: {_WHY}")
                                                                                           for name in """
    batch batch_join shuffle_batch shuffle_batch_join maybe_batch maybe_batch_join maybe_shuffle_batch maybe_shuffle_batch_join input_producer
    string_input_producer range_input_producer slice_input_producer limit_epochs QueueRunner""".split())
TFRecordReader, TextLineReader, WholeFileReader, FixedLengthRecordReader, IdentityReader, ReaderBase = (
    refused(name, f"tf.compat.v1.{name}: {_WHY}") for name in
    "TFRecordReader TextLineReader WholeFileReader FixedLengthRecordReader IdentityReader ReaderBase".split())


class queue_runner:
    """The module `tf.compat.v1.train.queue_runner`."""


def add_queue_runner(qr, collection="queue_runners"):
    get_default_graph().add_to_collection(collection, qr)


def start_queue_runners(sess=None, coord=None, daemon=True, start=True, collection="queue_runners"):
    """The threads of the graph's queue runners: none, as there can be none."""
    warn_deprecated("start_queue_runners", "tensorflow.python.training.queue_runner_impl", "To construct input pipelines, use the `tf.data` module.")
    if get_default_graph().get_collection(collection):
        raise RefusedError(f"tf.compat.v1.train.start_queue_runners: {_WHY}")
    return []


for _function in (QueueRunner, add_queue_runner, start_queue_runners):
    setattr(queue_runner, _function.__name__, staticmethod(_function))
