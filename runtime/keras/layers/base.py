"""`keras.Layer`: how layers are built and called; `training` and masks are passed down."""

from __future__ import annotations

import inspect
import numbers
import threading
import warnings

from runtime.core import dtypes, errors, nest
from runtime.core.composite import CompositeTensor
from runtime.core.context import inherited
from runtime.core.convert import convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.keras import dtype_policies, hooks, regularizers
from runtime.keras.layers.input_spec import check_inputs
from runtime.keras.layers.state import LayerState
from runtime.keras.naming import auto_name, current_path, name_scope
from runtime.keras.precision import autocast
from runtime.keras.saving.archive import pickled
from runtime.keras.saving.config import Configurable, config_of, supported
from runtime.keras.symbolic import KerasTensor, Node, builds, call_symbolically, get_mask, has_keras_tensors, set_mask
from runtime.keras.variable import Variable, is_tensor
from runtime.ops.cast import cast
from runtime.ops.array import shape

_MISSING = object()


class _Calls(threading.local):
    training = None  # of the innermost layer that was told
    depth = 0


_calls = inherited(_Calls())


class Layer(LayerState, Configurable):
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

    input_spec = None
    _convert_input_args = True  # arrays become tensors
    _casts_inputs = True  # floats of another dtype than it computes in
    _allow_non_tensor_positional_args = False

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
        object.__setattr__(layer, "_arguments", (args, kwargs))
        return layer

    def __reduce__(self):
        return pickled(self)

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
        object.__setattr__(self, "_policy", dtype_policies.get(dtype))
        self.autocast = autocast
        self.activity_regularizer = regularizers.get(activity_regularizer)
        self._own_losses = []
        self._parent_path = self._path = None
        object.__setattr__(self, "nodes", [])  # its calls on KerasTensors
        self.supports_masking = type(self).compute_mask is not Layer.compute_mask
        self.built = False
        signature = _signature_of(self.call)
        object.__setattr__(self, "_signature", signature)
        self._call_has_training_arg = "training" in signature.parameters
        self._mask_arguments = [name for name in signature.parameters if name == "mask" or name.endswith("_mask")]
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

    @property
    def dtype_policy(self):
        """The dtypes of weights and computations; a new one holds for weights that are not made yet, and for calls."""
        return self._policy

    @dtype_policy.setter
    def dtype_policy(self, value):
        policy = dtype_policies.get(value)
        if isinstance(self._policy, dtype_policies.DTypePolicyMap) and self._path:
            if self._path in self._policy:
                del self._policy[self._path]
            self._policy[self._path] = policy
        else:
            object.__setattr__(self, "_policy", policy)

    @property
    def compute_dtype(self):
        return self._policy.of_path(self._path).compute_dtype

    @property
    def variable_dtype(self):
        return self._policy.of_path(self._path).variable_dtype

    @property
    def quantization_mode(self):
        """None: the runtime has no quantised layers."""
        return None

    dtype, input_dtype = variable_dtype, compute_dtype

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
        if type(self).build is Layer.build and self._may_have_unbuilt_state():
            warnings.warn(f"`build()` was called on layer '{self.name}', however the layer does not have a `build()` method implemented and "
                          "it looks like it has unbuilt state. This will cause the layer to be marked as built, despite not being "
                          "actually built, which may cause failures down the line. Make sure to implement a proper `build()` method.",
                          stacklevel=3)

    def call(self, *args, **kwargs):
        raise NotImplementedError(f"Layer {type(self).__name__} does not have a `call()` method implemented.")

    def __call__(self, *args, **kwargs):
        self._check_super_called()
        given = args, kwargs
        if self._convert_input_args and (
                kwargs or len(args) != 1 or not isinstance(args[0], (Tensor, KerasTensor)) or args[0].dtype != self.input_dtype):
            args, kwargs = nest.map_structure(self._converted, (args, kwargs))
            for leaf in nest.flatten(args):
                if leaf is not None and not is_tensor(leaf) and not self._allow_non_tensor_positional_args:
                    raise ValueError("Only input tensors may be passed as positional arguments. The following argument value should be "
                                     f"passed as a keyword argument: {leaf} (of type {type(leaf)})")
        told = kwargs.pop("training", _MISSING) if not self._call_has_training_arg else _MISSING
        bound = self._signature.bind(*args, **kwargs)
        if told is _MISSING:
            told = bound.arguments.get("training", _MISSING)
        bound.apply_defaults()
        arguments = bound.arguments
        first = next(iter(arguments.values())) if arguments else None
        if self.input_spec is not None:
            check_inputs(self.input_spec, first, self.name)
        outer_training = _calls.training
        training = told if told is not _MISSING else outer_training if outer_training is not None else arguments.get("training")
        if _calls.depth == 0:
            self._forget_losses()
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
                if self._mask_arguments:
                    self._pass_masks(arguments, kwargs)
                previous_mask = kwargs.get("mask")
                if previous_mask is None:
                    previous_mask = get_mask(first) if is_tensor(first) else nest.map_structure(get_mask, first)
                outer_dtype, autocast.dtype = autocast.dtype, self._autocast_dtype()
                try:
                    outputs = self._call_any(args, kwargs)
                finally:
                    autocast.dtype = outer_dtype
                if self.activity_regularizer is not None and not has_keras_tensors(outputs):
                    self._regularize(outputs)
                self._mask_outputs(first, outputs, previous_mask)
        finally:
            _calls.training = outer_training
            _calls.depth -= 1
        if has_keras_tensors(given):
            self._forget_losses()
            Node(self, *given, outputs)
        return outputs

    def _forget_losses(self):
        """Of the call before, or of a symbolic one."""
        for layer in self._flatten_layers():
            layer._own_losses.clear()

    def _pass_masks(self, arguments, kwargs):
        """Give `call` the masks that its tensors carry, unless it was given others."""
        tensors = {name: value for name, value in arguments.items() if value is not None and _is_nest_of_tensors(value)}
        for name, value in tensors.items():
            target = "mask" if len(tensors) == 1 else f"{name}_mask"
            if target in self._mask_arguments and arguments.get(target) is None:
                kwargs[target] = nest.map_structure(get_mask, value)

    def _mask_outputs(self, inputs, outputs, previous_mask):
        if not self.supports_masking:
            if previous_mask is not None and any(mask is not None for mask in nest.flatten(previous_mask)):
                warnings.warn(f"Layer '{self.name}' (of type {type(self).__name__}) was passed an input with a mask attached to it. "
                              "However, this layer does not support masking and will therefore destroy the mask information. "
                              "Downstream layers will not see the mask.", stacklevel=3)
            return
        if previous_mask is None and type(self).compute_mask is Layer.compute_mask:
            return
        flat = nest.flatten(outputs)
        if all(get_mask(output) is not None for output in flat):
            return
        masks = self.compute_mask(inputs, previous_mask)
        if masks is not None:
            for output, mask in zip(flat, nest.flatten(masks)):
                if mask is not None and get_mask(output) is None:
                    set_mask(output, mask)

    def _converted(self, value):
        if isinstance(value, (Tensor, Variable, CompositeTensor)):
            if self._should_cast(value):
                mask, value = get_mask(value), cast(value, self.input_dtype)
                if mask is not None:
                    set_mask(value, mask)
            return value
        if isinstance(value, KerasTensor) and self._should_cast(value):
            mask, value = get_mask(value), KerasTensor(value.shape, self.input_dtype, value.sparse, value.ragged, value.name)
            if mask is not None:
                set_mask(value, mask)
            return value
        if not isinstance(value, (KerasTensor, type)) and hasattr(value, "__array__"):
            return self._converted(convert_to_tensor(value))
        return value

    def _should_cast(self, value):
        return (self._casts_inputs and self.autocast and value.dtype != self.input_dtype
                and dtypes.as_dtype(value.dtype).is_floating)

    def _autocast_dtype(self):
        """The dtype in which Variables are read in `call`, None for their own."""
        dtype = self.compute_dtype
        if autocast.dtype is None:
            return None if dtype == self.variable_dtype else dtype
        return dtype if self.autocast and dtypes.as_dtype(dtype).is_floating else None

    def _regularize(self, outputs):
        for output in nest.flatten(outputs):
            loss = self.activity_regularizer(output)
            if output.shape.rank:
                loss = loss / cast(shape(output)[0], loss.dtype)
            self._own_losses.append(loss)

    def _build_for(self, arguments):
        shapes = shapes_of(arguments)
        if type(self).build is not Layer.build:
            args, kwargs = _fitting(type(self).build, shapes)
            self.build(*args, **kwargs)
            if self.input_spec is not None:
                check_inputs(self.input_spec, next(iter(arguments.values()), None), self.name)
            return
        if self._builds_parts(arguments):
            object.__setattr__(self, "_build_shapes", ((next(iter(shapes.values()), None),), {}))
            self._lock_state()

    def _builds_parts(self, arguments):
        """Build what `call` uses by a symbolic call, and tell whether all of it could be built."""
        complete = True
        if self._may_have_unbuilt_state():
            complete = builds(self.call, arguments, self.name)
            self._forget_losses()
        object.__setattr__(self, "built", True)
        return complete

    def _call_any(self, args, kwargs):
        if has_keras_tensors(args, kwargs):
            return self.compute_output_spec(*args, **kwargs)
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

    def compute_output_shape(self, input_shape):
        """Raises NotImplementedError: a layer that knows it says so."""
        raise NotImplementedError(f"Layer {type(self).__name__} does not have a `compute_output_shape` method implemented. "
                                  "Should implement `def compute_output_shape(self, input_shape)`.")

    def compute_output_spec(self, *args, **kwargs):
        """The KerasTensors that a call on these KerasTensors gives: of the shapes that the layer says, or as `call` computes them."""
        if type(self).compute_output_shape is Layer.compute_output_shape:
            return call_symbolically(self.call, args, kwargs)
        shapes = shapes_of(self._signature.bind(*args, **kwargs).arguments)
        args, kwargs = _fitting(type(self).compute_output_shape, shapes)
        return tensors_of(self.compute_output_shape(*args, **kwargs), self.compute_dtype)

    def compute_mask(self, inputs, previous_mask):
        return previous_mask

    def get_build_config(self):
        """The shapes that `build` was called with, None where it was not."""
        if "_build_shapes" not in self.__dict__:
            return None
        shapes, named = self._build_shapes
        if len(shapes) + len(named) == 1:
            return {"input_shape": [*shapes, *named.values()][0]}
        names = list(inspect.signature(type(self).build).parameters)[1:]
        return {"shapes_dict": {**dict(zip(names, shapes)), **named}}

    def build_from_config(self, config):
        """Call `build` with the shapes of a build config."""
        if "input_shape" in config:
            self.build(shape_of_file(config["input_shape"]))
        elif "shapes_dict" in config:
            self.build(**{name: shape_of_file(shape) for name, shape in config["shapes_dict"].items()})

    def get_config(self):
        """The constructor's arguments. Raises NotImplementedError for a class of the user's whose arguments are no plain values."""
        config = self._base_config()
        return config if type(self).get_config is not Layer.get_config else self._config_of_arguments(config)

    def _base_config(self):
        self._check_super_called()
        config = {"name": self.name, "trainable": self.trainable, "dtype": self.dtype_policy.as_config()}
        if self.activity_regularizer is not None:
            config["activity_regularizer"] = regularizers.serialize(self.activity_regularizer)
        return config

    def _config_of_arguments(self, config):
        args, kwargs = self._arguments
        signature = inspect.signature(type(self).__init__)
        parameters = list(signature.parameters.values())
        try:
            bound = signature.bind(self, *args, **kwargs)
        except TypeError:
            bound = None
        if bound is not None and not any(p.kind == p.POSITIONAL_ONLY or p.kind == p.VAR_POSITIONAL and bound.arguments.get(p.name)
                                         for p in parameters[1:]):
            bound.apply_defaults()
            arguments = {name: value for name, value in list(bound.arguments.items())[1:] if signature.parameters[name].kind not in (
                inspect.Parameter.VAR_KEYWORD, inspect.Parameter.VAR_POSITIONAL)}
            for parameter in parameters:
                if parameter.kind == parameter.VAR_KEYWORD:
                    arguments.update(bound.arguments.get(parameter.name, {}))
            arguments.pop("name", None)
            if all(value is None or isinstance(value, (str, int, float, bool)) for value in nest.flatten(arguments)):
                config = {"name": self.name, **arguments, **{name: value for name, value in config.items() if name != "name"}}
                if "name" not in signature.parameters and not any(p.kind == p.VAR_KEYWORD for p in parameters):
                    del config["name"]
                return config
        raise NotImplementedError(f"\nObject {type(self).__name__} was created by passing\nnon-serializable argument values in "
                                  "`__init__()`,\nand therefore the object must override `get_config()` in\norder to be serializable. "
                                  "Please implement `get_config()`.")

    @classmethod
    def from_config(cls, config):
        """The layer with these arguments. Raises TypeError where the class does not take them."""
        known = supported(cls, config)
        try:
            return cls(**known)
        except Exception as error:
            raise TypeError(f"Error when deserializing class '{cls.__name__}' using config={config}.\n\nException encountered: "
                            f"{error}") from error

    @property
    def input(self):
        """The KerasTensors of the layer's first call on such. Raises AttributeError without one."""
        inputs = self._first_node("input").inputs
        return inputs[0] if len(inputs) == 1 else inputs

    @property
    def output(self):
        """What the layer's first call on KerasTensors gave. Raises AttributeError without one."""
        outputs = self._first_node("output").outputs
        return outputs[0] if len(outputs) == 1 else outputs

    def _first_node(self, wanted):
        if not self.nodes:
            raise AttributeError(f"The layer {self.name} has never been called and thus has no defined {wanted}.")
        return self.nodes[0]

    def __repr__(self):
        return f"<{type(self).__name__} name={self.name}, built={self.built}>"

    __str__ = __repr__


