"""`tf.DeviceSpec`: the name of a device in its parts."""

from __future__ import annotations

_KEYS = ("job", "replica", "task", "device_type", "device_index")


def _number(value):
    return None if value is None else int(value)


class DeviceSpec:
    """A device by job, replica, task, type and index, as far as they are known."""

    __slots__ = tuple("_" + key for key in _KEYS)

    def __init__(self, job=None, replica=None, task=None, device_type=None, device_index=None):
        self._job = None if job is None else str(job)
        self._replica, self._task, self._device_index = _number(replica), _number(task), _number(device_index)
        self._device_type = None if device_type is None else str(device_type).upper()

    job = property(lambda self: self._job)
    replica = property(lambda self: self._replica)
    task = property(lambda self: self._task)
    device_type = property(lambda self: self._device_type)
    device_index = property(lambda self: self._device_index)

    @classmethod
    def from_string(cls, spec):
        """The parts of a name such as ``/job:worker/task:1/device:CPU:0``. Raises ValueError if it is none."""
        return cls(**_parts(spec))

    def parse_from_string(self, spec):
        """The parts of another name."""
        return self.from_string(spec)

    def to_string(self):
        """The name."""
        parts = [f"/{key}:{getattr(self, key)}" for key in ("job", "replica", "task") if getattr(self, key) is not None]
        if self._device_type is not None:
            parts.append(f"/device:{self._device_type}:{'*' if self._device_index is None else self._device_index}")
        return "".join(parts)

    def _all(self):
        return {key: getattr(self, key) for key in _KEYS}

    def replace(self, **kwargs):
        """The same with other parts."""
        return type(self)(**{**self._all(), **kwargs})

    def make_merged_spec(self, dev):
        """The same with the parts that `dev` knows."""
        return type(self)(**{**self._all(), **{key: value for key, value in dev._all().items() if value is not None}})

    def __eq__(self, other):
        return isinstance(other, DeviceSpec) and self.to_string() == other.to_string()

    def __hash__(self):
        return hash(self.to_string())

    def __repr__(self):
        return f"<DeviceSpec({', '.join(f'{key}={value}' for key, value in self._all().items())})>"


def _parts(spec):
    found = {}
    for part in filter(None, (word.split(":") for word in spec.split("/") if word)):
        name, *rest = part
        if name in ("job", "replica", "task") and len(rest) == 1:
            found[name] = rest[0]
        elif name == "device" and len(rest) in (1, 2):
            found["device_type"] = rest[0]
            if len(rest) == 2 and rest[1] != "*":
                found["device_index"] = rest[1]
        elif name.upper() in ("CPU", "GPU", "TPU") and len(rest) == 1:
            if "device_type" in found:
                raise ValueError(f"Multiple device types are not allowed while parsing the device spec: {spec}.")
            found["device_type"] = name.upper()
            if rest[0] != "*":
                found["device_index"] = rest[0]
        else:
            raise ValueError(f"Unknown attribute '{name}' is encountered while parsing the device spec: '{spec}'.")
    return found
