"""`tf.config`: how functions run. There is one device, the CPU."""

from __future__ import annotations

from typing import NamedTuple

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


def list_physical_devices(device_type=None):
    """The CPU, unless another type is asked for."""
    return [PhysicalDevice("/physical_device:CPU:0", "CPU")] if device_type in (None, "CPU") else []


def list_logical_devices(device_type=None):
    return [LogicalDevice("/device:CPU:0", "CPU")] if device_type in (None, "CPU") else []


def get_visible_devices(device_type=None):
    return list_physical_devices(device_type)


def set_visible_devices(devices, device_type=None):
    """Accepted for compatibility: there is nothing to choose from."""


def get_soft_device_placement():
    """True: what names another device runs on this one."""
    return True


def set_soft_device_placement(enabled):
    """Accepted for compatibility."""
