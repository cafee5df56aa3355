"""`tf.compat.v1.data`: the iterators of TensorFlow 1, which sessions move on. Everything else is `tf.data`'s."""

from __future__ import annotations

import functools
import inspect

import runtime.data as _data
from runtime.core import errors, nest
from runtime.core.context import context, graph_mode
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.core.func_graph import FuncGraph
from runtime.core.op_def import REQUIRED, op
from runtime.data import iterator_ops, structure
from runtime.data.iterator import OwnedIterator
from runtime.execute import plan_of
from runtime.function.tensor_spec import TensorSpec


class _SessionState(iterator_ops.IteratorState):
    """The place that an iterator has come to in one session."""

    __slots__ = ()

    def next(self):
        if self.dataset == ():
            raise errors.FailedPreconditionError(None, None, "GetNext() failed because the iterator has not been initialized. Ensure "
                                                 "that you have run the initializer operation for this iterator before getting the "
                                                 "next element.")
        return super().next()


def _initializable(**attrs):
    state = _SessionState()
    return lambda **_: state


def _one_shot(dataset_factory, **attrs):
    state, plan = _SessionState(), plan_of(dataset_factory)

    def kernel(**_):
        if state.dataset == ():
            state.begin(plan([])[0], 0)
        return state

    return kernel


_OUTPUTS = ("output_types", "output_shapes", "output_classes")
_INSTEAD = (
    "This is a deprecated API that should only be used in TF 1 graph mode and legacy TF 2 graph mode available through "
    "`tf.compat.v1`. In all other situations -- namely, eager mode and inside `tf.function` -- you can consume dataset elements using "
    "`for elem in dataset: ...` or by explicitly creating iterator via `iterator = iter(dataset)` and fetching its elements via "
    "`values = next(iterator)`. Furthermore, this API is not available in TF 2. During the transition from TF 1 to TF 2 you can use "
    "`tf.compat.v1.data.{}(dataset)` to create a TF 1 graph mode style iterator for a dataset created through TF 2 APIs. Note that this "
    "should be a transient state of your code base as there are in general no guarantees about the interoperability of TF 1 and TF 2 "
    "code.")
_TYPED = {"output_types": REQUIRED, "output_shapes": REQUIRED, "container": "", "shared_name": ""}
ITERATOR = op("IteratorV2", "-> handle: resource", infer=lambda inputs, attrs: (), attrs=_TYPED, stateful=True, prunable=True,
              kernel=lambda **attrs: _SessionState(), instance=_initializable)
ONE_SHOT = op("OneShotIterator", "-> handle: resource", infer=lambda inputs, attrs: (), stateful=True, prunable=True,
              attrs={"dataset_factory": REQUIRED, **_TYPED}, kernel=lambda **attrs: _one_shot(**attrs)(), instance=_one_shot)


def _deprecated(name, owner, module):
    def get(self):
        warn_deprecated(f"{owner}.{name}", f"tensorflow.python.data.ops.{module}",
                        f"Use `tf.compat.v1.data.get_{name}({module.partition('_')[0]})`.")
        return globals()[f"get_{name}"](self)

    return property(get)


class Iterator(OwnedIterator):
    """An iterator in a graph: `get_next` gives tensors, and each run that fetches them takes an element."""

    def __init__(self, handle, element_spec, initializer=None):
        super().__init__(handle=handle, element_spec=element_spec)
        self._initializer = initializer

    @staticmethod
    def from_structure(output_types, output_shapes=None, shared_name=None, output_classes=None):
        """An iterator for elements of these dtypes and shapes; `make_initializer` gives it a dataset."""
        if output_shapes is None:
            spec = nest.map_structure(lambda dtype: TensorSpec(None, dtype), output_types)
        else:
            shapes = nest.flatten(output_shapes) if nest.is_nested(output_types) else [output_shapes]
            spec = nest.pack_sequence_as(output_types, [
                TensorSpec(shape, dtype) for dtype, shape in zip(nest.flatten(output_types), shapes)])
        return Iterator(dispatch(ITERATOR, (), {**structure.types_and_shapes(spec), "shared_name": shared_name or ""}), spec)

    @property
    def initializer(self):
        """The operation that starts the iteration. Raises ValueError for a one-shot iterator."""
        if self._initializer is None:
            raise ValueError("The iterator does not have an initializer. This means it was likely created using "
                             "`tf.data.Dataset.make_one_shot_iterator()`. For an initializable iterator, use "
                             "`tf.data.Dataset.make_initializable_iterator()` instead.")
        return self._initializer

    def make_initializer(self, dataset, name=None):
        """An operation that starts the iteration over `dataset`. Raises TypeError if its elements have other dtypes."""
        mine, its = self.output_types, get_output_types(dataset)
        for name in _OUTPUTS[1:]:  # TensorFlow compares them, and warns that it does
            getattr(self, name)
        if nest.flatten(mine) != nest.flatten(its):
            raise TypeError(f"Expected output types {mine!r} but got dataset with output types {its!r}.")
        return dispatch(iterator_ops.MAKE_ITERATOR, (dataset._variant, self._handle), None, name or "make_initializer")

    output_types, output_shapes, output_classes = (_deprecated(name, "Iterator", "iterator_ops") for name in _OUTPUTS)


