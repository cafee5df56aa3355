"""Re-exports, by name and by star."""

from .core import Trainer, graph
from .metrics import *

__all__ = ["Trainer", "graph", "record", "HISTORY"]
