"""Modules of `tf.compat.v1` that Keras 3 has taken the contents of: their names are there, and say so when something of them is used."""

from __future__ import annotations


class _Gone:
    def __getattr__(self, name):
        raise AttributeError(f"`{name}` is not available with Keras 3.")

    def __repr__(self):
        return "<KerasLazyLoader>"


layers = _Gone()
rnn_cell = _Gone()
