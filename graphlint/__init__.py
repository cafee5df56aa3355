"""graphlint: a pylint plugin that finds what ``tf.function`` freezes, loses or rebuilds."""

from graphlint.plugin import register

__all__ = ["register"]
