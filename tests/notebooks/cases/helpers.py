"""What the notebook beside it imports."""


def log(x):
    print("log", x)
