"""Reverse-mode differentiation: the tape and symbolic gradients, both from the op table's gradient functions."""
