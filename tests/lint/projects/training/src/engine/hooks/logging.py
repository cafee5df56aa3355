"""Called like a module of the standard library, in a namespace package."""


def info(x):
    print(x)


def debug(x):
    return x
