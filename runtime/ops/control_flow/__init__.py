"""Conditions, loops, assertions, functions over rows, the lists of tensors that they use, and Python functions as ops."""
