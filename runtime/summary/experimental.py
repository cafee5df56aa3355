"""`tf.summary.experimental`: the default step, and summaries that are written already."""

from runtime.summary.writer import get_step, set_step, summary_scope, write_raw_pb  # noqa: F401
