"""Queues: resources that hold tuples of tensors between threads. A queue lives in the handle that functions capture."""

from __future__ import annotations

import heapq
import itertools
import threading
from collections import deque

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, op
from runtime.core.tensor_shape import text
from runtime.ops.random import philox
from runtime.ops.random.one_by_one import OneByOne

_numbers = itertools.count()


class QueueHandle:
    """The storage of one queue.

    Args:
        shapes: the TensorShape of each component; none if nothing is known of them.
        capacity: how many tuples it holds; below 0: any number.
    """

    shape, ndim, dtype, data = (), 0, dtypes.resource, None
    kind = "FIFOQueue"

    def __init__(self, component_types, shapes, capacity):
        if shapes and len(shapes) != len(component_types):
            raise invalid(f"Different number of component types.  Types: {', '.join(dtype.kernel_name for dtype in component_types)}, "
                          f"Shapes: [{', '.join(text(shape._dims) for shape in shapes)}]")
        self.types, self.shapes, self.capacity = component_types, shapes, capacity
        self.name = str(next(_numbers))
        self._changed = threading.Condition()
        self._closed, self._cancelled = False, False
        self._start()

    # -- what kinds differ in
    def _start(self):
        self._items = deque()

    def _put(self, item):
        self._items.append(item)

    def _take(self):
        return self._items.popleft()

    def _available(self):
        return len(self._items)

    def _batched(self, component, parts):
        result = np.zeros((len(parts), *(np.shape(parts[0]) if parts else self._sizes(component))), self.types[component].numpy_dtype)
        for row, part in enumerate(parts):
            result[row] = part[()]  # of text no array of one element
        return result

    # -- what all have
    def _sizes(self, component):
        return tuple(size or 0 for size in self.shapes[component]._dims)

    def _check(self, values, ahead=()):
        for component, (value, shape) in enumerate(zip(values, self.shapes or ())):
            if not shape.is_compatible_with(np.shape(value)[len(ahead):]):
                raise invalid(f"Shape mismatch in tuple component {component}. Expected "
                              f"{text((*ahead, *shape._dims))}, got {text(np.shape(value))}")

    def _check_signature(self, values):
        if len(values) != len(self.types):
            given = ", ".join(("resource", *(dtypes.as_dtype(np.asarray(value).dtype).kernel_name for value in values)))
            wanted = ", ".join(("resource", *(dtype.kernel_name for dtype in self.types)))
            raise invalid(f"Signature mismatch, have: {given}-> expected: {wanted}->")

    def enqueue(self, values):
        self._check_signature(values)
        self._check(values)
        self._add(values)

    def _add(self, values):
        with self._changed:
            if self._closed:
                raise errors.CancelledError(None, None, f"{self.kind} '{self.name}' is closed.")
            while 0 <= self.capacity <= len(self._items):
                self._changed.wait()
                if self._cancelled:
                    raise errors.CancelledError(None, None, "Enqueue operation was cancelled")
            self._put(values)
            self._changed.notify_all()

    def enqueue_many(self, values):
        self._check_signature(values)
        count = len(values[0])
        if any(len(value) != count for value in values):
            raise invalid("All input tensors must have the same size in the 0th dimension. Component "
                          f"{next(at for at, value in enumerate(values) if len(value) != count)} has "
                          f"{next(len(value) for value in values if len(value) != count)}, and should have {count}")
        self._check(values, (count,))
        for row in range(count):
            self._add(tuple(np.asarray(value[row], value.dtype) for value in values))

    def _taken(self, count, up_to):
        """`count` tuples, or with `up_to` fewer if the queue is closed; waits for them."""
        with self._changed:
            while self._available() < count and not self._closed:
                self._changed.wait()
            have = len(self._items) if self._closed else self._available()
            if have < count and (not up_to or have == 0) and count:
                raise errors.OutOfRangeError(None, None, f"{self.kind} '{self.name}' is closed and has insufficient elements (requested "
                                                         f"{count}, "
                                             f"current size {len(self._items)})")
            found = [self._take() for _ in range(min(count, have))]
            self._changed.notify_all()
            return found

    def dequeue(self):
        return self._taken(1, False)[0]

    def dequeue_many(self, count, up_to=False):
        if not self.shapes:
            raise invalid(f"{self.kind}'s DequeueMany and DequeueUpTo require the components to have specified shapes.")
        if count < 0:
            raise invalid(f"DequeueManyOp requested {count} < 0 elements")
        found = self._taken(count, up_to)
        return tuple(self._batched(component, [item[component] for item in found]) for component in range(len(self.types)))

    def close(self, cancel):
        with self._changed:
            if self._closed and not (cancel and not self._cancelled):
                raise errors.CancelledError(None, None, f"Queue '{self.name}' is already closed.")
            self._closed, self._cancelled = True, self._cancelled or cancel
            self._changed.notify_all()

    closed = property(lambda self: self._closed)

    def __len__(self):
        return len(self._items)

    def __bool__(self):
        return True

    def __repr__(self):
        return f'<ResourceHandle(name="{self.name}", device="/job:localhost/replica:0/task:0/device:CPU:0", container="localhost")>'


