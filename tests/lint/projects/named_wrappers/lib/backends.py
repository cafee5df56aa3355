"""Loads what compiles."""

import importlib


def load():
    return importlib.import_module("somewhere")
