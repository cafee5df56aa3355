"""`tf.sysconfig`: how the library was built. The runtime is Python alone, with no headers and no library to link to."""

from collections import OrderedDict

from runtime.core.absent import absent_from
from runtime.core.refused import refused

CXX11_ABI_FLAG = 1
CXX_VERSION = 201703
MONOLITHIC_BUILD = 0

get_include, get_lib, get_compile_flags, get_link_flags = (
    refused(name, f"tf.sysconfig.{name}: ops in native code cannot be built for the runtime, which is NumPy")
    for name in ("get_include", "get_lib", "get_compile_flags", "get_link_flags"))


def get_build_info():
    """What the build supports, as TensorFlow's for a CPU says it."""
    return OrderedDict(is_cuda_build=False, is_rocm_build=False, is_tensorrt_build=False)


__getattr__ = absent_from("tf.sysconfig")
