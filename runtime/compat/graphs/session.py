"""`tf.compat.v1.Session`: runs parts of a plain graph, with values for some of its tensors, and keeps its Variables."""

from __future__ import annotations

import contextlib
import threading

import numpy as np

from runtime.core import dtypes, errors, nest
from runtime.core.composite import CompositeTensor
from runtime.core.context import context, graph_mode
from runtime.core.graph import Graph, Operation
from runtime.core.tensor import SymbolicTensor, Tensor
from runtime.core.tensor_shape import is_compatible
from runtime.core.tensor_shape import text as shape_text
from runtime.execute.part import Part
from runtime.execute.plan import plan_of
from runtime.core.indexed_slices import IndexedSlices
from runtime.ops.state import ResourceHandle
from runtime.compat.graphs.current import get_default_graph


class _Sessions(threading.local):
    stack = ()


_sessions = _Sessions()


def get_default_session():
    """The innermost session of a ``with`` block in this thread, or None."""
    return _sessions.stack[-1] if _sessions.stack else None


def default_session(what):
    """The session that `eval()` and `run()` use. Raises ValueError, in the words for `what`, where there is none."""
    session = get_default_session()
    if session is None:
        raise ValueError(f"{what}: No default session is registered. Use `with sess.as_default()` or pass an explicit session to "
                         f"`{'eval' if 'eval' in what else 'run'}(session=sess)`")
    return session


class _Storage(ResourceHandle):
    """A Variable of one session, whose other Variables tell how TensorFlow words that this one has no value."""

    __slots__ = ("_session",)

    def __init__(self, name, dims, dtype, session):
        super().__init__(name, dims, dtype)
        self._session = session

    def read(self):
        if self.value is None:
            reason = f"Container localhost does not exist. (Could not find resource: localhost/{self.name})"
            if any(storage.value is not None for storage in self._session._storage.values()):
                reason = f"Resource localhost/{self.name}/N10tensorflow3VarE does not exist."
            raise errors.FailedPreconditionError(
                None, None, f"Could not find variable {self.name}. This could mean that the variable has been deleted. In TF1, it "
                f"can also mean the variable is uninitialized. Debug info: container=localhost, status error message={reason}")
        return self.value


