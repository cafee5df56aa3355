"""What no rule of the linter was told of: a clock, an iterator, a print, a changed list."""
import itertools
import time

import tensorflow as tf

numbers = itertools.count(1)
seen = []


@tf.function
def clock(x):
    return x + time.perf_counter_ns() % 1_000_003  # unforeseen value clock


@tf.function
def advance(x):
    return x + next(numbers)  # unforeseen value advance


@tf.function
def tell(x):
    print("tell")  # unforeseen output tell
    return x


@tf.function
def note(x):
    seen.append(1)  # unforeseen state note
    return x


for function in (clock, advance, tell, note):
    for _ in range(3):
        function(tf.constant(1.0))
