"""`tf.DeviceSpec` and `tf.device`: placement is accepted and remembered; there is one device, the CPU."""

from __future__ import annotations

from runtime.core.context import context

_TYPES = frozenset({"CPU", "GPU", "TPU", "CUSTOM", "EPU"})  # that may stand without "device:" in front
_FIELDS = ("job", "replica", "task", "device_type", "device_index")


def _converted(convert):
    return lambda value: None if value is None else convert(value)


def _device_type(value):
    return value.upper() if value in ("cpu", "gpu") else str(value)


_CONVERTED = tuple(map(_converted, (str, int, int, _device_type, int)))


class DeviceSpec:
    """What is said of a device: all parts may be left open.

    Args:
        job: name.
        replica, task: numbers.
        device_type: such as ``"CPU"``.
        device_index: number; None for any.
    """

    __slots__ = ("_parts", "_text")

    def __init__(self, job=None, replica=None, task=None, device_type=None, device_index=None):
        self._parts = tuple(convert(part) for convert, part in zip(_CONVERTED, (job, replica, task, device_type, device_index)))
        job, replica, task, device_type, device_index = self._parts
        said = [f"/{name}:{part}" for name, part in zip(_FIELDS, (job, replica, task)) if part is not None]
        if device_type is not None:
            said.append(f"/device:{device_type}:{'*' if device_index is None else device_index}")
        self._text = "".join(said)

    job = property(lambda self: self._parts[0])
    replica = property(lambda self: self._parts[1])
    task = property(lambda self: self._parts[2])
    device_type = property(lambda self: self._parts[3])
    device_index = property(lambda self: self._parts[4])

    def to_string(self):
        """``/job:…/replica:…/task:…/device:TYPE:INDEX``, without the parts that are open."""
        return self._text

    @classmethod
    def from_string(cls, spec):
        """The spec of a text such as ``"/cpu:0"``. Raises ValueError, with TensorFlow's text, for what is no device."""
        return cls(**_parsed(spec or ""))

    def parse_from_string(self, spec):
        """Another spec, of a text."""
        return self.from_string(spec)

    def make_merged_spec(self, dev):
        """This spec, with what `dev` says instead of what it says itself."""
        return type(self)(*(mine if its is None else its for mine, its in zip(self._parts, (getattr(dev, field) for field in _FIELDS))))

    def replace(self, **kwargs):
        """This spec with other parts."""
        return type(self)(**{**dict(zip(_FIELDS, self._parts)), **kwargs})

    def __eq__(self, other):
        return isinstance(other, type(self)) and self._text == other._text

    def __hash__(self):
        return hash(self._text)

    def __repr__(self):
        return f"<DeviceSpec({', '.join(f'{field}={part}' for field, part in zip(_FIELDS, self._parts))})>"


def _parsed(spec):
    said = {}
    for part in spec.split("/"):
        name, *values = part.split(":")
        if name in ("job", "replica", "task") and len(values) == 1:
            said[name] = values[0]
        elif name == "device" and len(values) == 2 or name.upper() in _TYPES and len(values) < 2:
            if "device_type" in said:
                raise ValueError(f"Multiple device types are not allowed while parsing the device spec: {spec}.")
            said["device_type"] = values[0] if name == "device" else name.upper()
            if values and values[-1] != "*":
                said["device_index"] = int(values[-1])
        elif name:
            raise ValueError(f"Unknown attribute '{name}' is encountered while parsing the device spec: '{spec}'.")
    return said


def canonical_name(name):
    """``/CPU:0`` → ``/device:CPU:0``. Raises ValueError, with TensorFlow's text, for what is no device."""
    return DeviceSpec.from_string(name).to_string()


class _Chosen:
    """What a function chooses for each operation of a graph, below the names of blocks outside and inside of it."""

    def __init__(self, function, outer, inner=""):
        self.function, self.outer, self.inner = function, outer, inner

    def of(self, operation):
        operation.device = self.inner
        name = self.function(operation)
        return placed(_within(self.outer, name.to_string() if isinstance(name, DeviceSpec) else name or ""), operation)


def _within(outer, name):
    """The device of a block of that name in a block of `outer`, each a canonical name or what a function chooses."""
    if isinstance(outer, _Chosen):
        return _Chosen(outer.function, outer.outer, _within(outer.inner, name))
    if not outer or not name:
        return outer or canonical_name(name)
    return DeviceSpec.from_string(outer).make_merged_spec(DeviceSpec.from_string(name)).to_string()


def placed(device, operation):
    """The device of a new operation in blocks of `device`."""
    return device.of(operation) if isinstance(device, _Chosen) else device


class device:
    """Run the ops of a block on the device `device_name`, such as ``"/CPU:0"``.

    Raises:
        RuntimeError: it is a function.
        ValueError: the name is not that of a device.
    """

    def __init__(self, device_name):
        if callable(device_name):
            raise RuntimeError("tf.device does not support functions.")
        self._name = device_name.to_string() if isinstance(device_name, DeviceSpec) else device_name
        self._outer = []

    def __enter__(self):
        if self._name is not None and not isinstance(self._name, str):
            raise ValueError(f"Expecting a string device name. Got {type(self._name)}({self._name})")
        inner = "" if self._name is None else _within(context.device, self._name)
        self._outer.append(context.device)
        context.device = inner
        return self

    def __exit__(self, *error):
        context.device = self._outer.pop()


class device_or_function(device):
    """`device`, or a function that gives the device of each operation that the block adds to a graph."""

    def __init__(self, device_name_or_function):
        self._function = device_name_or_function if callable(device_name_or_function) else None
        super().__init__(None if self._function else device_name_or_function)

    def __enter__(self):
        if self._function is None:
            return super().__enter__()
        if context.graph is None:
            raise RuntimeError("tf.device does not support functions when eager execution is enabled.")
        self._outer.append(context.device)
        context.device = _Chosen(self._function, context.device)
        return self
