"""Areas of TensorFlow that mean nothing on one CPU: all their public names are there, and say one sentence when they are used."""

from __future__ import annotations

import types

from runtime.core.absent import absent_from
from runtime.core.refused import refused
from runtime.coverage import known

WHY = {
    "tpu": "the runtime is one process on one CPU, and has no TPUs",
    "lite": "TensorFlow Lite's converter and interpreter are native code, which the runtime has not got",
    "xla": "the runtime compiles nothing with XLA",
    "mlir": "the runtime has no MLIR",
    "dtensor": "the runtime is one process on one CPU, and does not lay tensors out over devices",
    "__internal__": "the runtime has not got what TensorFlow keeps for Keras and for its own tests",
}


class _Area(types.ModuleType):
    """A module of refused names, as TensorFlow's record lists them."""

    def __init__(self, name, why):
        super().__init__(name, f"`{name}`: {why}.")
        self.__path__ = []  # parts may be imported
        self._why, self._absent = why, absent_from(name)

    def __getattr__(self, name):
        full = f"{self.__name__}.{name}"
        if name.startswith("_") or known.look_up(full).unknown:
            return self._absent(name)
        value = _Area(full, self._why) if known.is_module(full) else refused(name, f"{full}: {self._why}")
        setattr(self, name, value)
        return value


_made = {}


def area(name):
    """The module of that public name, such as ``tf.lite``."""
    if name not in _made:
        _made[name] = _Area(name, WHY[name.rpartition(".")[2]])
    return _made[name]


def __getattr__(name):
    if name == "dtensor":
        return area("tf.experimental.dtensor")
    raise AttributeError(name)


load_op_library = refused("load_op_library", "tf.load_op_library: ops in native code cannot run in the runtime, which is NumPy")
load_library = refused("load_library", "tf.load_library: ops in native code cannot run in the runtime, which is NumPy")
experimental_connect_to_cluster = refused("experimental_connect_to_cluster", "tf.config.experimental_connect_to_cluster: the runtime is one process on one CPU")
experimental_connect_to_host = refused("experimental_connect_to_host", "tf.config.experimental_connect_to_host: the runtime is one process on one CPU")
decode_proto, encode_proto = (refused(name, f"tf.io.{name}: the runtime has no protocol buffers of the program's own types") for name in
                              ("decode_proto", "encode_proto"))
sobol_sample = refused("sobol_sample", "tf.math.sobol_sample: the runtime has not got the table of direction numbers; use scipy.stats.qmc.Sobol")
stateless_binomial = refused("stateless_binomial", "tf.random.stateless_binomial: the runtime draws no binomial numbers; draw uniform ones and count")
