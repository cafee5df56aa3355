"""Kernels: arrays in, arrays out. They know no tensors, no graphs and no table of ops."""
