"""Models of KerasTensors: the graph of layer calls between inputs and outputs."""

from __future__ import annotations

import collections
import inspect
import warnings

from runtime.core import nest
from runtime.core.composite import CompositeTensor
from runtime.core.convert import convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.keras import hooks
from runtime.keras.layers.base import Layer
from runtime.keras.layers.input_spec import InputSpec
from runtime.keras.models.model import Model, fitted
from runtime.keras.saving.config import deserialize_keras_object, plain, serialize_keras_object
from runtime.keras.saving.legacy import from_legacy_config
from runtime.keras.symbolic import KerasTensor, call_symbolically, copies, get_mask, set_mask
from runtime.ops.cast import cast


class Functional(Model):
    """The model between `inputs` and `outputs`, KerasTensors in any nest.

    Raises:
        ValueError: they are no KerasTensors, are not connected, or two operations have one name.
    """

    _keras_module = "keras.src.models.functional"
    _casts_inputs = False  # they are cast to the dtypes of its own

    def __init__(self, inputs, outputs, name=None, trainable=None, **kwargs):
        super().__init__(name=name or None, **kwargs)
        for argument, value in (("inputs", inputs), ("outputs", outputs)):
            for leaf in nest.flatten(value):
                if not isinstance(leaf, KerasTensor):
                    raise ValueError(f"All `{argument}` values must be KerasTensors. Received: {argument}={value} including invalid value "
                                     f"{leaf} of type {type(leaf)}")
        object.__setattr__(self, "_inputs", inputs)
        object.__setattr__(self, "_outputs", outputs)
        nodes, depths, operations = _graph(nest.flatten(inputs), nest.flatten(outputs))
        object.__setattr__(self, "nodes_by_depth", depths)
        object.__setattr__(self, "_own_nodes", nodes)
        object.__setattr__(self, "operations", operations)
        self._operations = [operation for operation in operations if isinstance(operation, Layer)]
        object.__setattr__(self, "output_names", [leaf.node.operation.name for leaf in nest.flatten(outputs)])
        self._check_connected()
        names = sorted(inputs) if isinstance(inputs, dict) else [None] * len(self.inputs)
        self.input_spec = [InputSpec(shape=(None, *leaf.shape[1:]), allow_last_axis_squeeze=True, name=name or leaf.node.operation.name)
                           for name, leaf in zip(names, self.inputs)]
        self.built = True
        if trainable is not None:
            self.trainable = trainable

    def _check_connected(self):
        known = {id(leaf) for leaf in self.inputs}
        for nodes in self.nodes_by_depth:
            for node in nodes:
                if node.inputs and all(id(leaf) in known for leaf in node.inputs):
                    known.update(map(id, node.outputs))
        for path, leaf in nest.flatten_with_paths(self._outputs):
            if id(leaf) not in known:
                raise ValueError(f"Output with path `{'.'.join(map(str, path))}` is not connected to `inputs`")

    def __setattr__(self, name, value):
        if name == "layers":
            raise AttributeError("`Model.layers` attribute is reserved and should not be used. Please use another name.")
        super().__setattr__(name, value)

    def _lock_state(self):
        """Layers may be attached to a built model."""

    def _build_for(self, arguments):
        """Built since it was made."""

    def build(self, input_shape=None):
        """Built since it was made."""

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
    def input(self):
        """The KerasTensors that the model was made with."""
        return self._inputs

    @property
    def output(self):
        return self._outputs

    @property
    def input_shape(self):
        return _only([leaf.shape for leaf in self.inputs])

    @property
    def output_shape(self):
        return _only([leaf.shape for leaf in self.outputs])

    def compute_output_shape(self, input_shape):
        return nest.map_structure(lambda leaf: leaf.shape, self._outputs)

    def compute_output_spec(self, inputs, training=None, mask=None):
        """Its own outputs for inputs of its own shapes; else as `call` computes them."""
        spec = copies(self.inputs, nest.flatten(inputs), self._outputs)
        if spec is None:
            return call_symbolically(self.call, (inputs,), {"training": training, "mask": mask})
        return spec[0] if isinstance(spec, (list, tuple)) and len(spec) == 1 else spec

    def call(self, inputs, training=None, mask=None):
        given = self._in_order(inputs)
        if mask is not None:
            for value, its_mask in zip(given, nest.flatten(mask)):
                if its_mask is not None:
                    set_mask(value, its_mask)
        values = {id(leaf): _as_declared(leaf, value) for leaf, value in zip(self.inputs, given)}

        def known(leaf):
            return values[id(leaf)] if isinstance(leaf, KerasTensor) else leaf

        for nodes in self.nodes_by_depth:
            for node in nodes:
                if not node.inputs or not all(id(leaf) in values for leaf in node.inputs):
                    continue
                args, kwargs = nest.map_structure(known, (node.args, node.kwargs))
                if node.operation._call_has_training_arg and training is not None:
                    kwargs = {**kwargs, "training": training}
                results = node.operation(*args, **kwargs)
                for leaf, value in zip(node.outputs, nest.flatten(results)):
                    values[id(leaf)] = value
        results = nest.map_structure(known, self._outputs)
        return results[0] if isinstance(results, (list, tuple)) and len(results) == 1 else results

    def _in_order(self, inputs):
        """Flat inputs in the order of the model's own; dicts may name them."""
        own = self._inputs
        if isinstance(inputs, dict) and not isinstance(own, dict):
            names = [leaf.name for leaf in nest.flatten(own)]
            if set(names) <= set(inputs):
                return [inputs[name] for name in names]
        flat = nest.flatten(inputs)
        if len(flat) != len(self.inputs) or any(isinstance(inputs, kind) != isinstance(own, kind) for kind in (dict, (list, tuple))):
            expected = nest.map_structure(lambda leaf: leaf.name, own)
            received = nest.map_structure(lambda leaf: f"Tensor(shape={getattr(leaf, 'shape', None)})", inputs)
            text = f"The structure of `inputs` doesn't match the expected structure.\nExpected: {expected}\nReceived: inputs={received}"
            if len(flat) != len(self.inputs) or isinstance(inputs, dict):
                raise ValueError(text)
            warnings.warn(text, stacklevel=4)
        return flat

    def get_build_config(self):
        return {"input_shape": None}

    # -- configs ---------------------------------------------------------------------------------------------------
    def get_config(self):
        """The layers and how they are connected; for a subclass with another constructor, that one's arguments."""
        if not is_made_like(type(self)):
            return Model.get_config(self)
        kept = {}  # node → its number among those of this model
        for operation in self.operations:
            number = 1 if isinstance(operation, Functional) else 0
            for node in operation.nodes:
                if node in self._own_nodes:
                    kept[node] = number
                    number += 1

        def told(tensor):
            return [tensor.node.operation.name, kept[tensor.node], tensor.index]

        layers = []
        for operation in self.operations:
            config = serialize_keras_object(operation)
            config["name"] = operation.name
            config["inbound_nodes"] = [_node_config(node, kept) for node in operation.nodes if node in kept and node.inputs]
            layers.append(config)
        return {"name": self.name, "trainable": self.trainable, "layers": layers, "input_layers": _mapped(told, self._inputs),
                "output_layers": _mapped(told, self._outputs)}

