"""`tf.summary`: event files that TensorBoard shows. Written without TensorBoard; to look at them, install it (extra `tensorboard`)."""

from runtime.core.absent import absent_from
from runtime.summary import experimental
from runtime.summary.plugins import audio, histogram, image, scalar, text
from runtime.summary.trace import graph, trace_export, trace_off, trace_on
from runtime.summary.writer import (SummaryWriter, create_file_writer, create_noop_writer, flush, record_if,
                                    should_record_summaries, write)

__all__ = ["SummaryWriter", "audio", "create_file_writer", "create_noop_writer", "experimental", "flush", "graph", "histogram", "image",
           "record_if", "scalar", "should_record_summaries", "text", "trace_export", "trace_off", "trace_on", "write"]

__getattr__ = absent_from("tf.summary")
