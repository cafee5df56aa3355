"""`tf.data.Dataset`: sources of elements and what becomes of them, eagerly and inside functions."""

from __future__ import annotations


import numpy as np

from runtime.core import dtypes, hooks, nest, random_seed
from runtime.core.context import context, inside_function
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.tensor import EagerTensor, Tensor
from runtime.core.tensor_shape import as_dims
from runtime.data import ops, structure
from runtime.data.functions import StructuredFunction, is_scalar_boolean
from runtime.data.generator import Elements
from runtime.data.iterator import NumpyIterator, OwnedIterator
from runtime.data.listing import count_of, files_that_match
from runtime.data.loops import for_stmt
from runtime.data.options import Options
from runtime.data.resampling import Resampling
from runtime.data.storage import Storage
from runtime.data.structure import DatasetSpec
from runtime.function.tensor_spec import TensorSpec

AUTOTUNE, INFINITE_CARDINALITY, UNKNOWN_CARDINALITY = -1, -1, -2
_CLASSES = {}


@hooks.dataset_class.provide
def dataset_class(name=None):
    """The subclass of `Dataset` that prints as `name`; `Dataset` itself without one."""
    if name is None:
        return Dataset
    if name not in _CLASSES:
        _CLASSES[name] = type(name, (Dataset,), {"__module__": __name__})
    return _CLASSES[name]


def _int64(value, name):
    return convert_to_tensor(value, dtypes.int64, name=name)


def _check_int64(value, name):
    """Raises ValueError for a tensor of another dtype in the place of a number that is only counted with."""
    if isinstance(value, Tensor):
        _int64(value, name)


def _seeds(seed):
    """The two seed tensors of an op; both 0 for a random seed."""
    seed, seed2 = random_seed.get_seed(seed)
    if (seed, seed2) == (0, 0):
        seed2 = 2**31 - 1
    return _int64(seed or 0, "seed"), _int64(seed2 or 0, "seed2")


