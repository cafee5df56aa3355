"""`tf.summary.experimental`: the default step."""

from runtime.summary.writer import get_step, set_step, summary_scope  # noqa: F401
