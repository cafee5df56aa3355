"""`tf.saved_model.save`: objects, functions and values, in TensorFlow's own format."""

from __future__ import annotations

import hashlib
import os
import shutil
from collections import deque

import numpy as np

from runtime.checkpoint import bundle
from runtime.checkpoint.object_graph import OBJECT_GRAPH_KEY, checkpoint_key
from runtime.containers import ListWrapper, _DictWrapper, _TupleWrapper
from runtime.core.composite import CompositeTensor
from runtime.core import dtypes, nest
from runtime.core.context import context
from runtime.core.tensor import EagerTensor, Tensor
from runtime.core.trackable import Trackable
from runtime.function.concrete import ConcreteFunction
from runtime.function.polymorphic import Function
from runtime.function.tensor_spec import TensorSpec
from runtime.ops.state import ResourceHandle
from runtime.proto.graph import RegisteredGradient, VersionDef
from runtime.proto.saved import (BoolValue, CapturedTensor, FingerprintDef, FunctionSpec, MetaGraphDef, MetaInfoDef, ObjectReference,
                                 SavedAsset, SavedBareConcreteFunction, SavedConcreteFunction, SavedConstant, SavedFunction,
                                 SavedModel, SavedObject, SavedObjectGraph, SavedResource, SavedUserObject, SavedVariable,
                                 SerializedTensor, TrackableObject, TrackableObjectGraph)
from runtime.proto.values import shape_proto
from runtime.saved_model import signatures as signature_functions
from runtime.saved_model.assets import Asset, AssetCopies
from runtime.saved_model.custom_gradients import MissingGradient, TracedGradient
from runtime.saved_model.export_graph import Exporter
from runtime.saved_model.full_arg_spec import full_arg_spec
from runtime.saved_model.options import SaveOptions
from runtime.saved_model.serving import ServingGraph
from runtime.saved_model.signatures import SignatureMap
from runtime.saved_model.structures import encode
from runtime.saved_model.tables import functions_of, is_table
from runtime.variables import Variable
from runtime.version import VERSION

_IDENTIFIERS = {ListWrapper: "trackable_list_wrapper", _DictWrapper: "trackable_dict_wrapper",
                _TupleWrapper: "trackable_tuple_wrapper", SignatureMap: "signature_map"}


def save(obj, export_dir, signatures=None, options=None):
    """Write `obj`, a `tf.Module` or another trackable object, with its functions, to the folder `export_dir`.

    Args:
        signatures: a function with an input signature, a ConcreteFunction, or a dict of these. By default the one
            function of `obj` that has an input signature, if there is exactly one.
        options: a `SaveOptions`; `experimental_custom_gradients`, `function_aliases` and `extra_tags` change what is written.

    Raises:
        ValueError: `obj` is not trackable, a signature is no function, or something cannot be stored.
        AssertionError: a function uses a Variable that is not held by `obj`.
        NotImplementedError: called while a function is traced.
    """
    if context.graph is not None:
        raise AssertionError("`tf.saved_model.save` is not supported inside a traced @tf.function. Move the call to the outer "
                             "eagerly-executed context.")
    if not isinstance(obj, Trackable):
        raise ValueError(f"Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the `Trackable` class, for "
                         f"export. Got {obj} with type {type(obj)}.")
    _write(os.fspath(export_dir), _View(obj, signatures), options or SaveOptions())