def make_initializable_iterator(dataset, shared_name=None):
    """An iterator over `dataset` that starts when its ``initializer`` is run. Raises RuntimeError in eager execution."""
    if context.graph is None:
        raise RuntimeError("`make_initializable_iterator()` is not supported in eager mode. Use Python-style iteration instead.")
    spec = dataset.element_spec
    handle = dispatch(ITERATOR, (), {**structure.types_and_shapes(spec), "shared_name": shared_name or ""})
    return Iterator(handle, spec, dispatch(iterator_ops.MAKE_ITERATOR, (dataset._variant, handle)))


def make_one_shot_iterator(dataset):
    """An iterator that goes over `dataset` once in each session.

    Raises:
        ValueError: the dataset depends on a placeholder or a Variable.
    """
    if context.graph is None:
        return iter(dataset)
    factory = _by_value(dataset._variant)
    attrs = {"dataset_factory": factory, **structure.types_and_shapes(dataset.element_spec)}
    return Iterator(dispatch(ONE_SHOT, (), attrs), dataset.element_spec)


def _by_value(variant):
    """A function's graph that makes a dataset: copies of all the nodes that `variant` depends on."""
    with graph_mode(None):
        graph = FuncGraph("_make_dataset")
    copies = {}

    def copy(tensor):
        operation = tensor.op
        if id(operation) not in copies:
            if operation.op_def.is_placeholder:
                raise ValueError(f"Cannot capture a placeholder (name:{operation.name}, type:{operation.type}) by value.")
            if operation.op_def.stateful:
                raise ValueError(
                    f"Cannot capture a stateful node (name:{operation.name}, type:{operation.type}) by value.: A likely cause of this "
                    "error is that the dataset for which you are calling `make_one_shot_iterator()` captures a stateful object, such "
                    "as a `tf.Variable` or `tf.lookup.StaticHashTable`, which is not supported. Use `make_initializable_iterator()` "
                    "instead.")
            inputs = [copy(each) for each in operation.inputs]
            copies[id(operation)] = graph.add_operation(operation.op_def, inputs, operation.attrs, f"{operation.name}/")
        return copies[id(operation)].outputs[tensor.value_index]

    with graph_mode(graph):
        graph.outputs.append(copy(variant))
    graph.finished = True
    return graph


def get_output_types(dataset_or_iterator):
    """The dtypes of the elements, in their structure."""
    return nest.map_structure(lambda spec: spec.dtype, dataset_or_iterator.element_spec)


def get_output_shapes(dataset_or_iterator):
    """The static shapes of the elements, in their structure."""
    return nest.map_structure(lambda spec: spec.shape, dataset_or_iterator.element_spec)


def get_output_classes(dataset_or_iterator):
    """The classes of the elements, in their structure."""
    return nest.map_structure(lambda spec: spec.value_type, dataset_or_iterator.element_spec)


# -- datasets with iterators as methods ----------------------------------------------------------------------------
def _adapted(function):
    """`function`, whose dataset is given the methods of TensorFlow 1."""
    @functools.wraps(function)
    def call(*args, **kwargs):
        result = function(*args, **kwargs)
        return DatasetV1Adapter(result) if isinstance(result, _data.Dataset) and not isinstance(result, DatasetV1) else result

    return call


class DatasetV1(_data.Dataset):
    """`tf.compat.v1.data.Dataset`: what it makes, and what is made of that, can make iterators for sessions."""

    def make_one_shot_iterator(self):
        warn_deprecated("DatasetV1.make_one_shot_iterator", "tensorflow.python.data.ops.dataset_ops",
                        _INSTEAD.format("make_one_shot_iterator"))
        return make_one_shot_iterator(self)

    def make_initializable_iterator(self, shared_name=None):
        warn_deprecated("DatasetV1.make_initializable_iterator", "tensorflow.python.data.ops.dataset_ops",
                        _INSTEAD.format("make_initializable_iterator"))
        return make_initializable_iterator(self, shared_name)

    output_types, output_shapes, output_classes = (_deprecated(name, "DatasetV1", "dataset_ops") for name in _OUTPUTS)


class DatasetV1Adapter(DatasetV1):
    """A dataset of TensorFlow 2 with these methods."""

    def __init__(self, dataset):
        super().__init__(dataset._variant, dataset.element_spec)
        self._options, self._shown = dataset._options, dataset

    def __repr__(self):
        return repr(self._shown)

    __str__ = __repr__


for _name in dir(_data.Dataset):
    _member = inspect.getattr_static(_data.Dataset, _name)
    if not _name.startswith("_") and isinstance(_member, staticmethod):
        setattr(DatasetV1, _name, staticmethod(_adapted(_member.__func__)))
    elif not _name.startswith("_") and inspect.isfunction(_member):
        setattr(DatasetV1, _name, _adapted(_member))
Dataset = DatasetV1
FixedLengthRecordDataset, TFRecordDataset, TextLineDataset = map(_adapted, (
    _data.FixedLengthRecordDataset, _data.TFRecordDataset, _data.TextLineDataset))


def __getattr__(name):
    return getattr(_data, name)
