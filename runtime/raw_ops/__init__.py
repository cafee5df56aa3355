"""`tf.raw_ops`: each op of the table by its own name, with TensorFlow's signature (recorded in ``signatures.txt``). Loaded when first used.

An op that TensorFlow has and the runtime lacks is there as a name too, and says so when it is called.
"""

from runtime.core.absent import absent_from as _absent_from
from runtime.raw_ops.calls import function as _function, names as _names

_absent = _absent_from("tf.raw_ops")


def __getattr__(name):
    found = _function(name)
    return _absent(name) if found is None else found


def __dir__():
    return _names()