def _only(items):
    return items[0] if len(items) == 1 else items


def _mapped(function, structure):
    """`structure` with lists and dicts kept and `function` of its KerasTensors."""
    if isinstance(structure, KerasTensor):
        return function(structure)
    if isinstance(structure, dict):
        return {key: _mapped(function, value) for key, value in structure.items()}
    return [_mapped(function, value) for value in structure]


def _as_declared(expected, value):
    value = fitted(expected, value)
    if value is None or isinstance(value, KerasTensor):
        return value
    value = value if isinstance(value, (Tensor, CompositeTensor)) else convert_to_tensor(value)
    if value.dtype.name == expected.dtype:
        return value
    mask, value = get_mask(value), cast(value, expected.dtype)
    if mask is not None:
        set_mask(value, mask)
    return value


def _graph(inputs, outputs):
    """(nodes, lists of nodes from the deepest on, operations from the deepest on), in Keras's order."""
    given = {id(leaf) for leaf in inputs}
    finished, ordered, indices, stack = set(), [], {}, set()

    def visit(tensor):
        node = tensor.node
        if node is None:
            raise ValueError(f"`inputs` not connected to `outputs`: {tensor} comes from no layer.")
        if node in finished:
            return
        if node.inputs and id(tensor) in given:
            finished.add(node)
            return
        if node in stack:
            raise ValueError(f"Tensor {tensor} from operation '{node.operation.name}' is part of a cycle.")
        indices.setdefault(node.operation, len(indices))
        stack.add(node)
        for leaf in node.inputs:
            visit(leaf)
        stack.discard(node)
        finished.add(node)
        ordered.append(node)

    for leaf in outputs:
        visit(leaf)
    own = set(ordered)
    depth_of, operation_depth = {}, {}
    for node in reversed(ordered):
        depth = max(depth_of.setdefault(node, 0), operation_depth.get(node.operation, 0))
        depth_of[node] = operation_depth[node.operation] = depth
        for leaf in node.inputs:
            if leaf.node in own:
                depth_of[leaf.node] = max(depth + 1, depth_of.get(leaf.node, 0))
    for leaf in inputs:
        if leaf.node is not None and not leaf.node.inputs and leaf.node.operation not in operation_depth:
            operation_depth[leaf.node.operation] = depth_of[leaf.node] = 0
            indices[leaf.node.operation] = -1
            own.add(leaf.node)
    by_depth = collections.defaultdict(list)
    for node, depth in depth_of.items():
        by_depth[depth].append(node)
    operations = sorted(operation_depth, key=lambda operation: (-operation_depth[operation], indices[operation]))
    names = collections.Counter(operation.name for operation in operations)
    for name, count in names.items():
        if count > 1:
            raise ValueError(f'The name "{name}" is used {count} times in the model. All operation names should be unique.')
    return own, [by_depth[depth] for depth in sorted(by_depth, reverse=True)], operations


