"""`keras.Layer`: weights made on the first call, found in attributes; losses; `training` passed down."""

from __future__ import annotations

import inspect
import threading
import warnings

from runtime.core import dtypes, errors, nest
from runtime.core.convert import convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.core.trackable import AutoTrackable
from runtime.keras import initializers, regularizers
from runtime.keras.naming import auto_name, current_path, name_scope
from runtime.keras.random import SeedGenerator
from runtime.keras.symbolic import KerasTensor, call_symbolically, has_keras_tensors
from runtime.keras.variable import Variable, standardize_dtype
from runtime.ops.cast import cast
from runtime.variables import Variable as _TensorFlowVariable

_MISSING = object()


class _Calls(threading.local):
    training = None  # of the innermost layer that was told
    depth = 0


_calls = _Calls()


def is_tensor(value):
    return isinstance(value, (Tensor, KerasTensor, Variable, _TensorFlowVariable))


def stateful_leaves(value):
    """Layers, metrics, Variables and seed generators in a nest of lists and dicts."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from stateful_leaves(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from stateful_leaves(item)
    elif isinstance(value, (Layer, Variable, SeedGenerator)) or hasattr(value, "update_state"):
        yield value


class Layer(AutoTrackable):
    """A callable with state. Subclasses define `call`, and `build(input_shape)` where weights depend on shapes.

    Args:
        activity_regularizer: function of the outputs whose result is added to `losses`.
        trainable: whether its weights train.
        dtype: of weights and computations, float32 by default.
        autocast: cast floating inputs to `dtype`.
        name: by default the class's name in snake case, numbered.

    Raises:
        ValueError: unknown keywords, a name with ``/``, state added after the layer was built.
    """

    def __new__(cls, *args, **kwargs):
        layer = super().__new__(cls)
        build = layer.build

        def build_and_lock(*shapes, **named_shapes):
            with layer._open_name_scope():
                layer._path = current_path()
                build(*shapes, **named_shapes)
            object.__setattr__(layer, "_build_shapes", (shapes, named_shapes))
            layer.built = True
            layer._lock_state()

        object.__setattr__(layer, "build", build_and_lock)
        return layer

    def __init__(self, *, activity_regularizer=None, trainable=True, dtype=None, autocast=True, name=None, **kwargs):
        if name is None:
            name = auto_name(type(self).__name__)
        if not isinstance(name, str) or "/" in name:
            raise ValueError("Argument `name` must be a string and cannot contain character `/`. "
                             f"Received: name={name} (of type {type(name)})")
        self.name = name
        self._set_input_shape(kwargs)
        if kwargs:
            raise ValueError(f"Unrecognized keyword arguments passed to {type(self).__name__}: {kwargs}")
        if not isinstance(trainable, bool):
            raise ValueError("Expected `trainable` to be a boolean. "
                             f"Received: trainable={trainable} (of type {type(trainable)})")
        self._trainable = trainable
        self._dtype = standardize_dtype(dtype)
        self.autocast = autocast
        self.activity_regularizer = regularizers.get(activity_regularizer)
        self._own_losses = []
        self._parent_path = self._path = None
        self._min_ndim = self._last_axis = None  # what inputs must look like, see `_check_input`
        self._output_spec = None  # KerasTensors of the last symbolic call
        self.supports_masking = False
        self.built = False
        signature = _signature_of(self.call)
        object.__setattr__(self, "_signature", signature)
        self._call_has_training_arg = "training" in signature.parameters
        object.__setattr__(self, "_weights", [])
        if type(self).build is Layer.build and not self._may_have_unbuilt_state():
            self._builds_at_init = True

    def _set_input_shape(self, kwargs):
        dimension = kwargs.pop("input_dim", None)
        shape = (dimension,) if dimension is not None else kwargs.pop("input_shape", None)
        if shape is not None:
            warnings.warn("Do not pass an `input_shape`/`input_dim` argument to a layer. When using Sequential models, prefer using "
                          "an `Input(shape)` object as the first layer in the model instead.", stacklevel=4)
            object.__setattr__(self, "_input_shape_arg", tuple(shape))

    # -- state -----------------------------------------------------------------------------------------------------
    def __setattr__(self, name, value):
        if name != "_weights" and self.__dict__.get("_locked") and name not in self.__dict__ and any(
                True for _ in stateful_leaves(value)):
            raise ValueError("You cannot add new elements of state (variables or sub-layers) to a layer that is already built. All "
                             "state must be created in the `__init__()` method or in the `build()` method.")
        if name == "call" or not name.startswith("_") or isinstance(value, (Layer, Variable, list, dict)):
            super().__setattr__(name, value)
        else:
            object.__setattr__(self, name, value)

    def _lock_state(self):
        object.__setattr__(self, "_locked", True)

    def _state(self, kind):
        """What of `kind` the attributes hold directly, each once."""
        self._check_super_called()
        seen, found = set(), []
        for name, value in self.__dict__.items():
            for leaf in stateful_leaves(value):
                if isinstance(leaf, kind) and id(leaf) not in seen and leaf is not self:
                    seen.add(id(leaf))
                    found.append(leaf)
        return found

    def _check_super_called(self):
        if "_weights" not in self.__dict__:
            raise RuntimeError(f"In layer '{type(self).__name__}', you forgot to call `super().__init__()` as the first statement in "
                               "the `__init__()` method. Go add it!")

    def _sublayers(self):
        return [leaf for leaf in self._state(Layer)]

    def _flatten_layers(self, include_self=True, recursive=True):
        found = [self] if include_self else []
        for layer in self._sublayers():
            found.append(layer)
            if recursive:
                found += [inner for inner in layer._flatten_layers(include_self=False)]
        return list({id(layer): layer for layer in found}.values())

    def _may_have_unbuilt_state(self):
        return any(not layer.built for layer in self._sublayers())

    def add_weight(self, shape=None, initializer=None, dtype=None, trainable=True, autocast=True, regularizer=None,
                   constraint=None, aggregation="none", name=None):
        """A new Variable of this layer; `initializer` is glorot_uniform for floats by default, zeros for others."""
        self._check_super_called()
        shape = () if shape is None else (shape,) if isinstance(shape, int) else tuple(shape)
        dtype = standardize_dtype(dtype) if dtype is not None else self._dtype
        if initializer is None:
            initializer = "glorot_uniform" if "float" in dtype else "zeros"
        with self._open_name_scope():
            variable = Variable(initializers.get(initializer), shape, dtype, trainable, name=name)
        variable.regularizer = regularizers.get(regularizer)
        variable.constraint = constraint
        if not self.trainable:
            variable.trainable = False
        if self.__dict__.get("_locked"):
            self.__setattr__(f"_late_{len(self.__dict__)}", [variable])  # refused in the words of every other late attribute
        self._weights.append(variable)
        return variable

    @property
    def weights(self):
        """The Variables of this layer and the layers inside it, trainable ones of each first."""
        own = self._state(Variable)
        found = [v for v in own if v.trainable_as_made] + [v for v in own if not v.trainable_as_made]
        for layer in self._sublayers():
            found += layer.weights
        return list({id(v): v for v in found}.values())

    @property
    def variables(self):
        """`weights`, and the states of random seeds."""
        own = self._state(Variable)
        found = [v for v in own if v.trainable_as_made] + [v for v in own if not v.trainable_as_made]
        found += [generator.state for generator in self._state(SeedGenerator)]
        for layer in self._sublayers():
            found += layer.variables
        return list({id(v): v for v in found}.values())

    @property
    def trainable_variables(self):
        return [v for v in self.variables if v.trainable] if self.trainable else []

    @property
    def non_trainable_variables(self):
        return [v for v in self.variables if not v.trainable] if self.trainable else self.variables

    @property
    def trainable_weights(self):
        return [v for v in self.weights if v.trainable] if self.trainable else []

    @property
    def non_trainable_weights(self):
        return [v for v in self.weights if not v.trainable] if self.trainable else self.weights

    @property
    def trainable(self):
        return self._trainable

    @trainable.setter
    def trainable(self, value):
        object.__setattr__(self, "_trainable", bool(value))
        for variable in self._state(Variable):
            if variable.trainable_as_made:
                variable.trainable = value
        for layer in self._sublayers():
            layer.trainable = value

    @property
    def metrics(self):
        found = [leaf for leaf in self._state(object) if hasattr(leaf, "update_state") and not isinstance(leaf, Layer)]
        for layer in self._sublayers():
            found += layer.metrics
        return found

    @property
    def losses(self):
        """What `add_loss` collected in the last call, then the weights' regularization."""
        found = [loss for layer in self._flatten_layers() for loss in layer._own_losses]
        return found + [v.regularizer(v) for v in self.trainable_weights if v.regularizer is not None]

    def add_loss(self, loss):
        for item in nest.flatten(loss):
            if not isinstance(item, Tensor):
                raise ValueError("`add_loss()` can only be called from inside `build()` or `call()`, on a tensor input. "
                                 f"Received invalid value: {item}")
            self._own_losses.append(item)

    def get_weights(self):
        return [v.numpy() for v in self.weights]

    def set_weights(self, weights):
        """Assign arrays in the order of `weights`. Raises ValueError where number or shapes differ."""
        own = self.weights
        if len(own) != len(weights):
            raise ValueError(f"You called `set_weights(weights)` on layer '{self.name}' with a weight list of length {len(weights)}, "
                             f"but the layer was expecting {len(own)} weights.")
        for variable, value in zip(own, weights):
            if tuple(variable.shape) != tuple(value.shape):
                raise ValueError(f"Layer {self.name} weight shape {variable.shape} is not compatible with provided weight shape "
                                 f"{tuple(value.shape)}.")
            variable.assign(value)

    def count_params(self):
        """Number of elements in all weights. Raises ValueError before the layer is built."""
        if not self.built:
            raise ValueError(f"You tried to call `count_params` on layer '{self.name}', but the layer isn't built. You can build it "
                             f"manually via: `layer.build(input_shape)`.")
        return sum(v._value.shape.num_elements() for v in self.weights)

    @property
    def dtype(self):
        return self._dtype

    compute_dtype = variable_dtype = input_dtype = dtype

    @property
    def path(self):
        return self._path

    def _open_name_scope(self):
        if self._parent_path is None:
            object.__setattr__(self, "_parent_path", current_path())
        return name_scope(self.name, self, self._parent_path)

    # -- calling ---------------------------------------------------------------------------------------------------
    def build(self, input_shape=None):
        """Make the weights. Called once, before the first `call`."""

    def call(self, *args, **kwargs):
        raise NotImplementedError(f"Layer {type(self).__name__} does not have a `call()` method implemented.")

    def __call__(self, *args, **kwargs):
        self._check_super_called()
        given = args, kwargs
        args, kwargs = nest.map_structure(self._converted, (args, kwargs))
        for leaf in nest.flatten(args):
            if leaf is not None and not is_tensor(leaf):
                raise ValueError("Only input tensors may be passed as positional arguments. The following argument value should be "
                                 f"passed as a keyword argument: {leaf} (of type {type(leaf)})")
        told = kwargs.pop("training", _MISSING) if not self._call_has_training_arg else _MISSING
        bound = self._signature.bind(*args, **kwargs)
        if told is _MISSING:
            told = bound.arguments.get("training", _MISSING)
        bound.apply_defaults()
        arguments = bound.arguments
        if arguments:
            self._check_input(next(iter(arguments.values())))
        outer_training = _calls.training
        training = told if told is not _MISSING else outer_training if outer_training is not None else arguments.get("training")
        if _calls.depth == 0:
            for layer in self._flatten_layers():
                layer._own_losses.clear()
        _calls.depth += 1
        try:
            with self._open_name_scope():
                if not self.built:
                    self._build_for(arguments)
                _calls.training = training
                if self._call_has_training_arg and training is not None:
                    kwargs["training"] = training
                    if len(args) >= (position := list(self._signature.parameters).index("training") + 1):
                        args = (*args[:position - 1], *args[position:])
                outputs = self._call_any(args, kwargs)
                if self.activity_regularizer is not None and not has_keras_tensors(outputs):
                    self._regularize(outputs)
        finally:
            _calls.training = outer_training
            _calls.depth -= 1
        if has_keras_tensors(given):
            object.__setattr__(self, "_output_spec", outputs)
            for leaf in nest.flatten(outputs):
                leaf.origin = (self, *given)
        return outputs

    def _converted(self, value):
        if isinstance(value, (Tensor, Variable)):
            if self.autocast and value.dtype != self._dtype and dtypes.as_dtype(value.dtype).is_floating:
                return cast(value, self._dtype)
            return value
        if not isinstance(value, (KerasTensor, type)) and hasattr(value, "__array__"):
            return self._converted(convert_to_tensor(value))
        return value

    def _regularize(self, outputs):
        for output in nest.flatten(outputs):
            loss = self.activity_regularizer(output)
            if output.shape.rank:
                from runtime.ops.array import shape
                loss = loss / cast(shape(output)[0], loss.dtype)
            self._own_losses.append(loss)

    def _build_for(self, arguments):
        shapes = {name: nest.map_structure(lambda leaf: tuple(_dims(leaf)), value) for name, value in arguments.items()
                  if nest.flatten(value) and all(map(is_tensor, nest.flatten(value)))}
        if type(self).build is not Layer.build:
            parameters = list(inspect.signature(type(self).build).parameters)[1:]
            if len(shapes) <= 1 or len(parameters) == 1:
                self.build(next(iter(shapes.values()), None))
            else:
                self.build(**{f"{name}_shape": shape for name, shape in shapes.items()})
            self._check_input(next(iter(arguments.values()), None))
            return
        if self._may_have_unbuilt_state():
            call_symbolically(lambda **values: self.call(**values), kwargs={
                name: value for name, value in arguments.items() if name != "kwargs"})
        object.__setattr__(self, "built", True)
        self._lock_state()

    def _call_any(self, args, kwargs):
        if has_keras_tensors(args, kwargs):
            return call_symbolically(self.call, args, kwargs)
        try:
            return self.call(*args, **kwargs)
        except Exception as error:  # noqa: BLE001 - whatever user code raises gets the call's arguments, as in Keras
            raise self._explained(error, args, kwargs).with_traceback(error.__traceback__) from None

    def _explained(self, error, args, kwargs):
        if getattr(error, "_has_call_info", False):
            return error
        try:
            bound = self._signature.bind(*args, **kwargs).arguments
        except TypeError:
            return error
        lines = [f"  • {name}={nest.map_structure(_described, bound[name]) if name in bound else parameter.default}"
                 for name, parameter in self._signature.parameters.items()]
        if not lines:
            return error
        is_op_error = isinstance(error, errors.OpError)
        message = error.message if is_op_error else error.args[0] if error.args else ""
        where = f"{type(self).__name__}.call()"
        message = (f"Exception encountered when calling {where}.\n\n\x1b[1m{message}\x1b[0m\n\nArguments received by {where}:\n"
                   + "\n".join(lines))
        try:
            explained = type(error)(error.node_def, error.op, message) if is_op_error else type(error)(message)
        except TypeError:
            explained = RuntimeError(message)
        explained._has_call_info = True
        return explained

    def _check_input(self, value):
        """Raise ValueError unless the input has `_min_ndim` dimensions at least and `_last_axis` elements in its last."""
        if self._min_ndim is None and self._last_axis is None:
            return
        for index, leaf in enumerate(nest.flatten(value)):
            if not is_tensor(leaf) or (dims := _dims(leaf)) is None:
                continue
            if self._min_ndim is not None and len(dims) < self._min_ndim:
                raise ValueError(f"Input {index} with name '{getattr(leaf, 'name', None) if isinstance(leaf, KerasTensor) else None}' of "
                                 f"layer '{self.name}' is incompatible with the layer: expected min_ndim={self._min_ndim}, found "
                                 f"ndim={len(dims)}. Full shape received: {tuple(dims)}")
            if self._last_axis is not None and dims[-1] not in (self._last_axis, None):
                raise ValueError(f"Input {index} with name '{getattr(leaf, 'name', None) if isinstance(leaf, KerasTensor) else None}' of "
                                 f"layer '{self.name}' is incompatible with the layer: expected axis -1 of input shape to have value "
                                 f"{self._last_axis}, but received input with shape {tuple(dims)}")

    def compute_output_shape(self, input_shape):
        """Raises NotImplementedError: a layer that knows it says so."""
        raise NotImplementedError(f"Layer {type(self).__name__} should implement `def compute_output_shape(self, input_shape)`.")

    def compute_mask(self, inputs, previous_mask):
        return previous_mask

    def get_config(self):
        return {"name": self.name, "trainable": self.trainable, "dtype": self._dtype}

    def __repr__(self):
        return f"<{type(self).__name__} name={self.name}, built={self.built}>"

    __str__ = __repr__


def _signature_of(call):
    """The signature of a bound `call`, also of one that is a graph function."""
    signature = inspect.signature(getattr(call, "python_function", call))
    parameters = list(signature.parameters.values())
    if parameters and parameters[0].name == "self":
        signature = signature.replace(parameters=parameters[1:])
    return signature


def _dims(value):
    return value._dims if isinstance(value, Tensor) else tuple(value.shape)


def _described(value):
    if isinstance(value, Tensor):
        return f"tf.Tensor(shape={value.shape}, dtype={value.dtype.name})"
    return repr(value)
