"""What a layer holds: weights, layers inside it, metrics and losses, found in its attributes."""

from __future__ import annotations

import numpy as np

from runtime.core import nest
from runtime.core.tensor import Tensor
from runtime.core.scopes import name_scope
from runtime.keras import constraints, initializers, regularizers
from runtime.keras.random import SeedGenerator
from runtime.keras.variable import Variable, standardize_dtype
from runtime.module import Module


_PLAIN = (str, int, float, type(None))


def stateful_leaves(value):
    """Layers, metrics, Variables and seed generators in a nest of lists and dicts."""
    if isinstance(value, (list, tuple)):
        for item in value:
            yield from stateful_leaves(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from stateful_leaves(item)
    elif isinstance(value, (LayerState, Variable, SeedGenerator)) or hasattr(value, "update_state"):
        yield value


class _Modules(tuple):
    """A tuple that may be called, since the first Keras of TensorFlow 2 had a method here."""

    def __call__(self):
        return self


class _Scope(name_scope):
    def __call__(self):
        return self.name


class LayerState(Module):
    """The part of `Layer` that keeps state. Attributes with layers and Variables are tracked, in lists and dicts as well.

    That it is a `tf.Module` is not so in Keras 3. Modules around it find the layers in it, and not their Variables.

    Attributes:
        _untracked: names of attributes whose Variables are no weights.
    """

    _untracked = ("_arguments",)
    name = None

    @property
    def name_scope(self):
        """A name scope of this layer's name, to enter with ``with``; called, it gives the name."""
        return _Scope(self.name)

    @property
    def submodules(self):
        """All layers inside this one, at any depth."""
        return _Modules(super().submodules)

    def _traversed(self):
        return {f"layer_{number}": layer for number, layer in enumerate(self._sublayers())}

    def __setattr__(self, name, value):
        if name != "_weights" and self.__dict__.get("_locked") and name not in self.__dict__ and any(
                True for _ in stateful_leaves(value)):
            raise ValueError("You cannot add new elements of state (variables or sub-layers) to a layer that is already built. All "
                             "state must be created in the `__init__()` method or in the `build()` method.")
        if isinstance(value, list) and value and all(isinstance(item, _PLAIN) for item in value):
            object.__setattr__(self, name, value)  # settings: nothing in it is to be tracked
        elif name == "call" or not name.startswith("_") or isinstance(value, (LayerState, Variable, list, dict)):
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
            if name in self._untracked:
                continue
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
        return self._state(LayerState)

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
        dtype = standardize_dtype(dtype) if dtype is not None else self.variable_dtype
        if initializer is None:
            initializer = "glorot_uniform" if "float" in dtype else "zeros"
        with self._open_name_scope():
            variable = Variable(initializers.get(initializer), shape, dtype, trainable, autocast, aggregation, name=name)
        variable.regularizer = regularizers.get(regularizer)
        variable.constraint = constraints.get(constraint)
        if not self.trainable:
            variable.trainable = False
        if self.__dict__.get("_locked"):
            self.__setattr__(f"_late_{len(self.__dict__)}", [variable])  # refused in the words of every other late attribute
        self._weights.append(variable)
        return variable

    def add_variable(self, shape, initializer, dtype=None, trainable=True, autocast=True, regularizer=None, constraint=None, name=None):
        """`add_weight` with the initializer in second place."""
        return self.add_weight(shape, initializer, dtype, trainable, autocast, regularizer, constraint, name=name)

    @property
    def weights(self):
        """The Variables of this layer and the layers inside it, trainable ones of each first."""
        found = self._own_weights()
        for layer in self._sublayers():
            found += layer.weights
        return list({id(v): v for v in found}.values())

    @property
    def variables(self):
        """`weights`, and the states of random seeds."""
        found = self._own_weights()
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
        """The metrics in the attributes of this layer, and of those inside it; models inside it are not asked, which have their own."""
        return self._own_metrics() + [metric for layer in self._flatten_layers(include_self=False) for metric in layer._metrics_for_outer()]

    def _own_metrics(self):
        return [leaf for leaf in self._state(object) if hasattr(leaf, "update_state") and not isinstance(leaf, LayerState)]

    _metrics_for_outer = _own_metrics

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
        for variable, value in zip(own, map(np.asarray, weights)):
            if tuple(variable.shape) != tuple(value.shape):
                raise ValueError(f"Layer {self.name} weight shape {variable.shape} is not compatible with provided weight shape "
                                 f"{tuple(value.shape)}.")
            variable.assign(value)

    def save_own_variables(self, store):
        """Write the weights of this layer itself to `store`, which takes name → array."""
        for number, variable in enumerate(self._own_weights()):
            store[str(number)] = variable

    def load_own_variables(self, store):
        """Assign what `save_own_variables` wrote. Raises ValueError where number or shapes differ."""
        own = self._own_weights()
        if len(store.keys()) != len(own):
            if not own and not self.built:
                raise ValueError(f"Layer '{self.name}' was never built and thus it doesn't have any variables. However the weights file "
                                 f"lists {len(store.keys())} variables for this layer.")
            raise ValueError(f"Layer '{self.name}' expected {len(own)} variables, but received {len(store.keys())} variables during "
                             f"loading. Expected: {[v.name for v in own]}")
        for number, variable in enumerate(own):
            variable.assign(store[str(number)])

    def _own_weights(self):
        own = self._state(Variable)
        return [v for v in own if v.trainable_as_made] + [v for v in own if not v.trainable_as_made]

    def count_params(self):
        """Number of elements in all weights. Raises ValueError before the layer is built."""
        if not self.built:
            raise ValueError(f"You tried to call `count_params` on layer '{self.name}', but the layer isn't built. You can build it "
                             f"manually via: `layer.build(input_shape)`.")
        return sum(v._value.shape.num_elements() for v in self.weights)