class _View:
    """The objects to save, breadth first, functions and captured constants among them.

    Attributes:
        objects: all objects; that of index i is node i.
        children: for each a dict name → index.
        paths: for each the shortest path of names.
        concrete: name of the exported function → (ConcreteFunction, tensors captured).
    """

    def __init__(self, root, signatures):
        self.root = root
        self._extra = {}
        self._children = {}
        listed = self._listed(root)
        if isinstance(listed.get("signatures"), Trackable) and not isinstance(listed["signatures"], SignatureMap):
            raise ValueError(
                f"Exporting an object {root} which has an attribute named 'signatures'. This is a reserved attribute used to store "
                "SavedModel signatures in objects which come from `tf.saved_model.load`. Delete this attribute (e.g. `del "
                "obj.signatures`) before saving if this shadowing is acceptable.")
        if signatures is None:
            signatures = signature_functions.find_default(
                item for name, item in listed.items() if isinstance(item, (Function, ConcreteFunction)))
        self.signatures = signature_functions.wrap(signatures)
        self._children[id(root)] = {**self._listed(root, afresh=True), "signatures": self.signatures}
        self._walk()
        self._number_captures()

    def _listed(self, item, afresh=False):
        """Name → child, functions included; traces of functions are made, which may add attributes."""
        if not afresh and id(item) in self._children:
            return self._children[id(item)]
        if isinstance(item, SignatureMap):
            children = dict(item)
        elif isinstance(item, Function):
            children = {f"trace_{index}": concrete for index, concrete in enumerate(item.traces_to_save())}
        elif isinstance(item, (ConcreteFunction, EagerTensor)):
            children = {}
        elif is_table(item):
            children = {**item._trackable_children(), **functions_of(item)}
        else:
            functions = _functions_of(item)
            for each in functions.values():
                if isinstance(each, Function):
                    each.traces_to_save()
            children = {name: child.saved_as if hasattr(type(child), "saved_as") else child
                        for name, child in item._trackable_children().items() if not isinstance(child, (Function, ConcreteFunction))}
            children.update(functions)
        self._children[id(item)] = children
        return children

    def _walk(self):
        self.objects, self.paths, self.children, self.index = [], [], [], {}
        self._enter(self.root, ())
        pending = deque([0])
        while pending:
            parent = pending.popleft()
            for name, child in self._listed(self.objects[parent]).items():
                if id(child) not in self.index:
                    pending.append(self._enter(child, self.paths[parent] + (name,)))
                self.children[parent][name] = self.index[id(child)]

    def _enter(self, item, path):
        self.index[id(item)] = len(self.objects)
        self.objects.append(item)
        self.paths.append(path)
        self.children.append({})
        return self.index[id(item)]

    def _number_captures(self):
        """Give captured tensors that are no Variables nodes of their own, and know the Variables by their storage."""
        self._storage = {id(item.handle._value): index for index, item in enumerate(self.objects) if isinstance(item, Variable)}
        handles = {id(item.asset_path if isinstance(item, Asset) else item.resource_handle): index
                   for index, item in enumerate(self.objects) if isinstance(item, Asset) or is_table(item)}
        self.index.update(handles)
        for position, item in enumerate(list(self.objects)):
            if not isinstance(item, ConcreteFunction):
                continue
            for number, tensor in enumerate(outer_tensors(item.graph)):
                if isinstance(tensor._value, ResourceHandle):
                    if id(tensor._value) not in self._storage:
                        raise AssertionError(_untracked(item, tensor))
                    continue
                if id(tensor) not in self.index:
                    if tensor.dtype is dtypes.resource:
                        raise AssertionError(_untracked(item, tensor))
                    self._enter(tensor, ())
                if id(tensor) not in handles:
                    self.children[position][f"capture_{number}"] = self.index[id(tensor)]

    def node_of(self, tensor):
        """Node of a captured tensor."""
        return self._storage.get(id(tensor._value), self.index.get(id(tensor)))


def outer_tensors(graph):
    """The tensors that the exported form of a graph takes after its arguments: all but the small constants in it."""
    return [outer for outer, inner in graph.captures if not inner.op.op_def.is_constant]


