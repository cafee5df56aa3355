"""What the package gives its users."""

from compiled import functional
from compiled.src.staging import jit
