"""`tf.config`: how functions run. There is one device, the CPU; more of it may be listed, and all ops run on the one."""

from __future__ import annotations

from typing import NamedTuple

from runtime.core.absent import absent_from
from runtime.core.device import DeviceSpec
from runtime.function.polymorphic import functions_run_eagerly, run_functions_eagerly

experimental_run_functions_eagerly = run_functions_eagerly
experimental_functions_run_eagerly = functions_run_eagerly


class PhysicalDevice(NamedTuple):
    """A device, as `list_physical_devices` gives it."""

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device, as `list_logical_devices` gives it."""

    name: str
    device_type: str


class LogicalDeviceConfiguration(NamedTuple):
    """What a logical device is to be like. Accepted for compatibility: nothing is limited."""

    memory_limit: int | None = None
    experimental_priority: int | None = None
    experimental_device_ordinal: int | None = None


_CPU = PhysicalDevice("/physical_device:CPU:0", "CPU")
_configured = []  # what `set_logical_device_configuration` was given


def list_physical_devices(device_type=None):
    """The CPU, unless another type is asked for."""
    return [_CPU] if device_type in (None, "CPU") else []


def list_logical_devices(device_type=None):
    """The CPU, as often as `set_logical_device_configuration` says."""
    return [LogicalDevice(f"/device:CPU:{index}", "CPU") for index in range(len(_configured) or 1)] if device_type in (None, "CPU") else []


def get_logical_device_configuration(device):
    """What `set_logical_device_configuration` was given, or None."""
    _known(device)
    return list(_configured) or None


def set_logical_device_configuration(device, logical_devices):
    """List `device` as several. Raises ValueError for what is no device of `list_physical_devices`."""
    _known(device)
    _configured[:] = logical_devices


def _known(device):
    if device != _CPU:
        raise ValueError(f"Unrecognized device: {device!r}")


def get_visible_devices(device_type=None):
    return list_physical_devices(device_type)


def set_visible_devices(devices, device_type=None):
    """Accepted for compatibility: there is nothing to choose from."""


def get_soft_device_placement():
    """True: what names another device runs on this one."""
    return True


def set_soft_device_placement(enabled):
    """Accepted for compatibility."""


class _Namespace:
    """Functions of `tf.config` that have a further name in front."""

    def __init__(self, name, **members):
        self.__dict__.update(members)
        self._absent = absent_from(f"tf.config.{name}")

    def __getattr__(self, name):
        return self._absent(name)


def _set_memory_growth(device, enable):
    """Accepted for no device: there are no GPUs."""
    _known(device)
    raise ValueError("Cannot set memory growth on non-GPU and non-Pluggable devices")


def _accept(*_):
    """Accepted for compatibility."""


def _get_memory_growth(device):
    """Nothing is known of it: there are no GPUs. Raises KeyError as TensorFlow does."""
    _known(device)
    raise KeyError(device)


def _memory(device, known):
    parsed = DeviceSpec.from_string(device) if "/" in device or device.partition(":")[0].upper() in ("CPU", "GPU", "TPU") else None
    if parsed is None or parsed.device_type is None or parsed.device_index is None:
        raise ValueError(f"Failed parsing device name: '{device}'. Note a valid device string should at least contain a device type and a "
                         "device index, like \"GPU:0\".")
    if parsed.device_type != "CPU" or parsed.device_index >= (len(_configured) or 1):
        raise ValueError(f"No matching devices found for '{device}'")
    return known


_POLICIES = ("explicit", "warn", "silent", "silent_for_int32")
_policy = ["silent"]


def _set_device_policy(device_policy):
    if device_policy not in (None, *_POLICIES):
        raise ValueError(f"Invalid argument `device_policy`: {device_policy!r}. Please refer to "
                         "https://www.tensorflow.org/api_docs/python/tf/config/experimental/set_device_policy for valid `device_policy` arguments.")
    _policy[0] = device_policy or "silent"


class _ClusterDeviceFilters:
    """Which devices the workers of a cluster see. It can be made, and there is no cluster that it could be given to."""

    def __init__(self):
        self._filters = {}

    def set_device_filters(self, job_name, task_index, device_filters):
        """Name the devices that a task sees."""
        assert all(isinstance(name, str) for name in device_filters)
        self._filters.setdefault(job_name, {})[task_index] = list(device_filters)


experimental = _Namespace(
    "experimental", VirtualDeviceConfiguration=LogicalDeviceConfiguration, set_virtual_device_configuration=set_logical_device_configuration,
    get_virtual_device_configuration=get_logical_device_configuration, list_physical_devices=list_physical_devices,
    list_logical_devices=list_logical_devices, get_visible_devices=get_visible_devices, set_visible_devices=set_visible_devices,
    set_memory_growth=_set_memory_growth, enable_op_determinism=_accept, enable_tensor_float_32_execution=_accept,
    tensor_float_32_execution_enabled=lambda: True, get_synchronous_execution=lambda: True, set_synchronous_execution=_accept,
    get_device_details=lambda device: {}, get_memory_info=lambda device: _memory(device, {"current": 0, "peak": 0}),
    get_memory_usage=lambda device: _memory(device, 0), reset_memory_stats=lambda device: _memory(device, None), get_memory_growth=_get_memory_growth,
    get_device_policy=lambda: _policy[0], set_device_policy=_set_device_policy, ClusterDeviceFilters=_ClusterDeviceFilters,
    enable_mlir_bridge=_accept, disable_mlir_bridge=_accept)


class _Rewrites:
    """What was asked of TensorFlow's graph optimizer. It changes nothing here."""

    jit = ""
    options = {"disable_model_pruning": False, "disable_meta_optimizer": False}


def _set_jit(enabled):
    _Rewrites.jit = "autoclustering" if enabled in (True, "autoclustering") else ""


def _set_options(options):
    known = {name: value for name, value in options.items() if name in _OPTIONS}
    _Rewrites.options = {**known, **{name: value for name, value in _Rewrites.options.items() if name not in known}}


_OPTIONS = frozenset((
    "layout_optimizer", "constant_folding", "shape_optimization", "remapping", "arithmetic_optimization", "dependency_optimization",
    "loop_optimization", "function_optimization", "debug_stripper", "disable_model_pruning", "scoped_allocator_optimization",
    "pin_to_host_optimization", "implementation_selector", "auto_mixed_precision", "auto_mixed_precision_onednn_bfloat16",
    "auto_mixed_precision_mkl", "disable_meta_optimizer", "min_graph_nodes", "use_plugin_optimizers"))
optimizer = _Namespace("optimizer", get_jit=lambda: _Rewrites.jit, set_jit=_set_jit, get_experimental_options=lambda: dict(_Rewrites.options),
                       set_experimental_options=_set_options)
threading = _Namespace(
    "threading", get_inter_op_parallelism_threads=lambda: 0, get_intra_op_parallelism_threads=lambda: 0,
    set_inter_op_parallelism_threads=_accept, set_intra_op_parallelism_threads=_accept)

__getattr__ = absent_from("tf.config", {"experimental_connect_to_cluster": "runtime.elsewhere", "experimental_connect_to_host": "runtime.elsewhere"})
