"""`tf.autograph.experimental`."""

from .calls import do_not_convert
from .directives import set_loop_options
from .options import Feature

__all__ = ["Feature", "do_not_convert", "set_loop_options"]
