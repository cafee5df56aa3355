"""`keras.Model`: subclassed or from inputs and outputs, and `keras.Sequential`."""

from __future__ import annotations

from runtime.core import nest
from runtime.core.tensor import Tensor
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import InputLayer
from runtime.keras.summary import print_summary
from runtime.keras.symbolic import KerasTensor
from runtime.keras.training import Trainer


class Model(Trainer, Layer):
    """A layer that trains. ``Model(inputs, outputs)`` makes it of KerasTensors; subclasses define `call`."""

    def __new__(cls, *args, **kwargs):
        if cls is Model and (len(args) >= 2 or "outputs" in kwargs):
            cls = Functional
        return super().__new__(cls)

    def __init__(self, *args, **kwargs):
        Layer.__init__(self, *args, **kwargs)
        Trainer.__init__(self)

    def call(self, *args, **kwargs):
        raise NotImplementedError(f"Model {type(self).__name__} does not have a `call()` method implemented.")

    @property
    def layers(self):
        """The layers in the attributes of this one, in the order of assignment."""
        return [layer for layer in self._flatten_layers(include_self=False, recursive=False)]

    def get_layer(self, name=None, index=None):
        """The layer of that name or index. Raises ValueError if there is none, or if not one of both is given."""
        if (name is None) == (index is None):
            raise ValueError("Provide either a layer name or layer index at `get_layer`." if name is None else
                             f"Provide only a layer name or a layer index. Received: index={index}, name={name}.")
        if index is not None:
            if len(self.layers) <= index:
                raise ValueError(f"Was asked to retrieve layer at index {index} but model only has {len(self.layers)} layers.")
            return self.layers[index]
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise ValueError(f"No such layer: {name}. Existing layers are: {[layer.name for layer in self.layers]}.")

    def summary(self, line_length=None, positions=None, print_fn=None, expand_nested=False, show_trainable=False,
                layer_range=None):
        """Print a table of the layers; `print_fn` gets it as one text."""
        print_summary(self, line_length, positions, print_fn, expand_nested, show_trainable)

    def build(self, input_shape=None):
        """Make the weights by a symbolic call on float32 inputs of `input_shape`."""
        if type(self).call is Model.call or input_shape is None or self.__dict__.get("_building"):
            return
        object.__setattr__(self, "_building", True)
        try:
            from runtime.keras.symbolic import call_symbolically
            is_shape = isinstance(input_shape, (tuple, list)) and not any(isinstance(size, (tuple, list)) for size in input_shape)
            tensors = KerasTensor(input_shape, self.dtype) if is_shape else [KerasTensor(shape, self.dtype) for shape in input_shape]
            call_symbolically(self.call, (tensors,))
        finally:
            object.__setattr__(self, "_building", False)

    def _build_for(self, arguments):
        if type(self).build is not Model.build:
            return super()._build_for(arguments)
        from runtime.keras.symbolic import call_symbolically
        if self._may_have_unbuilt_state():
            call_symbolically(lambda **values: self.call(**values), kwargs={
                name: value for name, value in arguments.items() if name != "kwargs"})
        object.__setattr__(self, "built", True)
        object.__setattr__(self, "_path", self._path or self.name)
        self._lock_state()

    def __reduce__(self):
        raise TypeError("the runtime cannot pickle Keras models")


