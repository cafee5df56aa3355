# What programs of TensorFlow 1 are made of: flags, main functions, logging, tests.
# needs: absl (tf.compat.v1.flags)
import logging
import sys

import numpy as np
import tensorflow as tf
from tell import fails

v1 = tf.compat.v1
L = v1.logging
# %% levels-of-logging
L.set_verbosity(L.INFO)
print(L.get_verbosity(), L.DEBUG, L.INFO, L.WARN, L.ERROR, L.FATAL)
L.debug("hidden")
L.info("x is %d", 5)
L.warning("warned")
L.warn("warned %s", "too")
L.error("an error")
L.fatal("fatal, and on")
L.log(L.INFO, "%s %s", 1, 2)
L.vlog(L.DEBUG, "hidden")
L.TaskLevelStatusMessage("status")
L.set_verbosity(L.ERROR)
L.warning("hidden")
print(L.get_verbosity(), tf.get_logger().level)
fails(L.flush)
# %% logging-some-of-the-time
for number in range(5):
    L.log_every_n(L.WARN, "every second: %d", 2, number)
    L.log_first_n(L.WARN, "first two: %d", 2, number)
    L.log_if(L.WARN, "third: %d", number == 2, number)
# %% verbosity-by-name
L.set_verbosity("DEBUG")
print(L.get_verbosity())
L.debug("shown")
fails(L.set_verbosity, "none")
# %% flags
F = v1.flags
F.DEFINE_string("name", "x", "a text")
F.DEFINE_integer("count", 3, "a number", lower_bound=0)
F.DEFINE_float("rate", 0.5, "a number")
F.DEFINE_boolean("fast", False, "whether")
F.DEFINE_bool("slow", True, "whether")
F.DEFINE_enum("kind", "a", ["a", "b"], "one of them")
F.DEFINE_list("names", "a,b", "some")
F.DEFINE_multi_integer("many", [1], "some")
FLAGS = F.FLAGS
sys.argv = ["program", "--count=5", "--fast", "--noslow", "rest", "--names=x,y"]
print(FLAGS.count, FLAGS.fast, FLAGS.slow, FLAGS.name, FLAGS.rate, FLAGS.kind, FLAGS.names, FLAGS.many)
FLAGS.count = 7
print(FLAGS.count, FLAGS["count"].value, "count" in FLAGS.flag_values_dict(), F is v1.app.flags, FLAGS.is_parsed())
del FLAGS.rate
fails(lambda: FLAGS.rate)
fails(lambda: FLAGS.nothing)


def wrong():
    FLAGS.count = -1


fails(wrong)
# %% flags-by-old-keywords
v1.flags.DEFINE_string(flag_name="old", default_value="x", docstring="text")
v1.flags.DEFINE_integer("other", default_value=3, docstring="text")
sys.argv = ["program"]
print(v1.flags.FLAGS.old, v1.flags.FLAGS.other)
# %% flags-that-are-required
v1.flags.DEFINE_string("needed", None, "text")
v1.flags.mark_flag_as_required("needed")
sys.argv = ["program"]
fails(lambda: v1.flags.FLAGS.needed)
sys.argv = ["program", "--needed=x"]
print(v1.flags.FLAGS.needed)
# %% flags-that-nobody-has-defined
sys.argv = ["program", "--unknown=1"]
v1.flags.DEFINE_string("known", "x", "text")
fails(lambda: v1.flags.FLAGS.known)
# %% main-functions
v1.flags.DEFINE_integer("steps", 1, "how many")


def main(argv):
    print(argv, v1.flags.FLAGS.steps)
    return 3


sys.argv = ["program", "--steps=4", "file"]
v1.app.run(main)
# %% main-functions-with-unknown-flags
def main(argv):
    print(argv)


v1.app.run(main, ["program", "--nothing=4", "file"])
# %% main-functions-by-name
sys.argv = ["program"]


def main(_):
    print("main ran")


sys.modules["__main__"].main = main
v1.app.run()
# %% main-functions-that-raise
def main(_):
    raise ValueError("x")


sys.argv = ["program"]
fails(v1.app.run, main)
# %% gradients-in-graphs
with tf.Graph().as_default(), v1.Session() as session:
    x = v1.placeholder(tf.float32, [2])
    y = x * x
    theoretical, numeric = v1.test.compute_gradient(x, [2], y, [2], np.array([1.0, 2.0]))
    print(theoretical.tolist(), numeric.round(2).tolist())
    print(v1.test.compute_gradient_error(x, [2], y, [2], np.array([1.0, 2.0])) < 1e-2)
    w = v1.placeholder(tf.float64, [2])
    pairs = v1.test.compute_gradient([w], [[2]], w * 3.0, [2], [np.array([1.0, 2.0])])
    print([(a.tolist(), b.round(4).tolist()) for a, b in pairs])
# %% folders-of-old-tests
import os
print(os.path.isdir(v1.test.get_temp_dir()), v1.test.get_temp_dir() == v1.test.get_temp_dir(), v1.test.is_gpu_available is tf.test.is_gpu_available)
fails(lambda: v1.test.test_src_dir_path("x"))
os.environ.update(TEST_SRCDIR="a", TEST_WORKSPACE="b")
print(v1.test.test_src_dir_path("x"))
