"""The project's own wrapper: what its backend compiles is only known when the project runs."""

from . import backends

backend = backends.load()


def function(f=None, **options):
    print("how the function is wrapped is no business of the graph")
    return backend.compile(f, **options)


@function
def of_the_same_module(x):
    print(x)  # [print-in-graph]
    return x