class Functional(Model):
    """The model between `inputs` and `outputs`, KerasTensors in any nest. Raises ValueError if they are not connected."""

    def __init__(self, inputs, outputs, name=None, trainable=True):
        super().__init__(name=name or None, trainable=trainable)
        for leaf in nest.flatten((inputs, outputs)):
            if not isinstance(leaf, KerasTensor):
                raise ValueError(f"All `inputs` values must be KerasTensors. Received: inputs={inputs} including invalid value {leaf} of "
                                 f"type {type(leaf)}")
        object.__setattr__(self, "_inputs", inputs)
        object.__setattr__(self, "_outputs", outputs)
        object.__setattr__(self, "_calls", self._calls_between())
        self._operations = list({id(layer): layer for layer, *_ in self._calls}.values())
        self.built = True
        object.__setattr__(self, "_output_spec", outputs)

    def _calls_between(self):
        """The calls of layers that lead to the outputs, each after those it needs: (layer, args, kwargs, result)."""
        given = {id(leaf) for leaf in nest.flatten(self._inputs)}
        found, calls = set(), []

        def visit(tensor):
            layer, args, kwargs = tensor.origin if tensor.origin is not None else (None, (), {})
            if layer is None:
                raise ValueError(f"`inputs` not connected to `outputs`: {tensor} comes from no layer.")
            key = id(tensor)
            if key in found:
                return
            found.add(key)
            if id(tensor) not in given:
                for leaf in nest.flatten((args, kwargs)):
                    if isinstance(leaf, KerasTensor):
                        visit(leaf)
            calls.append((layer, args, kwargs, tensor))

        for leaf in nest.flatten(self._inputs) + nest.flatten(self._outputs):
            visit(leaf)
        return calls

    def _build_for(self, arguments):
        """Built since it was made."""

    def _check_input(self, value):
        for index, (expected, leaf) in enumerate(zip(self.inputs, nest.flatten(value))):
            dims = leaf.shape if isinstance(leaf, KerasTensor) else getattr(leaf, "_dims", None)
            if dims is not None and len(dims) == len(expected.shape) and any(
                    None not in (a, b) and a != b for a, b in zip(expected.shape, dims)):
                raise ValueError(f"Input {index} with name '{expected.name}' of layer '{self.name}' is incompatible with the layer: "
                                 f"expected shape={expected.shape}, found shape={tuple(dims)}")

    @property
    def layers(self):
        return list(self._operations)

    @property
    def inputs(self):
        return nest.flatten(self._inputs)

    @property
    def outputs(self):
        return nest.flatten(self._outputs)

    @property
    def input_shape(self):
        return nest.map_structure(lambda leaf: leaf.shape, self._inputs)

    @property
    def output_shape(self):
        return nest.map_structure(lambda leaf: leaf.shape, self._outputs)

    def call(self, inputs, training=None, mask=None):
        values = {id(leaf): _fitted(leaf, value) for leaf, value in zip(nest.flatten(self._inputs), nest.flatten(inputs))}

        def known(leaf):
            return values[id(leaf)] if isinstance(leaf, KerasTensor) else leaf

        for layer, args, kwargs, result in self._calls:
            if id(result) not in values:
                args, kwargs = nest.map_structure(known, (args, kwargs))
                if layer._call_has_training_arg and training is not None:
                    kwargs = {**kwargs, "training": training}
                values[id(result)] = layer(*args, **kwargs)
        return nest.map_structure(known, self._outputs)


