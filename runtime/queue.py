"""`tf.queue`: queues of tensors, for threads and for the steps of a graph."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from runtime.core import dtypes as _dtypes
from runtime.core.absent import absent_from
from runtime.core.context import context, init_scope
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.scopes import name_scope
from runtime.core.tensor import EagerTensor
from runtime.core.tensor_shape import TensorShape
from runtime.ops import queues
from runtime.ops.attributes import length_at_least
from runtime.ops.random.random import seeds

__all__ = ["FIFOQueue", "PaddingFIFOQueue", "PriorityQueue", "QueueBase", "RandomShuffleQueue"]
__getattr__ = absent_from("tf.queue")


def _types(dtypes):
    return [_dtypes.as_dtype(dtype) for dtype in (dtypes if isinstance(dtypes, (list, tuple)) else [dtypes])]


def _shapes(shapes, partial=False):
    """Shapes as a list of TensorShapes, or None. Raises ValueError for sizes that must be known, TypeError for what is no shape."""
    if partial and (not isinstance(shapes, Sequence) or not shapes or any(shape is None or isinstance(shape, int) for shape in shapes)):
        raise ValueError("When providing partial shapes, a list of shapes must be provided.")
    if shapes is None:
        return None
    if isinstance(shapes, TensorShape):
        shapes = [shapes]
    if not isinstance(shapes, (tuple, list)):
        raise TypeError(f"Shapes must be a TensorShape or a list or tuple of TensorShapes, got {type(shapes)} instead.")
    if all(shape is None or isinstance(shape, int) for shape in shapes):
        shapes = [shapes]
    shapes = [TensorShape(shape) for shape in shapes]
    if not partial and any(not shape.is_fully_defined() for shape in shapes):
        raise ValueError(f"All shapes must be fully defined: {shapes}")
    if any(shape.rank is None for shape in shapes):
        raise ValueError(f"All shapes must have a defined rank: {shapes}")
    return shapes


def _names(names, dtypes):
    if names is None:
        return None
    names = names if isinstance(names, (list, tuple)) else [names]
    if len(names) != len(dtypes):
        raise ValueError("List of names must have the same length as the list of dtypes, received "
                         f"len(names)={len(names)},len(dtypes)={len(dtypes)}")
    return list(names)


def _common(first, second):
    """The shape that both have, None for sizes that differ."""
    if first.rank is None or first.rank != second.rank:
        return TensorShape(None)
    return TensorShape([one if one == other else None for one, other in zip(first.as_list(), second.as_list())])


class QueueBase:
    """What all queues have; `queue_ref` is the tensor of the resource."""

    def __init__(self, dtypes, shapes, names, queue_ref):
        self._dtypes = dtypes
        if shapes is not None and len(shapes) != len(dtypes):
            raise ValueError(f"Queue shapes must have the same length as dtypes, received len(shapes)={len(shapes)}, "
                             f"len(dtypes)={len(dtypes)}")
        self._shapes = [TensorShape(None)] * len(dtypes) if shapes is None else list(map(TensorShape, shapes))
        self._names = names
        self._queue_ref = queue_ref
        self._name = "Empty" if isinstance(queue_ref, EagerTensor) else queue_ref.op.name.split("/")[-1]

    @staticmethod
    def from_list(index, queues):
        """The queue at `index` of a list; the place is a number here, not a tensor. Raises TypeError for queues that do not match."""
        if not queues or not isinstance(queues, list) or not all(isinstance(one, QueueBase) for one in queues):
            raise TypeError("A list of queues expected")
        if any(one.dtypes != queues[0].dtypes for one in queues):
            raise TypeError("Queues do not have matching component dtypes.")
        if any(one.names != queues[0].names for one in queues):
            raise TypeError("Queues do not have matching component names.")
        place = constant_value(index) if not isinstance(index, int) else index
        if place is None:
            raise NotImplementedError("the runtime chooses a queue out of a list by a number that is known when the graph is made")
        shapes = [functools.reduce(_common, each) for each in zip(*(one.shapes for one in queues))]
        return QueueBase(queues[0].dtypes, shapes, queues[0].names, queues[int(place)].queue_ref)

    queue_ref = property(lambda self: self._queue_ref)
    dtypes = property(lambda self: self._dtypes)
    shapes = property(lambda self: self._shapes)
    names = property(lambda self: self._names)

    @property
    def name(self):
        return self._name if context.graph is None else self._queue_ref.op.name

    def _components(self, vals):
        if isinstance(vals, dict):
            if not self._names:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self._names, key=str) != sorted(vals, key=str):
                raise ValueError(f"Keys in dictionary to enqueue do not match names of Queue.  Dictionary: {sorted(vals)},Queue: "
                                 f"{sorted(self._names)}")
            vals = [vals[key] for key in self._names]
        elif self._names:
            raise ValueError("You must enqueue a dictionary in a Queue with names")
        elif not isinstance(vals, (list, tuple)):
            vals = [vals]
        return [convert_to_tensor(val, dtype, name=f"component_{at}") for at, (val, dtype) in enumerate(zip(vals, self._dtypes))]

    def enqueue(self, vals, name=None):
        """Put in one element: a tensor, a tuple of them, or a dict if the queue has names. Waits while the queue is full."""
        with name_scope(name or f"{self._name}_enqueue") as scope:
            vals = self._components(vals)
            for val, shape in zip(vals, self._shapes):
                val.shape.assert_is_compatible_with(shape)
            return dispatch(queues.ENQUEUE, (self._queue_ref, *vals), None, scope if context.graph is not None else None)

    def enqueue_many(self, vals, name=None):
        """Put in as many elements as there are rows."""
        with name_scope(name or f"{self._name}_EnqueueMany") as scope:
            vals = self._components(vals)
            count = None
            for val, shape in zip(vals, self._shapes):
                rows = val.shape.with_rank_at_least(1)[0]
                if count is not None and rows is not None and rows != count:
                    raise ValueError(f"Dimensions {count} and {rows} are not compatible")
                count = rows if count is None else count
                val.shape[1:].assert_is_compatible_with(shape)
            return dispatch(queues.ENQUEUE_MANY, (self._queue_ref, *vals), None, scope if context.graph is not None else None)

    def _result(self, found, ahead=()):
        if context.graph is not None:
            for tensor, shape in zip(found, self._shapes):
                tensor.set_shape(TensorShape(list(ahead)).concatenate(shape))
        if self._names:
            return dict(zip(self._names, found))
        return found[0] if len(found) == 1 else found

    def dequeue(self, name=None):
        """Take out one element. Waits for it; raises OutOfRangeError if the queue is closed and empty."""
        return self._result(dispatch(queues.DEQUEUE, (self._queue_ref,), {"component_types": self._dtypes},
                                     name or f"{self._name}_Dequeue"))

    def dequeue_many(self, n, name=None):
        """Take out `n` elements, stacked. Raises InvalidArgumentError if the queue was given no shapes."""
        found = dispatch(queues.DEQUEUE_MANY, (self._queue_ref, n), {"component_types": self._dtypes}, name or f"{self._name}_DequeueMany")
        known = constant_value(convert_to_tensor(n, _dtypes.int32)) if context.graph is not None else None
        return self._result(found, (None if known is None else int(known),))

    def dequeue_up_to(self, n, name=None):
        """Take out `n` elements, or of a closed queue those that are left."""
        found = dispatch(queues.DEQUEUE_UP_TO, (self._queue_ref, n), {"component_types": self._dtypes}, name or f"{self._name}_DequeueUpTo")
        return self._result(found, (None,))

    def close(self, cancel_pending_enqueues=False, name=None):
        """Nothing more can be put in; what is in can still be taken out."""
        return dispatch(queues.CLOSE, (self._queue_ref,), {"cancel_pending_enqueues": cancel_pending_enqueues},
                        name or f"{self._name}_Close")

    def is_closed(self, name=None):
        return dispatch(queues.IS_CLOSED, (self._queue_ref,), None, name or f"{self._name}_Is_Closed")

    def size(self, name=None):
        """How many elements are in it."""
        return dispatch(queues.SIZE, (self._queue_ref,), None, name or f"{self._name}_Size")


def _made(op_def, dtypes, shapes, capacity, shared_name, name, **attrs):
    length_at_least(op_def.name, "component_types", dtypes, 1)
    return dispatch(op_def, (), {"component_types": dtypes, "shapes": shapes or [], "capacity": capacity, "shared_name": shared_name or "",
                                 **attrs}, name)


class FIFOQueue(QueueBase):
    """What is put in first comes out first."""

    def __init__(self, capacity, dtypes, shapes=None, names=None, shared_name=None, name="fifo_queue"):
        dtypes = _types(dtypes)
        shapes, names = _shapes(shapes), _names(names, dtypes)
        with init_scope():
            queue_ref = _made(queues.FIFO, dtypes, shapes, capacity, shared_name, name)
        super().__init__(dtypes, shapes, names, queue_ref)


class RandomShuffleQueue(QueueBase):
    """What is put in comes out in random order; `min_after_dequeue` elements stay behind until the queue is closed."""

    def __init__(self, capacity, min_after_dequeue, dtypes, shapes=None, names=None, seed=None, shared_name=None,
                 name="random_shuffle_queue"):
        dtypes = _types(dtypes)
        shapes, names = _shapes(shapes), _names(names, dtypes)
        queue_ref = _made(queues.SHUFFLE, dtypes, shapes, capacity, shared_name, name, min_after_dequeue=min_after_dequeue, **seeds(seed))
        super().__init__(dtypes, shapes, names, queue_ref)


class PaddingFIFOQueue(QueueBase):
    """A `FIFOQueue` of elements of different sizes: `dequeue_many` fills them up with zeros."""

    def __init__(self, capacity, dtypes, shapes, names=None, shared_name=None, name="padding_fifo_queue"):
        dtypes = _types(dtypes)
        shapes, names = _shapes(shapes, partial=True), _names(names, dtypes)
        if len(dtypes) != len(shapes):
            raise ValueError(f"Shapes must be provided for all components, but received {len(dtypes)} dtypes and {len(shapes)} shapes.")
        super().__init__(dtypes, shapes, names, _made(queues.PADDING, dtypes, shapes, capacity, shared_name, name))


class PriorityQueue(QueueBase):
    """Elements begin with an int64; those with the least come out first."""

    def __init__(self, capacity, types, shapes=None, names=None, shared_name=None, name="priority_queue"):
        types = _types(types)
        shapes = _shapes(shapes)
        if shapes is None:
            raise TypeError("Expected list for 'shapes' argument to 'priority_queue_v2' Op, not None.")
        shapes = [TensorShape([]), *shapes]
        queue_ref = _made(queues.PRIORITY, types, shapes, capacity, shared_name, name)
        super().__init__([_dtypes.int64, *types], shapes, names, queue_ref)