class Dataset(Resampling, Storage):
    """A sequence of elements: structures of tensors (`tf.data.Dataset`). Made by its static methods, then transformed.

    Attributes:
        element_spec: the type of the elements.
    """

    def __init__(self, variant, element_spec):
        self._variant = variant
        self._element_spec = element_spec
        self._options = Options()

    @property
    def element_spec(self):
        return self._element_spec

    @staticmethod
    def _new(kind, op_def, inputs, spec, **attrs):
        return dataset_class(f"_{kind}Dataset" if kind != "Cache" else "CacheDataset")(
            dispatch(op_def, inputs, {**structure.types_and_shapes(spec), **attrs}), spec)

    def _with(self, kind, op_def, *inputs, spec=None, **attrs):
        made = self._new(kind, op_def, (self._variant, *inputs), self._element_spec if spec is None else spec, **attrs)
        made._options = self._options
        return made

    def _applied(self, kind, op_def, func, spec=None, **attrs):
        return self._with(kind, op_def, *func.inputs(), spec=func.output_spec if spec is None else spec, f=func.graph, **attrs)

    def _function(self, func, name):
        return StructuredFunction(func, self._element_spec, f"Dataset.{name}()")

    # -- sources ---------------------------------------------------------------------------------------------------
    @staticmethod
    def from_tensors(tensors, name=None):
        """One element: `tensors`."""
        tensors = structure.normalize(tensors)
        return Dataset._new("Tensor", ops.TENSOR, structure.tensors_of(tensors), structure.spec_of(tensors))

    @staticmethod
    def from_tensor_slices(tensors, name=None):
        """The slices of `tensors` along their first dimension.

        Raises:
            ValueError: a tensor is a scalar, or the sizes differ.
        """
        tensors = structure.normalize(tensors)
        leaves, spec = structure.tensors_of(tensors), structure.spec_of(tensors)
        rows = structure.unbatched(spec)
        sizes = [dims[0] for dims in structure.all_dims(spec) if dims is not None]
        for size in sizes:
            if None not in (size, sizes[0]) and size != sizes[0]:
                raise ValueError(f"Dimensions {sizes[0]} and {size} are not compatible")
        return Dataset._new("TensorSlice", ops.TENSOR_SLICE, leaves, rows)

    @staticmethod
    def range(*args, output_type=dtypes.int64, name=None):
        """int64 numbers as `range` gives them. Raises ValueError for no arguments or more than three."""
        if not 1 <= len(args) <= 3:
            raise ValueError(f"Invalid `args`. The length of `args` should be between 1 and 3 but was {len(args)}.")
        start, stop, step = (0, args[0], 1) if len(args) == 1 else (*args, 1)[:3]
        return Dataset._new("Range", ops.RANGE, (_int64(start, "start"), _int64(stop, "stop"), _int64(step, "step")),
                            TensorSpec((), output_type))

    @staticmethod
    def counter(start=0, step=1, dtype=dtypes.int64, name=None):
        """Numbers from `start` on, `step` apart, without end."""
        start, step = convert_to_tensor(start, dtype, name="start"), convert_to_tensor(step, dtype, name="step")
        return Dataset.from_tensors(0).repeat(None).scan(start, lambda state, _: (state + step, state))

    @staticmethod
    def random(seed=None, rerandomize_each_iteration=None, name=None):
        """Random int64 numbers below 2**32, without end."""
        return Dataset._new("Random", ops.RANDOM, _seeds(seed), TensorSpec((), dtypes.int64))

    @staticmethod
    def from_generator(generator, output_types=None, output_shapes=None, args=None, output_signature=None, name=None):
        """What the Python function `generator` yields, called anew for each iteration over the dataset.

        Args:
            output_signature: the structure of specs that each element has.
            output_types, output_shapes: dtypes and shapes in its place.
            args: tensors; `generator` is called with their NumPy values.

        Raises:
            TypeError: `generator` is not callable, or no signature is given.
        """
        if not callable(generator):
            raise TypeError("`generator` must be a Python callable.")
        if output_signature is None:
            if output_types is None:
                raise TypeError("To specify the output signature you need to provide either the `output_signature` argument or "
                                "the `output_types` argument.")
            output_signature = _signature(output_types, output_shapes)
        elif output_types is not None or output_shapes is not None:
            given = "output_shapes" if output_types is None else "output_types"
            raise TypeError(f"The `{given}` argument can not be used together with the `output_signature` argument.")
        inputs = [convert_to_tensor(value) for value in args or ()]
        return Dataset._new("FlatMap", ops.GENERATOR, inputs, output_signature, generator=Elements(generator, output_signature))

    @staticmethod
    def zip(*args, datasets=None, name=None):
        """Elements side by side, in the structure of `datasets`; as many as the shortest has."""
        datasets = (args[0] if len(args) == 1 else args) if args else datasets
        if datasets is None:
            raise TypeError("Must pass at least one dataset to `zip`.")
        leaves = structure.flatten(datasets)
        for leaf in leaves:
            if not isinstance(leaf, Dataset):
                if isinstance(leaf, list):
                    raise TypeError("Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` "
                                    "objects. Python `list` is not supported and you should use `tuple` instead.")
                raise TypeError("Invalid input to `zip`. Inputs are expected to be (nested) structures of `tf.data.Dataset` "
                                f"objects but encountered object of type {type(leaf)}.")
        spec = structure.map_leaves(lambda dataset: dataset.element_spec, datasets)
        return Dataset._new("Zip", ops.ZIP, [leaf._variant for leaf in leaves], spec)

    @staticmethod
    def list_files(file_pattern, shuffle=None, seed=None, name=None):
        """The names of the files that match a pattern or any of several, shuffled by default."""
        files = files_that_match(file_pattern)
        dataset = Dataset.from_tensor_slices(files)
        return dataset.shuffle(count_of(files), seed=seed) if shuffle is None or shuffle else dataset

    # -- functions of elements -------------------------------------------------------------------------------------
    def map(self, map_func, num_parallel_calls=None, deterministic=None, synchronous=None, use_unbounded_threadpool=False,
            name=None):
        """`map_func` of every element. It is traced once; elements that are tuples are its arguments.

        Args:
            num_parallel_calls: accepted; elements are computed in order.
        """
        func = self._function(map_func, "map")
        _check_int64(num_parallel_calls, "num_parallel_calls")
        if num_parallel_calls is None:
            return self._applied("Map", ops.MAP, func)
        return self._applied("ParallelMap", ops.PARALLEL_MAP, func)

    def filter(self, predicate, name=None):
        """The elements that `predicate` holds for. Raises ValueError unless it returns a boolean scalar."""
        return self._applied("Filter", ops.FILTER, self._predicate(predicate, "filter"), spec=self._element_spec)

    def take_while(self, predicate, name=None):
        """The elements before the first that `predicate` does not hold for."""
        return self._applied("TakeWhile", ops.TAKE_WHILE, self._predicate(predicate, "take_while"), spec=self._element_spec)

    def _predicate(self, predicate, name):
        func = self._function(predicate, name)
        if not is_scalar_boolean(func.output_spec):
            raise ValueError("Invalid `predicate`. `predicate` must return a `tf.bool` scalar tensor, but its return type is "
                             f"{func.output_spec}.")
        return func

    def flat_map(self, map_func, name=None):
        """The elements of the datasets that `map_func` makes of the elements, one dataset after the other."""
        func = self._of_datasets(map_func, "flat_map")
        return self._applied("FlatMap", ops.FLAT_MAP, func, spec=func.output_spec.element_spec)

    def _of_datasets(self, map_func, name):
        func = self._function(map_func, name)
        if not isinstance(func.output_spec, DatasetSpec):
            raise TypeError("The `map_func` argument must return a `Dataset` object. Got "
                            f"{structure.map_leaves(lambda leaf: getattr(leaf, 'value_type', type(leaf)), func.output_spec)!r}.")
        return func

    def interleave(self, map_func, cycle_length=None, block_length=None, num_parallel_calls=None, deterministic=None, name=None):
        """The elements of `cycle_length` datasets that `map_func` makes, `block_length` of each in turn."""
        for value, name_ in ((cycle_length, "cycle_length"), (block_length, "block_length"), (num_parallel_calls, "num_parallel_calls")):
            _check_int64(value, name_)
        func = self._of_datasets(map_func, "interleave")
        return self._applied("Interleave" if num_parallel_calls is None else "ParallelInterleave", ops.INTERLEAVE, func,
                             spec=func.output_spec.element_spec, cycle_length=cycle_length or AUTOTUNE,
                             block_length=block_length or 1)

    def scan(self, initial_state, scan_func, name=None):
        """``state, output = scan_func(state, element)``, from `initial_state` on: the outputs."""
        initial, func = self._stateful(initial_state, scan_func, "scan", lambda spec: spec[0])
        leaves = structure.tensors_of(initial)
        return self._with("Scan", ops.SCAN, *leaves, *func.inputs(), spec=func.output_spec[1], f=func.graph, states=len(leaves))

    def reduce(self, initial_state, reduce_func, name=None):
        """``state = reduce_func(state, element)`` over all elements, from `initial_state` on: the last state.

        Raises:
            TypeError: the state changes its structure or dtypes.
        """
        initial, func = self._stateful(initial_state, reduce_func, "reduce", lambda spec: spec)
        leaves, spec = structure.tensors_of(initial), func.output_spec
        results = dispatch(ops.REDUCE, (self._variant, *leaves, *func.inputs()),
                           {**structure.types_and_shapes(spec), "f": func.graph, "states": len(leaves)})
        return structure.pack(spec, iter(results))

    def _stateful(self, initial_state, function, name, state_of, convert=True):
        """(state, traced function of state and element); the state's shapes are widened until it keeps them."""
        initial = structure.normalize(initial_state)
        spec = structure.spec_of(initial)
        while True:
            func = StructuredFunction(function, (spec, self._element_spec), f"Dataset.{name}()", convert)
            if name == "scan" and not (isinstance(func.output_spec, tuple) and len(func.output_spec) == 2):
                raise TypeError(f"Invalid `scan_func`. `scan_func` should return a pair consisting of new state and the output "
                                f"value but its return type is {func.output_spec}.")
            after = state_of(func.output_spec)
            _check_state(spec, after)
            wider = structure.relaxed(spec, after)
            if wider == spec:
                return initial, func
            spec = wider

    def group_by_window(self, key_func, reduce_func, window_size=None, window_size_func=None, name=None):
        """Windows of elements with the same key, `window_size` elements each, as `reduce_func` makes datasets of them."""
        if (window_size is None) == (window_size_func is None):
            raise ValueError("Either the `window_size` argument or the `window_size_func` argument must be specified, but not both.")
        size_of = window_size_func or (lambda key: constant(window_size, dtypes.int64))
        key = self._function(key_func, "group_by_window")
        number = TensorSpec((), dtypes.int64)
        reduced = StructuredFunction(reduce_func, (number, DatasetSpec(self._element_spec)), "Dataset.group_by_window()")
        size = StructuredFunction(size_of, number, "Dataset.group_by_window()")
        parts = key, reduced, size
        return self._with("GroupByWindow", ops.GROUP_BY_WINDOW, *(tensor for part in parts for tensor in part.inputs()),
                          spec=reduced.output_spec.element_spec, key=key.graph, reduce=reduced.graph, size=size.graph,
                          counts=tuple(len(part.captured) for part in parts))

    def apply(self, transformation_func):
        """``transformation_func(self)``. Raises TypeError if that is no dataset."""
        result = transformation_func(self)
        if not isinstance(result, Dataset):
            raise TypeError("`transformation_func` must return a `tf.data.Dataset` object. Got "
                            f"{type(result)}.")
        return result

    # -- batches ---------------------------------------------------------------------------------------------------
    def batch(self, batch_size, drop_remainder=False, num_parallel_calls=None, deterministic=None, name=None):
        """Elements stacked, `batch_size` at a time; the last batch may be smaller."""
        size = _int64(batch_size, "batch_size")
        known = int(size) if drop_remainder is True and isinstance(size, EagerTensor) else None
        made = self._with("Batch" if num_parallel_calls is None else "ParallelBatch", ops.BATCH, size,
                          convert_to_tensor(drop_remainder, name="drop_remainder"), spec=structure.batched(self._element_spec, known))
        made._batch_size = size
        return made

    def padded_batch(self, batch_size, padded_shapes=None, padding_values=None, drop_remainder=False, name=None):
        """Batches of elements padded to a common shape: `padded_shapes`, or the largest sizes in the batch.

        Raises:
            ValueError: the rank of a component is not known.
        """
        specs = structure.flatten(self._element_spec)
        for spec in specs:
            if not isinstance(spec, TensorSpec):
                raise TypeError("`padded_batch` is only supported for datasets that produce tensor elements but type spec of elements in "
                                f"the input dataset is not a subclass of TensorSpec: `{spec}`.")
        if padded_shapes is None:
            if any(spec._dims is None for spec in specs):
                raise ValueError("You must provide `padded_shapes` argument because component has unknown rank.")
            shapes = [spec._dims for spec in specs]
        else:
            shapes = [_sizes(shape) for shape in _leaves_like(self._element_spec, padded_shapes)]
        values = [None] * len(specs) if padding_values is None else _leaves_like(self._element_spec, padding_values)
        values = [convert_to_tensor(_zero(spec.dtype) if value is None else value, spec.dtype, name="padding_value")
                  for spec, value in zip(specs, values)]
        size = _int64(batch_size, "batch_size")
        first = int(size) if drop_remainder and isinstance(size, EagerTensor) else None
        known = [tuple(None if isinstance(one, Tensor) else one for one in shape) for shape in shapes]
        made = iter([TensorSpec((first, *shape), spec.dtype) for shape, spec in zip(known, specs)])
        padded = [convert_to_tensor([-1 if one is None else one for one in shape], dtypes.int64) for shape in shapes]
        result = self._with("PaddedBatch", ops.PADDED_BATCH, size, *padded, *values, drop=bool(drop_remainder),
                            spec=structure.map_leaves(lambda _: next(made), self._element_spec))
        result._batch_size = size
        return result

    def ragged_batch(self, batch_size, drop_remainder=False, row_splits_dtype=dtypes.int64, name=None):
        """Batches of elements that may have different sizes: ragged tensors, where sizes are not known beforehand."""
        spec = structure.to_ragged(self._element_spec, row_splits_dtype)

        def encoded(*element):
            element = element if isinstance(self._element_spec, tuple) else element[0]
            leaves = zip(structure.flatten(spec), structure.flatten(element))
            made = iter([structure.as_ragged(one, value) for one, value in leaves])
            return structure.map_leaves(lambda _: next(made), spec)

        func = StructuredFunction(encoded, self._element_spec, "Dataset.ragged_batch()", convert=False)
        return self._applied("DenseToRagged", ops.MAP, func, spec=spec).batch(batch_size, drop_remainder)

    def unbatch(self, name=None):
        """The slices of the elements along their first dimension."""
        spec = structure.unbatched(self._element_spec, "Cannot unbatch an input with scalar components.")
        sizes = {None if dims is None else dims[0] for dims in structure.all_dims(self._element_spec)}
        return self._with("Unbatch", ops.UNBATCH, spec=spec,
                          rows=sizes.pop() if len(sizes) == 1 else None)

    def rebatch(self, batch_size, drop_remainder=False, name=None):
        """Batches of another size.

        Raises:
            ValueError: the elements are scalars, or their first sizes differ.
        """
        spec = structure.rebatched(self._element_spec, batch_size, drop_remainder)
        rows = structure.unbatched(self._element_spec)
        made = self._with("Unbatch", ops.UNBATCH, spec=rows, rows=None).batch(batch_size, drop_remainder)
        return dataset_class("_RebatchDataset")(made._variant, spec)

    def window(self, size, shift=None, stride=1, drop_remainder=False, name=None):
        """Datasets of `size` elements each; a window begins `shift` (by default `size`) elements after the one before."""
        spec = structure.map_leaves(DatasetSpec, self._element_spec)
        return self._with("Window", ops.WINDOW, _int64(size, "size"), _int64(size if shift is None else shift, "shift"),
                          _int64(stride, "stride"), convert_to_tensor(drop_remainder, name="drop_remainder"), spec=spec)

    # -- order and number ------------------------------------------------------------------------------------------
    def shuffle(self, buffer_size, seed=None, reshuffle_each_iteration=True, name=None):
        """The elements in random order, each drawn from a buffer of `buffer_size`: TensorFlow's order for the same seed."""
        changing = reshuffle_each_iteration is not False
        return self._with("Shuffle", ops.SHUFFLE, _int64(buffer_size, "buffer_size"), *_seeds(seed), changing=changing)

    def repeat(self, count=None, name=None):
        """The elements `count` times over; without end by default."""
        return self._with("Repeat", ops.REPEAT, _int64(-1 if count is None else count, "count"))

    def take(self, count, name=None):
        return self._with("Take", ops.TAKE, _int64(count, "count"))

    def skip(self, count, name=None):
        return self._with("Skip", ops.SKIP, _int64(count, "count"))

    def shard(self, num_shards, index, name=None):
        """Every `num_shards`-th element, from the `index`-th on."""
        return self._with("Shard", ops.SHARD, _int64(num_shards, "num_shards"), _int64(index, "index"))

    def concatenate(self, dataset, name=None):
        """These elements, then those of `dataset`. Raises TypeError where their types have nothing in common."""
        spec = structure.relaxed(self._element_spec, dataset.element_spec)
        if spec is None:
            raise TypeError(f"Incompatible dataset elements:\n  {self._element_spec} vs.   {dataset.element_spec}")
        return self._with("Concatenate", ops.CONCATENATE, dataset._variant, spec=spec)

    def enumerate(self, start=0, name=None):
        """Pairs of a number (int64), from `start` on, and an element."""
        return Dataset.zip((Dataset.range(start, np.iinfo(np.int64).max), self))

    def unique(self, name=None):
        """The elements, each once."""
        return self._with("Unique", ops.UNIQUE)

    def ignore_errors(self, log_warning=False, name=None):
        """The elements that can be computed, without those whose computation raises an error."""
        return self._with("IgnoreErrors", ops.IGNORE_ERRORS, log_warning=log_warning)

    def cache(self, filename="", name=None):
        """The same elements, computed in the first full iteration and kept in memory (whatever `filename` says)."""
        return self._with("Cache", ops.CACHE)

    def prefetch(self, buffer_size, name=None):
        """The same elements. Nothing is computed ahead."""
        return self._with("Prefetch", ops.PREFETCH, _int64(buffer_size, "buffer_size"))

    def with_options(self, options, name=None):
        made = self._with("Options", ops.OPTIONS)
        made._options = self._options.merge(options)
        return made

    def options(self):
        return self._options

    # -- looking ---------------------------------------------------------------------------------------------------
    def cardinality(self, name=None):
        """The number of elements as an int64 tensor; INFINITE_CARDINALITY or UNKNOWN_CARDINALITY."""
        return dispatch(ops.CARDINALITY, (self._variant,))

    def get_single_element(self, name=None):
        """The only element. Raises InvalidArgumentError if there are none or more."""
        return structure.pack(self._element_spec, iter(dispatch(ops.SINGLE_ELEMENT, (self._variant,),
                                                                structure.types_and_shapes(self._element_spec))))

    def as_numpy_iterator(self, name=None):
        """An iterator over the elements as NumPy arrays and scalars. Raises RuntimeError in functions."""
        if context.graph is not None:
            raise RuntimeError("`tf.data.Dataset.as_numpy_iterator()` is only supported in eager mode.")
        return NumpyIterator(self)

    def __iter__(self):
        if context.graph is None or inside_function():
            return OwnedIterator(self)
        raise RuntimeError("`tf.data.Dataset` only supports Python-style iteration in eager mode or within tf.function.")

    def __bool__(self):
        return True

    def __len__(self):
        if context.graph is not None:
            raise TypeError("`tf.data.Dataset` only supports `len` in eager mode. Use `tf.data.Dataset.cardinality()` instead.")
        length = int(self.cardinality())
        if length == INFINITE_CARDINALITY:
            raise TypeError("The dataset is infinite.")
        if length == UNKNOWN_CARDINALITY:
            raise TypeError("The dataset length is unknown.")
        return length

    def __repr__(self):
        return f"<{type(self).__name__} element_spec={self._element_spec}>"

    __str__ = __repr__

    # -- functions -------------------------------------------------------------------------------------------------
    def _components(self):
        return [self._variant]

    def _from_components(self, parts):
        return self._type_spec.build(parts[0])

    @property
    def _type_spec(self):
        return DatasetSpec(self._element_spec)

    def __tf_tracing_type__(self, tracing_context):
        return self._type_spec

    @staticmethod
    def _autograph_for_stmt(iter_, extra_test, body, get_state, set_state, symbol_names, opts):
        return for_stmt(iter_, extra_test, body, get_state, set_state, symbol_names, opts)

    _autograph_enumerate = staticmethod(lambda dataset, start=0: dataset.enumerate(start))
    _autograph_len = staticmethod(lambda dataset: dataset.cardinality())
    _autograph_map = staticmethod(lambda function, *datasets: (datasets[0] if len(datasets) == 1 else Dataset.zip(
        datasets)).map(function))
    _autograph_filter = staticmethod(lambda function, dataset: dataset.filter(function))

    @staticmethod
    def _autograph_zip(*datasets, strict=False):
        return Dataset.zip(datasets)

    @staticmethod
    def _autograph_any(dataset):
        return _over_booleans(dataset, "any", False)

    @staticmethod
    def _autograph_all(dataset):
        return _over_booleans(dataset, "all", True)