class BaseSession:
    """Runs nodes of one graph. The values of its Variables, and the states of its random ops, are the session's own.

    Args:
        target, config: accepted; there is one device.
        graph: by default the one that is current.

    Raises:
        TypeError: `graph` is no Graph.
    """

    def __init__(self, target="", graph=None, config=None):
        if graph is None:
            graph = get_default_graph()
        elif not isinstance(graph, Graph):
            raise TypeError(f"Argument `graph` must be a tf.Graph, but got \"{type(graph).__name__}\"")
        self.graph = graph
        self.sess_str = target
        self._parts = {}     # (ids of fetches, ids of feeds) → Part
        self._kept = []      # what these ids belong to
        self._storage = {}   # the name that Variables are shared under → storage
        self._memories = {}
        self._closed = False

    @property
    def graph_def(self):
        return self.graph.as_graph_def()

    def close(self):
        """Forget the Variables; the session cannot be used any more."""
        self._closed = True
        self._storage.clear()

    def list_devices(self):
        return ["/job:localhost/replica:0/task:0/device:CPU:0"]

    @contextlib.contextmanager
    def as_default(self):
        """``with session.as_default():`` `eval()` and `run()` use it in the block; it is not closed at the end."""
        outer, _sessions.stack = _sessions.stack, _sessions.stack + (self,)
        try:
            yield self
        finally:
            _sessions.stack = outer

    # -- running ---------------------------------------------------------------------------------------------------
    def run(self, fetches, feed_dict=None, options=None, run_metadata=None):
        """The values of `fetches`: arrays and NumPy scalars in their structure, None for operations.

        Args:
            fetches: tensors, operations, Variables, their names, and nests of these.
            feed_dict: tensor (or its name) → value that stands for it in this run.

        Raises:
            RuntimeError: the session is closed, or its graph empty.
            TypeError, ValueError: a fetch or a feed is none of this graph, or its value does not fit.
            InvalidArgumentError: a placeholder has no value.
            OpError: a node fails.
        """
        if self._closed:
            raise RuntimeError("Attempted to use a closed Session.")
        if not self.graph.operations:
            raise RuntimeError("The Session graph is empty. Add operations to the graph before calling run().")
        feeds = self._feeds(feed_dict or {}) if feed_dict is None or hasattr(feed_dict, "items") else _no_dict(feed_dict)
        fetched = []
        build = self._fetch(fetches, fetched)
        values = self._run_part(fetched, feeds)
        return build(iter(values))

    def make_callable(self, fetches, feed_list=None, accept_options=False):
        """A function of the values of `feed_list` that runs `fetches`."""
        return lambda *values: self.run(fetches, dict(zip(feed_list or (), values)))

    def partial_run_setup(self, fetches, feeds=None):
        raise NotImplementedError("the runtime's sessions have no partial runs: give `run` all feeds at once")

    partial_run = partial_run_setup

    def _run_part(self, fetched, feeds):
        fed = [tensor for tensor, _ in feeds.values()]
        key = tuple(map(id, fetched)), tuple(map(id, fed))
        part = self._parts.get(key)
        if part is None:
            part = self._parts[key] = Part(self.graph, fetched, fed, self._memories)
            self._kept.append((fetched, fed))
        if part.unfed:
            raise self._failure(_unfed(part.unfed[0]), part.unfed[0])
        arrays = [_for_kernels(value, tensor.dtype) for tensor, value in feeds.values()]
        arrays += [self._stored(handle) for handle in part.handles]
        try:
            with np.errstate(all="ignore"), graph_mode(None):
                results = plan_of(part)(arrays)
        except errors.OpError as error:
            raise self._failure(error, error.op) from error.__cause__
        computed = iter(results)
        values = []
        for item in fetched:
            if isinstance(item, Operation):
                values.append(None)
                continue
            value = next(computed)
            values.append(feeds[id(item)][1] if id(item) in feeds else _result(value, item.dtype))
        return values

    def _stored(self, operation):
        name = operation.attrs["shared_name"]
        if name not in self._storage:
            self._storage[name] = _Storage(name, operation.attrs["shape"], operation.attrs["dtype"], self)
        return self._storage[name]

    @staticmethod
    def _failure(error, node):
        """`error` with the node and the lines of the program that made it, as TensorFlow words it in sessions."""
        if node is None or error.message.startswith("Graph execution error"):
            return error
        if node.graph.building_function:  # TensorFlow knows the lines of the session's own graph alone
            error.message = f"Graph execution error:\n\n{error.message}\n\t [[{{{{node {node.name}}}}}]]"
            return error
        frames = node.traceback_text()
        stack = "".join(f'  File "{code.co_filename}", line {line}, in {code.co_name}\n' for code, line in node.traceback)
        error.op = node
        error.node_def = node.node_def
        error.message = (f"Graph execution error:\n\nDetected at node '{node.name}' defined at (most recent call last):\n{frames}"
                         f"Node: '{node.name}'\n{error.message}\n\t [[{{{{node {node.name}}}}}]]\n\nOriginal stack trace for "
                         f"'{node.name}':\n{stack}")
        return error

    # -- feeds and fetches -----------------------------------------------------------------------------------------
    def _feeds(self, feed_dict):
        """id(tensor) → (tensor, NumPy value)."""
        result = {}
        for key, value in _plain_feeds(feed_dict):
            try:
                tensor = self._element(key, allow_operation=False)
            except (TypeError, ValueError, KeyError) as error:
                raise TypeError(f"Cannot interpret feed_dict key as Tensor: {error.args[0]}") from None
            if not self.graph.is_feedable(tensor):
                raise ValueError(f"Tensor {tensor.name} may not be fed.")
            if isinstance(value, Tensor):
                raise TypeError(
                    "The value of a feed cannot be a tf.Tensor object. Acceptable feed values include Python scalars, strings, "
                    f"lists, numpy ndarrays, or TensorHandles. For reference, the tensor object was {value!s} which was passed to "
                    f"the argument `feed_dict` with key {key}.")
            numpy_dtype = tensor.dtype.numpy_dtype
            array = np.asarray(value, dtype=numpy_dtype)
            if not is_compatible(tensor._dims, array.shape):
                raise ValueError(f"Cannot feed value of shape {array.shape} for Tensor {tensor.name}, which has shape "
                                 f"{tensor.shape}")
            result[id(tensor)] = tensor, array
        return result

    def _element(self, item, allow_operation=True):
        """The tensor or operation of this graph that `item` stands for."""
        element = getattr(item, "_graph_element", item)
        if isinstance(element, (str, bytes)):
            element = element.decode() if isinstance(element, bytes) else element
            element = self.graph.as_graph_element(element) if allow_operation else self.graph.get_tensor_by_name(element)
        kinds = (SymbolicTensor, Operation) if allow_operation else (SymbolicTensor,)
        if isinstance(element, Tensor) and not isinstance(element, SymbolicTensor):
            raise AttributeError("Tensor.graph is undefined when eager execution is enabled.")
        if not isinstance(element, kinds):
            raise TypeError(f"Can not convert a {type(item).__name__} into a {'Tensor or Operation' if allow_operation else 'Tensor'}.")
        if element.graph is not self.graph:
            kind = "Operation" if isinstance(element, Operation) else "Tensor"
            text = repr(element) if kind == "Operation" else str(element)
            raise ValueError(f"{kind} {text} is not an element of this graph.")
        return element

    def _fetch(self, fetches, fetched):
        """Append what `fetches` names to `fetched`; a function that takes their values in order and builds the result."""
        if fetches is None:
            raise TypeError(f"Argument `fetch` = {fetches} has invalid type \"{type(fetches).__name__}\". Cannot be None")
        if isinstance(fetches, IndexedSlices):
            parts = [self._fetch(part, fetched) for part in fetches._components()]
            return lambda values: IndexedSlicesValue(*(part(values) for part in parts))
        if isinstance(fetches, CompositeTensor):
            parts = [self._fetch(part, fetched) for part in fetches._session_parts()]
            return lambda values: fetches._session_value([part(values) for part in parts])
        if nest.is_nested(fetches):
            parts = [self._fetch(child, fetched) for child in nest.children(fetches)]
            return lambda values: nest.rebuild(fetches, [part(values) for part in parts])
        try:
            element = self._element(fetches)
        except TypeError as error:
            raise TypeError(f"Argument `fetch` = {fetches} has invalid type \"{type(fetches).__name__}\" must be a string or "
                            f"Tensor. ({error})") from None
        except (ValueError, KeyError) as error:
            raise ValueError(f"Argument `fetch` = {fetches} cannot be interpreted as a Tensor. ({error})") from None
        if not self.graph.is_fetchable(element):
            name = element.name.partition(":")[0]
            raise errors.InaccessibleTensorError(
                f"Operation {name} has been marked as not fetchable. Typically this happens when it is defined in another function or code "
                "block. Use return values, explicit Python locals or TensorFlow collections to access it.")
        fetched.append(element)
        return next


