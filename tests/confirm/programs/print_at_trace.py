"""Print, log records, warnings and streams in a graph function and its helpers."""
import logging
import sys
import warnings

import tensorflow as tf

logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
warnings.simplefilter("always")
log = logging.getLogger(__name__)


def tell(x):
    print("tell", x)  # [print-in-graph] observed


@tf.function
def step(x):
    tell(x)
    log.info("step of %s", x)  # [print-in-graph] observed
    log.debug("not shown %s", x)  # [print-in-graph] not observed
    sys.stdout.write("no newline ")  # [print-in-graph] observed
    sys.stderr.write("an error\n")  # [print-in-graph] observed
    warnings.warn("careful")  # [print-in-graph] observed
    print(  # [print-in-graph] observed
        "several",
        "lines",
    )
    return x + 1


for value in (1, 2, 3):
    step(tf.constant(value))