class Sequential(Model):
    """Layers that each take what the one before gives; built once the shape of the input is known."""

    def __init__(self, layers=None, trainable=True, name=None):
        super().__init__(trainable=trainable, name=name)
        object.__setattr__(self, "_chain", [])
        self._tracked = []
        for layer in layers or ():
            self._append(layer)
        if self._chain:
            self._maybe_build()

    def add(self, layer):
        """Append a layer. Raises ValueError for what is no layer or has the name of another."""
        self._append(layer)
        self._maybe_build()

    def pop(self):
        """Take the last layer away, and return it."""
        layer = self._chain.pop()
        self._tracked.pop()
        self._reset()
        self._maybe_build()
        return layer

    def _reset(self):
        object.__setattr__(self, "built", False)
        object.__setattr__(self, "_input", None)
        object.__setattr__(self, "_output_spec", None)

    def _append(self, layer):
        shape = getattr(layer, "_input_shape_arg", None)
        if not self._chain and shape is not None:
            self._append(InputLayer(shape=shape))
        if isinstance(layer, KerasTensor):
            layer = layer.origin[0] if layer.origin and isinstance(layer.origin[0], InputLayer) else layer
        if not isinstance(layer, Layer):
            raise ValueError("Only instances of `keras.Layer` can be added to a Sequential model. "
                             f"Received: {layer} (of type {type(layer)})")
        if any(other.name == layer.name and other is not layer for other in self._chain):
            raise ValueError(f"All layers added to a Sequential model should have unique names. Name '{layer.name}' is already the "
                             "name of a layer in this model. Update the `name` argument to pass a unique name.")
        self._chain.append(layer)
        if not isinstance(layer, InputLayer):
            self._tracked.append(layer)
        self._reset()

    def _maybe_build(self):
        if len(self._chain) > 1 and isinstance(self._chain[0], InputLayer):
            self.build(self._chain[0].batch_shape)

    def build(self, input_shape=None):
        """Make the weights for inputs of `input_shape`. Raises ValueError without layers or for another shape than before."""
        if input_shape is None:
            return
        if not self._chain:
            raise ValueError(f"Sequential model {self.name} cannot be built because it has no layers. Call `model.add(layer)`.")
        if not isinstance(self._chain[0], InputLayer):
            self._chain.insert(0, InputLayer(batch_shape=tuple(input_shape), dtype=self._chain[0].dtype))
        elif self._chain[0].batch_shape != tuple(input_shape):
            raise ValueError(f"Sequential model '{self.name}' has already been configured to use input shape "
                             f"{self._chain[0].batch_shape}. You cannot build it with input_shape {tuple(input_shape)}")
        x = self._chain[0].output
        for layer in self._chain[1:]:
            x = layer(x)
        object.__setattr__(self, "_input", self._chain[0].output)
        object.__setattr__(self, "_output_spec", x)

    def _lock_state(self):
        """`add` may always follow."""

    def _build_for(self, arguments):
        value = next(iter(arguments.values()))
        dims = value.shape if isinstance(value, KerasTensor) else value._dims
        self.build(dims)

    @property
    def layers(self):
        return list(self._tracked)

    def call(self, inputs, training=None, mask=None):
        if self.__dict__.get("_input") is not None:
            inputs = _fitted(self._input, inputs)
        for layer in self._tracked:
            inputs = layer(inputs, training=training) if layer._call_has_training_arg and training is not None else layer(inputs)
        return inputs

    def compute_output_shape(self, input_shape):
        for layer in self._tracked:
            input_shape = layer.compute_output_shape(input_shape)
        return input_shape

    def _known(self, what, name):
        if self.__dict__.get("_input") is None:
            raise AttributeError(f"Sequential model '{self.name}' has no defined {name} yet.")
        return what()

    @property
    def inputs(self):
        return self._known(lambda: [self._input], "inputs")

    @property
    def outputs(self):
        return self._known(lambda: [self._output_spec], "outputs")

    @property
    def input_shape(self):
        return self._known(lambda: self._input.shape, "input shape")

    @property
    def output_shape(self):
        return self._known(lambda: self._output_spec.shape, "output shape")


def _fitted(expected, value):
    """`value`, in the shape that the model was built for. Raises ValueError if it does not fit."""
    if not isinstance(value, Tensor):
        return value
    rank = len(expected.shape)
    dims = value._dims
    if len(dims) == rank - 1 and expected.shape[-1] == 1:
        from runtime.ops.array import expand_dims
        value = expand_dims(value, -1)
    elif len(dims) == rank + 1 and dims[-1] == 1:
        from runtime.ops.array import squeeze
        value = squeeze(value, -1)
    if len(value._dims) != rank or any(a is not None and b is not None and a != b for a, b in zip(expected.shape[1:], value._dims[1:])):
        raise ValueError(f"Invalid input shape for input {value}. Expected shape {expected.shape}, but input has incompatible shape "
                         f"{value.shape}")
    return value