def _untracked(concrete, tensor):
    inner = next(inner for outer, inner in concrete.graph.captures if outer is tensor)
    variable = next((v for v in concrete.variables if v.handle is tensor), None)
    return ("Tried to export a function which references an 'untracked' resource. TensorFlow objects (e.g. tf.Variable) captured by "
            "functions must be 'tracked' by assigning them to an attribute of a tracked object or assigned to an attribute of the main "
            f"object directly. See the information below:\n\tFunction name = {concrete.name}\n\tCaptured Tensor = {tensor._value}\n\t"
            f"Trackable referencing this tensor = {variable}\n\tInternal Tensor = {inner}")


def _functions_of(item):
    """Attribute name → function, as `dir` tells; containers hold functions under their keys."""
    if isinstance(item, (ListWrapper, _DictWrapper, _TupleWrapper)) or type(item) in _IDENTIFIERS:
        return {name: child for name, child in item._trackable_children().items() if isinstance(child, (Function, ConcreteFunction))}
    if isinstance(item, Variable):
        return {}
    found = {}
    for name in dir(item):
        try:
            value = getattr(item, name, None)
        except Exception:  # noqa: BLE001 - a property of the user's may fail; TensorFlow passes over it as well
            continue
        if isinstance(value, (Function, ConcreteFunction)):
            found[name] = value
    return found


def _object_graph(view, exporter, serving, copies):
    """(SavedObjectGraph, TrackableObjectGraph, values by checkpoint key, names of exported traces by their ids)."""
    saved, tracked, values = SavedObjectGraph(), TrackableObjectGraph(), {}
    names = {}
    for item, path in zip(view.objects, view.paths):
        if isinstance(item, Variable):
            serving.add_variable(item, checkpoint_key(path, "VARIABLE_VALUE"))
        elif is_table(item):
            serving.add_table(item.resource_handle)
    for item in view.objects:
        if isinstance(item, ConcreteFunction) and id(item) not in names:
            names[id(item)] = exporter.add(item.graph, item.name.decode())
            saved.concrete_functions[names[id(item)]] = SavedConcreteFunction(
                bound_inputs=[view.node_of(tensor) for tensor in outer_tensors(item.graph)],
                canonicalized_input_signature=encode(item.structured_input_signature),
                output_signature=encode(_output_specs(item.structured_outputs)))
    for item, path, children in zip(view.objects, view.paths, view.children):
        references = [ObjectReference(node_id=index, local_name=name) for name, index in children.items()]
        node, twin = SavedObject(children=references), TrackableObject(children=references)
        if isinstance(item, Variable):
            node.variable = SavedVariable(dtype=item.dtype.as_datatype_enum, shape=shape_proto(item._dims),
                                          trainable=bool(item.trainable), name=item._shared_name or "")
        elif isinstance(item, Function):
            node.function = SavedFunction(concrete_functions=[names[id(view.objects[index])] for index in children.values()],
                                          function_spec=_function_spec(item))
            node.dependencies = references
        elif isinstance(item, ConcreteFunction):
            node.bare_concrete_function = _bare(item, names[id(item)])
            node.dependencies = references
        elif isinstance(item, EagerTensor):
            node.constant = SavedConstant(operation=serving.add_constant(item))
            node.registered_name = "tf.TrackableConstant"
        elif isinstance(item, Asset):
            node.asset = SavedAsset(asset_file_def_index=copies.add(item, serving))
        elif is_table(item):
            node.resource, node.registered_name = SavedResource(), item.registered_name
        else:
            node.user_object = SavedUserObject(identifier=_IDENTIFIERS.get(type(item), "_generic_user_object"),
                                               version=VersionDef(producer=1, min_consumer=1))
        if not isinstance(item, (EagerTensor, Function, ConcreteFunction, Asset, SignatureMap)):
            for name, value in item._serialize_to_tensors().items():
                key = checkpoint_key(path, name)
                values[key] = value
                twin.attributes.append(SerializedTensor(name=name, checkpoint_key=key,
                                                        full_name=getattr(item, "_shared_name", "")))
        saved.nodes.append(node)
        tracked.nodes.append(twin)
    for twin, has in zip(tracked.nodes, _have_values(tracked)):
        if has:
            twin.has_checkpoint_values = BoolValue(value=True)
    return saved, tracked, values, names