class ShuffleHandle(QueueHandle):
    """Tuples come out in random order, and some stay behind so that there is a choice."""

    kind = "RandomShuffleQueue"

    def __init__(self, component_types, shapes, capacity, least, seed, seed2):
        self._least = least
        self._draws = OneByOne(*philox.Generator(seed, seed2).reserve(0))
        super().__init__(component_types, shapes, capacity)

    def _start(self):
        self._items = []

    def _available(self):
        return len(self._items) - self._least

    def _take(self):
        index = self._draws.word() % len(self._items)
        found, last = self._items[index], self._items.pop()
        if index < len(self._items):
            self._items[index] = last
        return found


class PaddingHandle(QueueHandle):
    """Components of different sizes are filled up with zeros."""

    kind = "PaddingFIFOQueue"

    def _batched(self, component, parts):
        dtype = self.types[component].numpy_dtype
        sizes = np.max([np.shape(part) for part in parts], axis=0) if parts else self._sizes(component)
        result = np.zeros((len(parts), *np.asarray(sizes, int)), dtype)
        if dtype == object:
            result[...] = b""
        for row, part in enumerate(parts):
            result[(row, *map(slice, np.shape(part)))] = part[()]
        return result


class PriorityHandle(QueueHandle):
    """The first component, an int64, says which tuple comes out first: the least."""

    kind = "PriorityQueue"

    def __init__(self, component_types, shapes, capacity):
        self._order = itertools.count()
        super().__init__(component_types, shapes, capacity)

    def _start(self):
        self._items = []

    def _put(self, item):
        heapq.heappush(self._items, (int(item[0]), next(self._order), item))

    def _take(self):
        return heapq.heappop(self._items)[2]


_MADE = {"component_types": REQUIRED, "shapes": (), "capacity": -1, "container": "", "shared_name": ""}


def _maker(name, make, more=()):
    def instance(**attrs):
        handle = make(**attrs)
        return lambda **_: handle

    return op(name, "-> handle: resource", attrs={**_MADE, **dict(more)}, infer=lambda inputs, attrs: (), stateful=True, instance=instance,
              kernel=lambda **attrs: make(**attrs))


def _plain(handle_class):
    return lambda component_types, shapes, capacity, **_: handle_class(list(component_types), list(shapes), capacity)


FIFO = _maker("FIFOQueueV2", _plain(QueueHandle))
PADDING = _maker("PaddingFIFOQueueV2", _plain(PaddingHandle))
PRIORITY = _maker("PriorityQueueV2", lambda component_types, shapes, capacity, **_: PriorityHandle(
    [dtypes.int64, *component_types], list(shapes), capacity))
SHUFFLE = _maker("RandomShuffleQueueV2", lambda component_types, shapes, capacity, min_after_dequeue, seed, seed2, **_: ShuffleHandle(
    list(component_types), list(shapes), capacity, min_after_dequeue, seed, seed2), {"min_after_dequeue": 0, "seed": 0, "seed2": 0})


_TAKEN = {"attrs": {"component_types": REQUIRED, "timeout_ms": -1}, "infer": lambda inputs, attrs: [None] * len(attrs["component_types"]),
          "stateful": True}
ENQUEUE = op("QueueEnqueueV2", "handle: resource, components: [Tcomponents] ->", stateful=True, attrs={"timeout_ms": -1},
             kernel=lambda handle, *values, timeout_ms: handle.enqueue(values))
ENQUEUE_MANY = op("QueueEnqueueManyV2", "handle: resource, components: [Tcomponents] ->", stateful=True, attrs={"timeout_ms": -1},
                  kernel=lambda handle, *values, timeout_ms: handle.enqueue_many(values))
DEQUEUE = op("QueueDequeueV2", "handle: resource -> components: [component_types]", kernel=lambda handle, **_: handle.dequeue(), **_TAKEN)
DEQUEUE_MANY = op("QueueDequeueManyV2", "handle: resource, n: int32 -> components: [component_types]",
                  kernel=lambda handle, n, **_: handle.dequeue_many(int(n)), **_TAKEN)
DEQUEUE_UP_TO = op("QueueDequeueUpToV2", "handle: resource, n: int32 -> components: [component_types]",
                   kernel=lambda handle, n, **_: handle.dequeue_many(int(n), up_to=True), **_TAKEN)
CLOSE = op("QueueCloseV2", "handle: resource ->", kernel=lambda handle, cancel_pending_enqueues: handle.close(cancel_pending_enqueues),
           stateful=True, attrs={"cancel_pending_enqueues": False})
IS_CLOSED = op("QueueIsClosedV2", "handle: resource -> is_closed: bool", kernel=lambda handle: np.bool_(handle.closed), stateful=True,
               infer=lambda inputs, attrs: ())
SIZE = op("QueueSizeV2", "handle: resource -> size: int32", kernel=lambda handle: np.int32(len(handle)), stateful=True,
          infer=lambda inputs, attrs: ())
