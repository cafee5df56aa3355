"""step(x, 1.0) → step(x, tf.constant(1.0))."""

from __future__ import annotations

from graphlint.rules.python_scalar_retrace.fix import fix

__all__ = ["fix"]