def get_source_inputs(tensor):
    """The inputs that a KerasTensor is computed from; what is none is given back."""
    if not isinstance(tensor, KerasTensor):
        return tensor
    found, waiting, seen = [], [tensor], set()
    while waiting:
        leaf = waiting.pop()
        if id(leaf) in seen:
            continue
        seen.add(id(leaf))
        if leaf.node is None or not leaf.node.inputs:
            found.append(leaf)
        else:
            waiting += reversed(leaf.node.inputs)
    return found


def is_made_like(cls):
    """Whether the constructor takes what `Functional` takes."""
    own = inspect.getfullargspec(cls.__init__)
    return own.args[1:] == inspect.getfullargspec(Functional.__init__).args[1:] or (
        own.varargs is not None and own.varkw is not None)


def _node_config(node, kept):
    def told(leaf):
        if not isinstance(leaf, KerasTensor):
            return plain(leaf)
        config = serialize_keras_object(leaf)
        config["config"]["keras_history"] = [leaf.node.operation.name, kept.get(leaf.node, leaf.node.number), leaf.index]
        return config

    def walked(value):
        if isinstance(value, (list, tuple)):
            return type(value)(map(walked, value))
        return {key: walked(item) for key, item in value.items()} if isinstance(value, dict) else told(value)
    return {"args": walked(tuple(node.args)), "kwargs": walked(dict(node.kwargs))}


@hooks.revived_functional.provide
def revived(cls, config, custom_objects):
    """The model of a config: all layers, then their calls, each as soon as its inputs are there. None for other classes."""
    if cls is Model:
        cls = Functional
    elif not is_made_like(cls):
        return None
    config = dict(config)
    parts = {name: config.pop(name) for name in ("layers", "input_layers", "output_layers")}
    made, waiting = {}, []
    for layer_config in parts["layers"]:
        layer = from_legacy_config(layer_config, custom_objects)
        if not hasattr(layer, "nodes"):
            raise ValueError(f"Unexpected object from deserialization, expected a layer or operation, got a {type(layer)}")
        made[layer_config["name"]] = layer
        waiting += [(layer, call) for call in layer_config["inbound_nodes"]]

    def tensor_of(name, number, index):
        if name not in made:
            raise ValueError(f"Invalid Functional model configuration. Missing node: {name}")
        layer = made[name]
        if isinstance(layer, Functional):
            number -= 1
        return layer.nodes[number].outputs[index]

    def known(value):
        told = getattr(value, "told_history", None)
        if told is not None:
            return tensor_of(*told)
        if isinstance(value, dict):
            return {key: known(item) for key, item in value.items()}
        return type(value)(map(known, value)) if isinstance(value, (list, tuple)) else value

    def of_keras_3(call):
        arguments = deserialize_keras_object(call, custom_objects=custom_objects)
        return known(arguments["args"]), known(arguments["kwargs"])

    def of_keras_2(call):
        tensors, kwargs = [], {}
        for told in call:
            tensors.append(tensor_of(*told[:3]))
            kwargs = told[3] if len(told) == 4 else kwargs
        return [tensors[0] if len(tensors) == 1 else tensors], kwargs

    while waiting:
        left, stuck = [], set()
        for layer, call in waiting:
            try:
                if layer in stuck:
                    raise IndexError
                args, kwargs = of_keras_2(call) if isinstance(call, list) else of_keras_3(call)
            except IndexError:
                stuck.add(layer)
                left.append((layer, call))
            else:
                layer(*args, **kwargs)
        if len(left) == len(waiting):
            raise ValueError("Invalid Functional model configuration. The graph of the Functional model either has loops or disconnected "
                             f"nodes. The following nodes failed to be resolved: {left}")
        waiting = left

    def tensors(told):
        if isinstance(told, (list, tuple)) and len(told) == 3 and isinstance(told[0], str):
            return tensor_of(*told)
        return {key: tensors(value) for key, value in told.items()} if isinstance(told, dict) else [tensors(value) for value in told]

    return cls(inputs=tensors(parts["input_layers"]), outputs=tensors(parts["output_layers"]), **config)


hooks.functional_class.provide(lambda: Functional)