def _plain_feeds(feed_dict):
    """(tensor, value) for each feed; those made of several tensors are taken apart."""
    for key, value in feed_dict.items():
        if isinstance(key, CompositeTensor):
            yield from zip(key._session_parts(), key._session_arrays(value))
        else:
            yield key, value


class IndexedSlicesValue:
    """What fetching `IndexedSlices` gives: `values`, `indices` and `dense_shape` (or None) as arrays."""

    def __init__(self, values, indices, dense_shape=None):
        self.values, self.indices, self.dense_shape = values, indices, dense_shape

    def __repr__(self):
        return f"IndexedSlicesValue(values={self.values!r}, indices={self.indices!r}, dense_shape={self.dense_shape!r})"


def _no_dict(feed_dict):
    raise TypeError("FlattenDictItems: 'dict' must be a dictionary or collection.Mapping type object, instead of "
                    f"'{type(feed_dict).__name__}'.")


def _for_kernels(array, dtype):
    """A fed array as kernels take it: text as bytes."""
    if dtype is dtypes.string:
        flat = [item if isinstance(item, bytes) else str(item).encode() for item in array.reshape(-1).tolist()]
        result = np.empty(len(flat), object)
        result[:] = flat
        return result.reshape(array.shape)
    return array


def _result(value, dtype):
    """A fetched value: arrays, and NumPy scalars (bytes for text) of tensors without dimensions."""
    return np.asarray(value, object if dtype is dtypes.string else None)[()]


def _unfed(operation):
    dims = operation.attrs["shape"]
    shape = "" if not dims else f" and shape {shape_text(dims)}"
    return errors.InvalidArgumentError(None, None, f"You must feed a value for placeholder tensor '{operation.name}' with dtype "
                                       f"{operation.attrs['dtype'].kernel_name}{shape}")


class Session(BaseSession):
    """A session; in a ``with`` block it and its graph are the default ones, and it is closed at the end."""

    def __init__(self, target="", graph=None, config=None):
        super().__init__(target, graph, config)
        self._blocks = []

    def __enter__(self):
        block = contextlib.ExitStack()
        block.enter_context(self.graph.as_default())
        block.enter_context(self.as_default())
        self._blocks.append(block)
        return self

    def __exit__(self, *error):
        self._blocks.pop().__exit__(*error)
        self.close()

    @staticmethod
    def reset(target, containers=None, config=None):
        """Accepted: sessions keep their Variables themselves."""


class InteractiveSession(BaseSession):
    """A session that is the default one from the start until it is closed."""

    def __init__(self, target="", graph=None, config=None):
        super().__init__(target, graph, config)
        self._block = contextlib.ExitStack()
        if graph is not None:
            self._block.enter_context(graph.as_default())
        self._block.enter_context(self.as_default())

    def close(self):
        super().close()
        self._block.close()


def evaluate(tensor, feed_dict=None, session=None):
    """``tensor.eval()``: its value in `session` or the default one.

    Raises:
        ValueError: there is no session, or it belongs to another graph.
    """
    session = session or default_session("Cannot evaluate tensor using `eval()`")
    _check_graph(session, tensor, "tensor", "eval(session=sess)", "tensor's")
    return session.run(tensor, feed_dict)


def execute(operation, feed_dict=None, session=None):
    """``operation.run()``."""
    session = session or default_session("Cannot execute operation using `run()`")
    _check_graph(session, operation, "operation", "run(session=sess)", "operation's")
    session.run(operation, feed_dict)


def _check_graph(session, item, kind, call, whose):
    if session.graph is not item.graph:
        verb = "evaluate" if kind == "tensor" else "execute"
        raise ValueError(f"Cannot use the default session to {verb} {kind}: the {whose} graph is different from the session's "
                         f"graph. Pass an explicit session to `{call}`.")


def in_graph():
    """Whether ops are recorded into a plain graph, or a function inside one."""
    graph = context.graph
    while graph is not None and graph.building_function:
        graph = graph.outer_graph
    return graph is not None
