"""A module that sets its own attributes, by the name of the backend."""

import importlib
import sys


def load(name):
    module = importlib.import_module(name)
    setattr(sys.modules[__name__], "tf", module)


load("tensorflow")
