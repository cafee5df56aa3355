def log(x):
    print("x", x)