def _add_gradients(view, exporter, serving, saved, tracked):
    """Functions for the gradients of the user's, which may have such gradients in them again."""
    done = set()
    while len(done) < len(exporter.custom_gradients):
        for kind in [kind for kind in exporter.custom_gradients if kind not in done]:
            done.add(kind)
            if isinstance(exporter.custom_gradients[kind].attrs["_gradient_function"], MissingGradient):
                continue
            gradient = TracedGradient(kind, exporter.custom_gradients[kind])
            name = exporter.add(gradient.graph, f"__inference_{gradient.graph.name}")
            exporter.library.registered_gradients.append(RegisteredGradient(gradient_func=name, registered_op_type=kind))
            saved.concrete_functions[name] = SavedConcreteFunction(
                bound_inputs=[_node_of_capture(outer, kind, view, exporter, serving, saved, tracked)
                              for outer in outer_tensors(gradient.graph)],
                canonicalized_input_signature=encode(gradient.arguments), output_signature=encode(gradient.outputs))


def _node_of_capture(tensor, kind, view, exporter, serving, saved, tracked):
    """Node of what a gradient captures: a Variable, a constant, or a tensor of an exported function."""
    known = view.node_of(tensor) if isinstance(tensor, EagerTensor) else None
    if known is not None:
        return known
    node = SavedObject()
    if isinstance(tensor, EagerTensor) and not isinstance(tensor._value, ResourceHandle):
        node.constant, node.registered_name = SavedConstant(operation=serving.add_constant(tensor)), "tf.TrackableConstant"
    elif isinstance(tensor, EagerTensor) or exporter.place_of(tensor) is None:
        raise ValueError(f"Found invalid capture {tensor} when saving custom gradients ({kind}).")
    else:
        function, name = exporter.place_of(tensor)
        node.captured_tensor = CapturedTensor(name=name, concrete_function=function)
    saved.nodes.append(node)
    tracked.nodes.append(TrackableObject())
    return len(saved.nodes) - 1


def _have_values(tracked):
    known = [bool(node.attributes) for node in tracked.nodes]
    changed = True
    while changed:
        before = list(known)
        for index in range(len(known) - 1, -1, -1):
            known[index] = known[index] or any(known[child.node_id] for child in tracked.nodes[index].children)
        changed = known != before
    return known


def _output_specs(structured):
    """The structure of results with specs in place of tensors, named as TensorFlow names them."""
    def named(value, name):
        if isinstance(value, (Tensor, TensorSpec)):
            return TensorSpec(value._dims, value.dtype, name)
        if isinstance(value, CompositeTensor):
            return value._type_spec
        if nest.is_nested(value) and not hasattr(value, "_components"):
            keys = sorted(value) if hasattr(value, "keys") else getattr(value, "_fields", None) or range(len(value))
            root = name if name != "tensor" or not hasattr(value, "keys") else ""
            return nest.rebuild(value, [named(item, f"{root}_{key}" if root else str(key))
                                        for key, item in zip(keys, nest.children(value))])
        return value

    return named(structured, "tensor")


def _function_spec(function):
    function_type, defaults = function.saved_spec()
    if next(iter(function_type.parameters), None) == "self":
        raise TypeError("Can not serialize tf.function with unbound 'self' parameter.")
    return FunctionSpec(fullargspec=full_arg_spec(function_type, defaults), input_signature=encode(function.input_signature))


def _bare(concrete, name):
    parameters, keywords = concrete.function_type.parameters.values(), concrete._flat_names
    positional = len(keywords)
    if all(parameter.kind is parameter.KEYWORD_ONLY for parameter in parameters) and positional != 1:
        positional = 0  # a signature: its arguments have no order
    return SavedBareConcreteFunction(
        concrete_function_name=name, argument_keywords=keywords, allowed_positional_arguments=positional,
        function_spec=FunctionSpec(fullargspec=full_arg_spec(concrete.function_type, {}), input_signature=encode(None)))


