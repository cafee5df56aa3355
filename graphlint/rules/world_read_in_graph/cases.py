"""How world-read-in-graph decides."""

from graphlint.rules.case import Case

CASES = (
    Case("return x * time.time()", imports="import time"),
    Case("time.sleep(0.1)", imports="import time"),
    Case("return tf.constant(str(datetime.now()))", imports="from datetime import datetime"),
    Case("return x * np.load('mean.npy')"),
    Case("return x * float(input())"),
    Case("subprocess.run(['date'])", imports="import subprocess"),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            with open("log.txt", "a") as file:
                file.write("step")
            return x

        f(tf.constant(1.0))
        """,
        says="`open(…)`",
        note="reported where the file is opened, not again where it is read or written",
    ),
    Case("return x * float(os.environ['SCALE'])", imports="import os"),
    Case("return tf.constant(os.getcwd())", imports="import os"),
    Case(
        """
        import os
        import tensorflow as tf

        def load(path):
            return path if os.path.exists("cache") else tf.strings.lower(path)

        dataset = tf.data.Dataset.from_tensor_slices(["A", "B"]).map(load)
        """,
        says="`os.path.exists(…)` in a function that is given to `Dataset.map`",
    ),
    Case("return x * os.getpid()", imports="import os", note="it does not change while the process runs"),
    Case("return x * len(sys.argv)", imports="import sys"),
    Case("return tf.io.read_file('mean.txt')"),
)
