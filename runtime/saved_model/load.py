"""`tf.saved_model.load`: objects, functions and values out of a SavedModel. Nothing in the files is run but known ops."""

from __future__ import annotations

import os

from runtime.checkpoint.restore import Restoration
from runtime.containers import ListWrapper, _DictWrapper
from runtime.core import errors
from runtime.core.context import init_scope
from runtime.core.convert import CONST
from runtime.core.tensor import EagerTensor
from runtime.core.trackable import AutoTrackable, Trackable
from runtime.proto.saved import SavedModel
from runtime.proto.text import parse
from runtime.proto.values import array_of, dims_of, dtype_of
from runtime.proto.wire import DecodeError
from runtime.saved_model.assets import Asset
from runtime.saved_model.full_arg_spec import function_type_of
from runtime.saved_model.import_graph import Importer
from runtime.saved_model.options import LoadOptions
from runtime.saved_model.restored import RestoredFunction, Unavailable, concrete_function
from runtime.saved_model.signatures import SignatureMap
from runtime.saved_model.structures import decode, decode_own
from runtime.saved_model.tables import RestoredResource
from runtime.variables import ResourceVariable

_MAX_ITEMS = 1 << 20  # of a list
_MAX_BYTES = (1 << 31) - 1  # what a protocol buffer can be
_FILES = ("saved_model.pb", "saved_model.pbtxt")
_RESERVED = ("__class__", "__dict__", "__weakref__", "__setattr__", "__getattribute__", "__init__", "__new__", "__del__")


def contains_saved_model(export_dir):
    """`tf.saved_model.contains_saved_model`: whether the folder has the file of a SavedModel."""
    return any(os.path.isfile(os.path.join(os.fspath(export_dir), name)) for name in _FILES)


def read_saved_model(folder):
    """The SavedModel message of a folder.

    Raises:
        OSError: there is none.
        DataLossError: the file is damaged.
    """
    path = file_of(folder)
    if os.path.getsize(path) > _MAX_BYTES:
        raise damaged(path, "it is larger than a protocol buffer can be")
    with open(path, "rb") as file:
        data = file.read()
    try:
        return SavedModel.decode(data) if path.endswith(".pb") else parse(SavedModel, data.decode())
    except (DecodeError, UnicodeDecodeError) as error:
        raise damaged(path, error) from None


def file_of(folder):
    """The path of the file of a SavedModel. Raises OSError if there is none."""
    folder = os.fspath(folder)
    for name in _FILES:
        if os.path.isfile(os.path.join(folder, name)):
            return os.path.join(folder, name)
    raise OSError(f"SavedModel file does not exist at: {folder}{os.sep}{{saved_model.pbtxt|saved_model.pb}}")


def damaged(path, reason):
    return errors.DataLossError(None, None, f"Unable to read {path}: {reason}")


def load(export_dir, tags=None, options=None):
    """The object that was saved to the folder `export_dir`: its attributes, functions, Variables and ``signatures``.

    Args:
        tags: of the graph to load, if the file has several.
        options: a `LoadOptions`.

    Raises:
        OSError: the folder has no SavedModel.
        DataLossError: a file is damaged; the text names it.
        ValueError: it has no objects (it was made by TensorFlow 1), or no graph with these tags.

    A function that needs an op that the runtime does not have raises MissingOpError when it is called.
    """
    folder = os.fspath(export_dir)
    model, path = read_saved_model(folder), file_of(folder)
    graph = _meta_graph(model, tags, path)
    if graph.object_graph_def is None or not graph.object_graph_def.nodes:
        raise ValueError(f"{path} holds a graph without objects, as TensorFlow 1 writes it. The runtime loads what "
                         "tf.saved_model.save of TensorFlow 2 writes.")
    try:
        with init_scope():
            return _Loader(folder, graph, options or LoadOptions()).load()
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError, RecursionError) as error:
        raise damaged(path, error) from error  # DecodeError and GraphError, or parts that contradict each other


def _meta_graph(model, tags, path):
    if not model.meta_graphs:
        raise damaged(path, "there is no graph in it")
    if tags is None:
        return model.meta_graphs[0]
    tags = [tags] if isinstance(tags, str) else tags
    found = [graph.meta_info_def.tags if graph.meta_info_def is not None else [] for graph in model.meta_graphs]
    for graph, own in zip(model.meta_graphs, found):
        if set(own) == set(tags):
            return graph
    raise ValueError(f"Got an incompatible argument to `tags`: {tags}. The SavedModel at {os.path.dirname(path)} has one MetaGraph "
                     f"with tags {', '.join(map(str, found))}. You may omit the argument, pass 'None', or pass matching tags.")


def _new_object():
    """An object for saved attributes; of a class of its own, since ``__call__`` is looked up in the class."""
    return type("_UserObject", (AutoTrackable,), {"__module__": "runtime.saved_model.load"})()


