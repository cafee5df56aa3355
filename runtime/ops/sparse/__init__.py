"""Ops on sparse tensors, and sums over segments of chosen rows."""
