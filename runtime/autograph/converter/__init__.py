"""From a Python function to the function that AutoGraph runs in its place.

The passes work on the syntax tree of the function's source, one construct each, in TensorFlow's order. The result is
compiled in memory under the user's file name and line numbers, and shares the globals, the closure cells and
the defaults of the function it was made from.
"""

from .factory import converted_factory, to_source

__all__ = ["converted_factory", "to_source"]
