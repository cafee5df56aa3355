"""`tf.CriticalSection`: functions of which only one runs at a time."""

from __future__ import annotations

import contextlib
import threading

from runtime.core import dtypes, nest
from runtime.core.context import context, init_scope
from runtime.core.dispatch import dispatch
from runtime.core.graph import Operation
from runtime.core.op_def import op
from runtime.core.scopes import name_scope
from runtime.ops.control_flow.control_flow import control_dependencies, group, tuple_
from runtime.ops.control_flow.tensor_array import TensorArray
from runtime.ops.identity import identity


class _Mutex:
    """The lock of one section."""

    shape, ndim, dtype, data = (), 0, dtypes.resource, None

    def __init__(self):
        self.lock = threading.Lock()

    def __repr__(self):
        return '<ResourceHandle(name="mutex", device="/job:localhost/replica:0/task:0/device:CPU:0", container="")>'


class _Held:
    """A lock that is held, until it is let go or nobody knows of it any more."""

    shape, ndim, dtype, data = (), 0, dtypes.variant, None

    def __init__(self, mutex):
        mutex.lock.acquire()
        self._mutex = mutex

    def release(self):
        mutex, self._mutex = self._mutex, None
        if mutex is not None:
            mutex.lock.release()

    __del__ = release


def _scalar(inputs, attrs):
    return ()


def _instance(**_):
    mutex = _Mutex()
    return lambda **_: mutex


MUTEX = op("MutexV2", "-> resource: resource", kernel=lambda **_: _Mutex(), infer=_scalar, stateful=True, instance=_instance,
           attrs={"container": "", "shared_name": ""})
LOCK = op("MutexLock", "mutex: resource -> mutex_lock: variant", kernel=_Held, infer=_scalar, stateful=True)
RELEASE = op("ConsumeMutexLock", "mutex_lock: variant ->", kernel=lambda held: held.release(), stateful=True)

_running = threading.local()


def _kept(value):
    if isinstance(value, TensorArray):
        return value.identity()
    if isinstance(value, Operation):
        return group(value)
    return None if value is None and context.graph is None else identity(value)


class _Wrapped:
    """A tensor as TensorFlow's error shows it."""

    def __init__(self, tensor):
        self._tensor = tensor

    def __repr__(self):
        return f"<_ObjectIdentityWrapper wrapping {self._tensor!r}>"


class CriticalSection:
    """Runs functions so that no other function of the section runs in between."""

    def __init__(self, name=None, shared_name=None, critical_section_def=None, import_scope=None):
        if critical_section_def and name is not None:
            raise ValueError(f"Arguments critical_section_def={critical_section_def} and shared_name={shared_name} are mutually exclusive. "
                             f"Please only specify one of them.")
        if critical_section_def:
            raise ValueError("Argument `critical_section_def` is not supported.")
        with name_scope(name or "CriticalSection") as name, init_scope():
            self._handle = dispatch(MUTEX, (), {"shared_name": shared_name or name or ""}, name or None)
        self._signature = "", shared_name or id(self._handle), "/job:localhost/replica:0/task:0/device:CPU:0"

    @property
    def name(self):
        return self._handle.op.name

    @contextlib.contextmanager
    def _entered(self):
        stack = _running.__dict__.setdefault("stack", [])
        if self in stack:
            raise ValueError(f"Attempting to lock a CriticalSection (signature={self._signature}) in which we are already running. This is "
                             f"illegal and may cause deadlocks.")
        stack.append(self)
        try:
            yield
        finally:
            stack.pop()

    def execute(self, fn, exclusive_resource_access=True, name=None):
        """What ``fn()`` gives, which runs while no other function of the section does.

        Raises:
            ValueError: the section is running already, or, in a graph, another one uses the same resources and one of the two
                wants them for itself.
        """
        with name_scope(name or "critical_section_execute"):
            with self._entered():
                lock = dispatch(LOCK, (self._handle,))
                before = set() if context.graph is None else set(context.graph.get_operations())
                with control_dependencies([lock]):
                    result = fn()
            if context.graph is not None:
                self._check_resources(set(context.graph.get_operations()) - before, exclusive_resource_access)
            flat = [_kept(value) for value in nest.flatten(result)]
            with control_dependencies([value for value in flat if value is not None]):
                released = dispatch(RELEASE, (lock,))
            if context.graph is None:
                return nest.pack_sequence_as(result, flat)
            flat = tuple_(flat)
            with control_dependencies([released]):
                return nest.map_structure(_kept, nest.pack_sequence_as(result, flat))

    def _check_resources(self, created, exclusive):
        used = {id(tensor): tensor for operation in created for tensor in operation.inputs if tensor.dtype is dtypes.resource}
        executions = context.graph.__dict__.setdefault("_critical_sections", []) if hasattr(context.graph, "__dict__") else []
        for section, resources, alone in executions:
            if section is not self and (exclusive or alone) and (common := used.keys() & resources.keys()):
                raise ValueError(f"This execution would access resources: {[_Wrapped(used[one]) for one in common]}. Either this lock "
                                 f"(CriticalSection: "
                                 f"{self._handle}) or lock '{section}' (CriticalSection: {section._handle}) requested exclusive resource "
                                 f"access of "
                                 "this resource. Did you mean to call execute with keyword argument exclusive_resource_access=False?")
        executions.append((self, used, exclusive))
