"""Output in graph contexts."""

import builtins
import logging
import pprint
import sys
import traceback
import warnings
from sys import stdout

import tensorflow as tf
from log_assist.log import Logger, PackageLogger
from absl import logging as absl_logging
from elsewhere import Base, log
from tqdm import tqdm
from tqdm.auto import tqdm as auto_tqdm

logger = logging.getLogger(__name__)
log = logger.info


class Model:
    def __init__(self):
        self.logger = logging.getLogger("model")

    @tf.function
    def step(self, x):
        self.logger.info("step")  # [print-in-graph]
        logging.getLogger("other").warning("step")  # [print-in-graph]
        return x


@tf.function
def every_way(x):
    print(x)  # [print-in-graph]
    print("value", x, file=sys.stderr, flush=True)  # [print-in-graph]
    builtins.print(x)  # [print-in-graph]
    sys.stdout.write("x")  # [print-in-graph]
    sys.stderr.write("x")  # [print-in-graph]
    stdout.write("x")  # [print-in-graph]
    logging.info("x")  # [print-in-graph]
    logger.debug("x")  # [print-in-graph]
    log("x")  # [print-in-graph]
    absl_logging.error("x")  # [print-in-graph]
    tf.get_logger().warning("x")  # [print-in-graph]
    tf.compat.v1.logging.info("x")  # [print-in-graph]
    warnings.warn("x")  # [print-in-graph]
    pprint.pprint(x)  # [print-in-graph]
    tqdm.write("x")  # [print-in-graph]
    auto_tqdm.write("x")  # [print-in-graph]
    traceback.print_stack()  # [print-in-graph]
    out = print
    out(x)  # [print-in-graph]
    [print(i) for i in range(3)]  # [print-in-graph]
    list(map(print, [1, 2]))  # [print-in-graph]
    x > 0 and print(x)  # [print-in-graph]
    (lambda: print(x))()  # [print-in-graph]
    with open("f") as file:  # [world-read-in-graph]
        file.write("x")
    print(  # [print-in-graph]
        x,
    )
    return x


@tf.function
def innocent(x):
    tf.print(x)
    tf.compat.v1.print(x)
    tf.summary.scalar("x", x)
    unused = lambda: print(x)
    text = "print(x)"
    return x


@tf.function
def wanted(x):
    print("Tracing with", x)  # [print-in-graph]
    print(f"retracing {x}")  # [print-in-graph]
    logging.info("Tracing!")  # [print-in-graph]
    print("compiling the graph")  # [print-in-graph]
    return x


@tf.function
def before_an_exception(x):
    if x.shape.rank != 2:
        print("bad shape", x.shape)
        raise ValueError("rank")
    try:
        return tf.reshape(x, [2, 2])
    except ValueError:
        print("cannot reshape")
        raise


def eager(x):
    print(x)
    logger.info("x")


print(eager(1))


def get_logger(name):
    return logging.getLogger(name)


project_logger = get_logger(__name__)


@tf.function
def logs_through_the_project(x):
    project_logger.info("x is %s", x)  # [print-in-graph]
    return x


# Loggers of packages that are not seen, by what makes them. What a method called `info` of any other object does, nobody knows.


class Logged(Base):
    def __init__(self, reporter):
        self._log = utils.get_logger("logged")
        self.reporter = reporter

    @tf.function
    def step(self, x, writer, logger):
        self._log.warning("x is %s", x)  # [print-in-graph]
        self.logger.info("x is %s", x)
        self.reporter.info(x)
        writer.log(x)
        logger.log(session, "loss", x)
        logger.warning("loss", x)
        logger.info(x)
        log.debug("x is %s", x)  # [print-in-graph]
        self.logger.record("x", x)
        self.log("x", x)
        return x


@tf.function
def before_the_end(x, mode):
    if mode not in ("sum", "mean"):
        print("unknown mode", mode)
        sys.exit(1)
    if mode == "mean":
        print("mean of", x)  # [print-in-graph]
        return tf.reduce_mean(x)
    print("sum of", x)  # [print-in-graph]
    return tf.reduce_sum(x)


@tf.function
def announced(x):
    print(f"Tracing with {x}")  # [print-in-graph]
    print("re-tracing for shape %s" % x.shape)  # [print-in-graph]
    print("extracted {}".format(x))  # [print-in-graph]
    return x


class Logs(tf.Module):
    def __init__(self, logger):
        super().__init__()
        self.logger = logger

    @tf.function
    def run(self, x):
        self.logger.log(10, "step")
        return x


class KnownLogs(tf.Module):
    def __init__(self, logger: logging.Logger):
        super().__init__()
        self.logger = logger

    @tf.function
    def run(self, x):
        self.logger.log(10, "step")  # [print-in-graph]
        return x


@tf.function
def logs_by_package(x):
    PackageLogger.verb("x", x)
    Logger.verb("x", x)  # [print-in-graph]
    Logger.success("done")  # [print-in-graph]
    Logger.attach(x)
    return x
