"""Beside the script, this is what `import random` gives."""


def random():
    return 4
