"""What the project's modules import: its wrappers by the names that they have here."""

from .accelerated import Compiler as compiled
from .common import function
from .common import function as graph