def _over_booleans(dataset, name, start):
    if not is_scalar_boolean(dataset.element_spec):
        raise ValueError(f"in graph mode, the \"{name}\" builtin only supports datasets that return bool scalars; got: "
                         f"{dataset.element_spec}")
    if start:
        return dataset.filter(lambda x: ~x).take(1).reduce(constant(True), lambda state, x: x & state)
    return dataset.filter(lambda x: x).take(1).reduce(constant(False), lambda state, x: x | state)


def _check_state(before, after):
    left, right = structure.flatten(before), structure.flatten(after)
    if len(left) != len(right):
        raise TypeError(f"The element classes for the new state must match the initial state. Expected {before} but got {after}.")
    for one, other in zip(left, right):
        first, second = getattr(one, "dtype", type(one)), getattr(other, "dtype", type(other))
        if first is not second:
            raise TypeError(f"The element types for the new state must match the initial state. Expected {first} but got {second}.")


def _signature(types, shapes):
    """The structure of TensorSpecs for a structure of dtypes, and perhaps one of shapes."""
    if structure.is_structure(types):
        children = nest.children(types)
        parts = [None] * len(children) if shapes is None else nest.children(shapes)
        return nest.rebuild(types, [_signature(one, part) for one, part in zip(children, parts)])
    return TensorSpec(None if shapes is None else shapes, types)


def _leaves_like(spec, value):
    """The leaves of `value`, which has the structure of `spec` with shapes or scalars in it; one value serves all."""
    if not structure.is_structure(spec):
        return [value]
    children = nest.children(spec)
    parts = nest.children(value) if structure.is_structure(value) else [value] * len(children)
    return [leaf for one, part in zip(children, parts) for leaf in _leaves_like(one, part)]


def _sizes(shape):
    """The sizes of a padded shape: numbers, None for the longest, or tensors."""
    if not isinstance(shape, (list, tuple)):
        shape = as_dims(shape)
    return tuple(one if isinstance(one, Tensor) else None if one in (None, -1) else int(one) for one in shape)


def _zero(dtype):
    return b"" if dtype is dtypes.string else False if dtype is dtypes.bool_ else 0
