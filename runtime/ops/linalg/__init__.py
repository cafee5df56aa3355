"""Ops on matrices: products, factorisations, linear systems."""