class BuiltinLayer(Layer):
    """A layer of the runtime's own: its config names the parameters of its constructor."""

    def get_config(self):
        return {**self._base_config(), **config_of(self, ("name", "trainable", "dtype"))}


def shapes_of(arguments):
    """The shapes of the arguments of a call that are tensors, by their names."""
    return {name: nest.map_structure(lambda leaf: None if leaf is None else tuple(_dims(leaf)), value) for name, value in arguments.items()
            if name not in ("mask", "args", "kwargs") and _is_nest_of_tensors(value)}


def _fitting(method, shapes):
    """(args, kwargs) of a method that takes the shapes of `call`'s tensors: the first alone, or those it names ``…_shape``."""
    parameters = list(inspect.signature(method).parameters.values())[1:]
    if len(shapes) <= 1 or len(parameters) == 1:
        return (next(iter(shapes.values()), None),), {}
    takes_all = any(parameter.kind == parameter.VAR_KEYWORD for parameter in parameters)
    known = {parameter.name for parameter in parameters}
    return (), {f"{name}_shape": shape for name, shape in shapes.items() if takes_all or f"{name}_shape" in known}


def tensors_of(shapes, dtype):
    """A KerasTensor in the place of each shape."""
    if isinstance(shapes, dict):
        return {name: tensors_of(shape, dtype) for name, shape in shapes.items()}
    shapes = shapes if isinstance(shapes, list) else tuple(shapes)
    if all(size is None or isinstance(size, numbers.Integral) for size in shapes):
        return KerasTensor(tuple(shapes), dtype)
    return type(shapes)(tensors_of(shape, dtype) for shape in shapes)


