"""Other modules change this."""

STEP = 0
MODE = "train"
FIXED = 1.0
RATE = 0.1


def set_rate(rate):
    global RATE
    RATE = rate
