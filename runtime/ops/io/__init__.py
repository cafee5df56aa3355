"""Ops that read and write files, examples and checkpoints."""