class _Loader:
    """Makes the objects of one MetaGraphDef."""

    def __init__(self, folder, graph, options):
        self._folder = folder
        self._graph = graph
        self._options = options
        self._nodes = graph.object_graph_def.nodes
        self._saved_functions = graph.object_graph_def.concrete_functions
        self._importer = Importer(graph.graph_def.library if graph.graph_def is not None else None)
        self._objects = [None] * len(self._nodes)
        self._concrete = {}  # name → ConcreteFunction or Unavailable

    def load(self):
        for node in self._nodes:
            for reference in [*node.children, *node.dependencies]:
                self._check_index(reference.node_id)
        for index, node in enumerate(self._nodes):
            if node.function is None and node.bare_concrete_function is None and node.captured_tensor is None:
                self._objects[index] = self._recreate(node)
        specs = self._specs()
        for table, name in self._functions_of_tables("_create_resource"):
            self._make_function(name, specs)
            if not isinstance(self._named(name), Unavailable):
                table.create(self._named(name))
        for name in self._saved_functions:
            self._make_function(name, specs)
        for gradient in self._importer.gradients.values():
            gradient.concrete = self._named(gradient.function_name)
        for index, node in enumerate(self._nodes):
            if node.function is not None:
                self._objects[index] = self._restored(node.function)
            elif node.bare_concrete_function is not None:
                bare = node.bare_concrete_function
                self._objects[index] = self._named(bare.concrete_function_name)
                if not isinstance(self._objects[index], Unavailable):
                    self._objects[index]._positional_count = bare.allowed_positional_arguments
        for item, node in zip(self._objects, self._nodes):
            for reference in node.children:
                self._attach(item, reference.local_name, self._objects[reference.node_id])
        root = self._objects[0]
        if not self._options.experimental_skip_checkpoint:
            self._restore()
        for table, name in self._functions_of_tables("_initialize"):
            if not isinstance(self._named(name), Unavailable):
                table.fill(self._named(name))
        info = self._graph.meta_info_def
        if not isinstance(root, ResourceVariable):
            root.tensorflow_version = info.tensorflow_version if info is not None else ""
            root.tensorflow_git_version = info.tensorflow_git_version if info is not None else ""
            root.graph_debug_info = None
            if self._options.experimental_load_function_aliases and info is not None:
                root.function_aliases = {info.function_aliases[name]: item for item, node in zip(self._objects, self._nodes)
                                         if node.function is not None for name in node.function.concrete_functions
                                         if name in info.function_aliases}
        return root

    def _functions_of_tables(self, child):
        """(table, name of its function that is called `child`) of each that has one."""
        for item, node in zip(self._objects, self._nodes):
            for reference in node.children if node.resource is not None else ():
                made = self._nodes[reference.node_id].function
                if reference.local_name == child and made is not None and made.concrete_functions:
                    yield item, made.concrete_functions[0]

    def _check_index(self, index):
        if not 0 <= index < len(self._nodes):
            raise DecodeError(f"there is no object {index}")
        return index

    # -- objects -----------------------------------------------------------------------------------------------------
    def _recreate(self, node):
        if node.variable is not None:
            return self._variable(node.variable)
        if node.constant is not None:
            return self._constant(node.constant.operation)
        if node.asset is not None:
            return self._asset(node.asset)
        if node.resource is not None:
            return RestoredResource(node.registered_name or "", os.path.join(self._folder, "assets"))
        identifier = node.user_object.identifier if node.user_object is not None else ""
        if identifier in ("trackable_list_wrapper", "trackable_tuple_wrapper"):
            return ListWrapper([])
        if identifier == "trackable_dict_wrapper":
            return _DictWrapper({})
        if identifier == "signature_map":
            return SignatureMap()
        return _new_object()

    @staticmethod
    def _variable(saved):
        dtype, dims = dtype_of(saved.dtype), dims_of(saved.shape)
        if dtype.numpy_dtype is None:
            raise DecodeError(f"the runtime has no Variables of type {dtype.name}")
        name = saved.name or "Variable"
        handle = ResourceVariable._new_handle(name, dims, dtype)
        return ResourceVariable(handle=handle, name=name, trainable=saved.trainable)

    def _constant(self, operation):
        for node in self._graph.graph_def.node:
            if node.name == operation and node.op == CONST.name and "value" in node.attr and node.attr["value"].tensor is not None:
                return EagerTensor(*array_of(node.attr["value"].tensor))
        raise DecodeError(f"there is no constant {operation}")

    def _asset(self, saved):
        files = self._graph.asset_file_def
        if not 0 <= saved.asset_file_def_index < len(files):
            raise DecodeError(f"there is no asset {saved.asset_file_def_index}")
        name = files[saved.asset_file_def_index].filename
        folder = os.path.realpath(os.path.join(self._folder, "assets"))
        path = os.path.join(self._folder, "assets", name)
        if os.path.commonpath([os.path.realpath(path), folder]) != folder:
            raise DecodeError(f"the asset {name!r} is outside of the folder")
        return Asset(path)

    # -- functions ---------------------------------------------------------------------------------------------------
    def _specs(self):
        """Name of a trace → the FunctionSpec message of the function that it is a trace of."""
        specs = {}
        for node in self._nodes:
            if node.bare_concrete_function is not None:
                specs.setdefault(node.bare_concrete_function.concrete_function_name, node.bare_concrete_function.function_spec)
        for node in self._nodes:
            if node.function is not None:
                specs.update(dict.fromkeys(node.function.concrete_functions, node.function.function_spec))
        return specs

    def _make_function(self, name, specs):
        if name in self._saved_functions and name not in self._concrete:
            self._concrete[name] = self._function(name, self._saved_functions[name], specs.get(name))

    def _function(self, name, saved, spec):
        try:
            graph = self._importer.graph(name)
            captured, variables = [], []
            for index in saved.bound_inputs:
                item = self._objects[self._check_index(index)]
                if isinstance(item, ResourceVariable):
                    variables.append(item)
                    item = item.handle
                elif isinstance(item, Asset):
                    item = item.asset_path
                elif isinstance(item, RestoredResource) and item.resource_handle is not None:
                    item = item.resource_handle
                elif self._nodes[index].captured_tensor is not None:
                    place = self._nodes[index].captured_tensor
                    item = self._importer.graph(place.concrete_function).get_tensor_by_name(place.name)
                elif not isinstance(item, EagerTensor):
                    raise errors.MissingOpError(f"the function {name} uses an object of a kind that the runtime does not have "
                                                "(an iterator, for example)")
                captured.append(item)
            arguments = decode_own(saved.canonicalized_input_signature)
            if not (isinstance(arguments, tuple) and len(arguments) == 2 and isinstance(arguments[0], tuple)
                    and isinstance(arguments[1], dict)):
                raise DecodeError(f"the function {name} has no arguments")
            return concrete_function(graph, captured, variables, arguments, decode_own(saved.output_signature), self._spec(spec))
        except errors.MissingOpError as error:
            return Unavailable(errors.MissingOpError(f"{file_of(self._folder)}: the function {name} cannot "
                                                     f"be run: {error}"))

    @staticmethod
    def _spec(spec):
        values = decode(spec.fullargspec) if spec is not None and spec.fullargspec is not None else None
        return function_type_of(values if values is not None else ([], "args", "kwargs", None, [], None, {}),
                                spec is not None and spec.is_method)

    def _named(self, name):
        if name not in self._concrete:
            raise DecodeError(f"there is no function {name}")
        return self._concrete[name]

    def _restored(self, saved):
        function_type, defaults = self._spec(saved.function_spec)
        try:
            signature = decode_own(saved.function_spec.input_signature) if saved.function_spec is not None else None
        except errors.MissingOpError:
            signature = None  # its trace cannot be called, and says so
        if signature is not None and not isinstance(signature, (tuple, list)):
            raise DecodeError(f"no input signature: {signature!r}")
        return RestoredFunction("restored_function_body", [self._named(name) for name in saved.concrete_functions],
                                function_type, defaults, signature)

    # -- putting together ----------------------------------------------------------------------------------------------
    def _attach(self, item, name, child):
        if isinstance(item, ListWrapper):
            index = int(name) if name.isdecimal() else _MAX_ITEMS
            if index >= _MAX_ITEMS:
                raise DecodeError(f"a list cannot have an item {name[:40]}")
            item._storage.extend([None] * (index + 1 - len(item)))  # in place of what is no object, which is not in the file
            item._storage[index] = child
            item._changed()
        elif isinstance(item, _DictWrapper):
            item[name] = child
        elif isinstance(item, SignatureMap):
            item._signatures[name] = _Refusing(child.reason) if isinstance(child, Unavailable) else child
        elif isinstance(item, RestoredResource) or type(item).__name__ == "_UserObject":
            if name in _RESERVED or isinstance(child, Unavailable):
                child = _Refusing(child.reason) if isinstance(child, Unavailable) else child
                if name in _RESERVED:
                    raise DecodeError(f"an attribute cannot be called {name}")
            setattr(item, name, child)
            if name == "__call__":
                type(item).__call__ = lambda self, *args, **kwargs: self.__dict__["__call__"](*args, **kwargs)

    def _restore(self):
        prefix = os.path.join(self._folder, "variables", "variables")
        if not any(node.variable is not None or node.resource is not None for node in self._nodes):
            return
        restoration = Restoration(prefix)
        restoration.expect_partial = True
        view = _View(self._objects[0])
        restoration.start(view)
        for item in self._objects:
            if isinstance(item, ResourceVariable) and item.handle._value.value is None \
                    and not self._options.allow_partial_checkpoint:
                raise errors.DataLossError(None, None, f"Unable to read {prefix}.index: it has no value for the Variable "
                                           f"{item.name}")


class _View:
    """The loaded objects as a restoration walks them."""

    def __init__(self, root):
        self.root = root

    @staticmethod
    def children_of(item):
        return item._trackable_children()


class _Refusing(Trackable):
    """In place of a function that cannot be run: calling it, or looking into it, raises the reason."""

    def __init__(self, reason):
        self.__dict__["_reason"] = reason

    def __call__(self, *args, **kwargs):
        raise self._reason

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise self._reason
