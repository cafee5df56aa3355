"""How modules of `tf.compat.v1` get the names that they share with TensorFlow 2."""

from __future__ import annotations

from runtime.core.absent import absent_from


def names_of(name, newer, elsewhere=()):
    """A `__getattr__` for the public module `name`: what `elsewhere` says of names, then what the module `newer` of TensorFlow 2 has.

    Args:
        newer: a module, or a function that imports it.
        elsewhere: see `absent_from`.
    """
    absent = absent_from(name, elsewhere)

    def __getattr__(attribute):
        if attribute.startswith("__") or attribute in elsewhere:
            return absent(attribute)
        try:
            return getattr(newer() if callable(newer) else newer, attribute)
        except AttributeError:
            return absent(attribute)
    return __getattr__


def either(new, value, old, old_value):
    """The argument that is given, by its new name or its old one. Raises ValueError if both are."""
    if old_value is None:
        return value
    if value is not None:
        raise ValueError(f"Cannot specify both '{old}' and '{new}'.")
    return old_value