def _is_nest_of_tensors(value):
    leaves = nest.flatten(value)
    return bool(leaves) and all(leaf is None or is_tensor(leaf) for leaf in leaves) and any(leaf is not None for leaf in leaves)


def shape_of_file(shape):
    """A shape, or a nest of them, as files have it: lists for tuples."""
    if isinstance(shape, dict):
        return {name: shape_of_file(value) for name, value in shape.items()}
    if isinstance(shape, (list, tuple)) and any(isinstance(item, (list, tuple, dict)) for item in shape):
        return [shape_of_file(item) for item in shape]
    return None if shape is None else tuple(shape)


def _signature_of(call):
    """The signature of a bound `call`, also of one that is a graph function."""
    signature = inspect.signature(getattr(call, "python_function", call))
    parameters = list(signature.parameters.values())
    if parameters and parameters[0].name == "self":
        signature = signature.replace(parameters=parameters[1:])
    return signature


def _dims(value):
    dims = value._dims if isinstance(value, Tensor) else tuple(value.shape)
    if dims is None:
        raise ValueError("as_list() is not defined on an unknown TensorShape.")
    return dims


def _described(value):
    if isinstance(value, Tensor):
        return f"tf.Tensor(shape={value.shape}, dtype={value.dtype.name})"
    return repr(value)


hooks.layer_class.provide(lambda: Layer)