# -- files ---------------------------------------------------------------------------------------------------------------
def _write(folder, view, options):
    """Write everything beside `folder` first, then move it there, ``saved_model.pb`` last."""
    exporter, copies = Exporter(), AssetCopies()
    serving = ServingGraph(exporter)
    saved, tracked, values, names = _object_graph(view, exporter, serving, copies)
    if options.experimental_custom_gradients:
        _add_gradients(view, exporter, serving, saved, tracked)
    for key, concrete in view.signatures.items():
        serving.add_signature(key, concrete, names[id(concrete)], outer_tensors(concrete.graph))
    for table in filter(is_table, view.objects):
        concrete = functions_of(table)["_initialize"].traces_to_save()[0]
        serving.add_initializer(names[id(concrete)], outer_tensors(concrete.graph))
    encoded_graph = tracked.encode()
    saver, collections = serving.finish(encoded_graph)
    meta = MetaGraphDef(
        meta_info_def=MetaInfoDef(tags=["serve", *sorted(options.extra_tags or ())], tensorflow_version=VERSION,
                                  stripped_default_attrs=False, function_aliases=_aliases(options, names)),
        graph_def=serving.graph, saver_def=saver, collection_def=collections, signature_def=serving.signature_defs,
        asset_file_def=copies.definitions, object_graph_def=saved)
    model = SavedModel(saved_model_schema_version=1, meta_graphs=[meta]).encode()
    values[OBJECT_GRAPH_KEY] = np.array(encoded_graph, object)
    folder = folder.rstrip("/" + os.sep) or folder
    parent = os.path.dirname(os.path.abspath(folder))
    os.makedirs(parent, exist_ok=True)
    temporary = os.path.join(parent, f".{os.path.basename(folder)}.temp-{os.urandom(8).hex()}")
    try:
        for name in ("variables", "assets"):
            os.makedirs(os.path.join(temporary, name))
        bundle.write(os.path.join(temporary, "variables", "variables"), values)
        copies.copy_to(os.path.join(temporary, "assets"))
        for name, data in (("fingerprint.pb", _fingerprint(model, serving, saved).encode()), ("saved_model.pb", model)):
            with open(os.path.join(temporary, name), "wb") as file:
                file.write(data)
        _move(temporary, folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _aliases(options, names):
    """Name of an exported trace → the name that the user gave its function."""
    return {names[id(concrete)]: alias for alias, function in options.function_aliases.items()
            for concrete in function.traces_to_save() if id(concrete) in names}


def _move(temporary, folder):
    if not os.path.exists(folder):
        os.rename(temporary, folder)
        return
    for name in ("variables", "assets"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
        for file in sorted(os.listdir(os.path.join(temporary, name))):
            os.replace(os.path.join(temporary, name, file), os.path.join(folder, name, file))
    for name in ("fingerprint.pb", "saved_model.pb"):
        os.replace(os.path.join(temporary, name), os.path.join(folder, name))


def _fingerprint(model, serving, saved):
    """Hashes that tell models apart. TensorFlow takes them for labels; they are made by another function here."""
    def label(data):
        return int.from_bytes(hashlib.blake2b(data, digest_size=8).digest(), "little")

    signature_text = b"".join(key.encode() + value.encode() for key, value in sorted(serving.signature_defs.items()))
    return FingerprintDef(
        saved_model_checksum=label(model), graph_def_program_hash=label(serving.graph.encode()),
        signature_def_hash=label(signature_text), saved_object_graph_hash=label(saved.encode()), version=VersionDef(producer=4),
        uuid=str(int.from_bytes(os.urandom(16), "little")))
