"""`tf.device`: placement is accepted and remembered; there is one device, the CPU."""

from __future__ import annotations

import re

from runtime.core.context import context

_PARTS = re.compile(r"job:|replica:\d+$|task:\d+$|(device:)?[A-Za-z]+:(\d+|\*)$")


def canonical_name(name):
    """``/CPU:0`` → ``/device:CPU:0``. Raises ValueError, with TensorFlow's text, for what is no device."""
    parts = []
    for part in filter(None, str(name).split("/")):
        if part.upper() in ("CPU", "GPU"):
            part += ":*"
        if not _PARTS.match(part):
            raise ValueError(f"Unknown attribute '{part.partition(':')[0]}' is encountered while parsing the device spec: '{name}'.")
        if not part.startswith(("job:", "replica:", "task:", "device:")):
            part = "device:" + part.upper()
        parts.append("/" + part)
    return "".join(parts)


class device:
    """Run the ops of a block on the device `device_name`, such as ``"/CPU:0"``.

    Raises:
        ValueError: the name is not that of a device.
    """

    def __init__(self, device_name):
        self._name = "" if device_name is None else canonical_name(device_name)
        self._outer = []

    def __enter__(self):
        self._outer.append(context.device)
        context.device = self._name
        return self

    def __exit__(self, *error):
        context.device = self._outer.pop()
