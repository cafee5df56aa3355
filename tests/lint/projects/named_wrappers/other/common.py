"""Another function of the same name."""


def function(f):
    return f


@function
def plain(x):
    print(x)
    return x
