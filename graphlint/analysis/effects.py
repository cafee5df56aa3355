from __future__ import annotations
import enum


class Kind(enum.Enum):
    """What a piece of Python does besides computing a value."""

    NUMPY_RANDOM = "draws NumPy random numbers"
    PRINT = "writes output"
    CREATE_VARIABLE = "creates a variable"
    MUTATE = "changes a place"
    RETRACE = "calls a graph function with a new Python value"
