"""`tf.compat.v1.saved_model`: models of plain graphs, written from sessions and loaded into them."""

from __future__ import annotations

import os
from types import SimpleNamespace as _Namespace

from runtime import saved_model as _newer
from runtime.checkpoint import bundle as _bundle
from runtime.compat.faces.fallback import names_of
from runtime.compat.graphs import meta_graph as _meta_graph
from runtime.compat.graphs.current import get_default_graph as _get_default_graph
from runtime.compat.training.saver import Saver as _Saver
from runtime.core.deprecation import warn_deprecated as _warn_deprecated
from runtime.core.tensor_shape import TensorShape as _TensorShape
from runtime.ops.control_flow.control_flow import group as _group
from runtime.proto.saved import MetaInfoDef as _MetaInfoDef, SavedModel as _SavedModel, SignatureDef, TensorInfo
from runtime.proto.values import shape_proto as _shape_proto
from runtime.saved_model.load import read_saved_model as _read_saved_model
from runtime.version import VERSION as _VERSION

_BUILDER = "tensorflow.python.saved_model.builder_impl"
_UTILS = "tensorflow.python.saved_model.utils_impl"

signature_constants = _Namespace(
    DEFAULT_SERVING_SIGNATURE_DEF_KEY="serving_default", PREDICT_METHOD_NAME="tensorflow/serving/predict", PREDICT_INPUTS="inputs",
    PREDICT_OUTPUTS="outputs", CLASSIFY_METHOD_NAME="tensorflow/serving/classify", CLASSIFY_INPUTS="inputs",
    CLASSIFY_OUTPUT_CLASSES="classes", CLASSIFY_OUTPUT_SCORES="scores", REGRESS_METHOD_NAME="tensorflow/serving/regress",
    REGRESS_INPUTS="inputs", REGRESS_OUTPUTS="outputs")
tag_constants = _Namespace(SERVING="serve", TRAINING="train", GPU="gpu", TPU="tpu")
constants = _Namespace(ASSETS_DIRECTORY="assets", ASSETS_KEY="saved_model_assets", DEBUG_DIRECTORY="debug",
                       DEBUG_INFO_FILENAME_PB="saved_model_debug_info.pb",
                       LEGACY_INIT_OP_KEY="legacy_init_op", MAIN_OP_KEY="saved_model_main_op", SAVED_MODEL_FILENAME_PB="saved_model.pb",
                       SAVED_MODEL_FILENAME_PBTXT="saved_model.pbtxt", SAVED_MODEL_SCHEMA_VERSION=1, VARIABLES_DIRECTORY="variables",
                       VARIABLES_FILENAME="variables")
_INIT_OPS = (constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY)


# -- signatures ----------------------------------------------------------------------------------------------------------

def build_tensor_info(tensor):
    """The message that says which tensor of a graph it is."""
    return TensorInfo(name=tensor.name, dtype=tensor.dtype.as_datatype_enum, tensor_shape=_shape_proto(_TensorShape(tensor.shape)._dims))


def get_tensor_from_tensor_info(tensor_info, graph=None, import_scope=None):
    """The tensor of a graph that a message means."""
    graph = graph or _get_default_graph()
    return graph.get_tensor_by_name(f"{import_scope}/{tensor_info.name}" if import_scope else tensor_info.name)


def build_signature_def(inputs=None, outputs=None, method_name=None, defaults=None):
    """The message of a signature: names → messages of tensors."""
    return SignatureDef(inputs=dict(inputs or {}), outputs=dict(outputs or {}), method_name=method_name or "")


def _checked(kind, inputs, outputs):
    if inputs is None or not inputs:
        raise ValueError(f"{kind} `inputs` cannot be None or empty.")
    if outputs is None or not outputs:
        raise ValueError(f"{kind} `outputs` cannot be None or empty.")


def predict_signature_def(inputs, outputs):
    """A signature for prediction. Raises ValueError for no inputs or no outputs."""
    _checked("Prediction", inputs, outputs)
    infos = ({name: build_tensor_info(tensor) for name, tensor in tensors.items()} for tensors in (inputs, outputs))
    return build_signature_def(*infos, signature_constants.PREDICT_METHOD_NAME)


def regression_signature_def(examples, predictions):
    if examples is None:
        raise ValueError("Regression `examples` cannot be None.")
    if predictions is None:
        raise ValueError("Regression `predictions` cannot be None.")
    return build_signature_def({"inputs": build_tensor_info(examples)}, {"outputs": build_tensor_info(predictions)},
                               signature_constants.REGRESS_METHOD_NAME)


def classification_signature_def(examples, classes, scores):
    if examples is None:
        raise ValueError("Classification `examples` cannot be None.")
    if classes is None and scores is None:
        raise ValueError("Classification `classes` and `scores` cannot both be None.")
    outputs = {name: build_tensor_info(tensor) for name, tensor in (("classes", classes), ("scores", scores)) if tensor is not None}
    return build_signature_def({"inputs": build_tensor_info(examples)}, outputs, signature_constants.CLASSIFY_METHOD_NAME)


signature_def_utils = _Namespace(build_signature_def=build_signature_def, predict_signature_def=predict_signature_def,
                                 regression_signature_def=regression_signature_def, classification_signature_def=classification_signature_def)
utils = _Namespace(build_tensor_info=build_tensor_info, get_tensor_from_tensor_info=get_tensor_from_tensor_info)


# -- writing --------------------------------------------------------------------------------------------------------------

class Builder:
    """Writes a model: `add_meta_graph_and_variables`, then `save`.

    Raises:
        AssertionError: the folder is not empty.
    """

    def __init__(self, export_dir):
        self._folder = os.fspath(export_dir)
        if os.path.isdir(self._folder) and os.listdir(self._folder):
            raise AssertionError(f"Export directory {self._folder} already exists, and isn't empty. Please choose a different export directory, "
                                 "or delete all the contents of the specified directory.")
        os.makedirs(self._folder, exist_ok=True)
        self._graphs, self._has_variables = [], False

    def add_meta_graph_and_variables(self, sess, tags, signature_def_map=None, assets_collection=None, legacy_init_op=None, clear_devices=False,
                                     main_op=None, strip_default_attrs=False, saver=None, assets_list=None, init_op=None, train_op=None):
        """The graph of a session, and the values of its Variables. Raises AssertionError if they have been added before."""
        if self._has_variables:
            raise AssertionError("Graph state including variables and assets has already been saved. Please invoke `add_meta_graph()` instead.")
        with sess.graph.as_default():
            saver = saver or _Saver(allow_empty=True, name="save")
            self._add(tags, signature_def_map, main_op if main_op is not None else init_op if init_op is not None else legacy_init_op, saver)
            folder = os.path.join(self._folder, constants.VARIABLES_DIRECTORY)
            os.makedirs(folder, exist_ok=True)
            saver.save(sess, os.path.join(folder, constants.VARIABLES_FILENAME), write_meta_graph=False, write_state=False)
        self._has_variables = True

    def add_meta_graph(self, tags, signature_def_map=None, assets_collection=None, legacy_init_op=None, clear_devices=False, main_op=None,
                       strip_default_attrs=False, saver=None, **_):
        """Another graph for the same Variables. Raises AssertionError if there are none yet."""
        if not self._has_variables:
            raise AssertionError("Graph state including variables and assets has not been saved yet. Please invoke "
                                 "`add_meta_graph_and_variables()` first.")
        self._add(tags, signature_def_map, main_op if main_op is not None else legacy_init_op, saver or _Saver(allow_empty=True, name="save"))

    def _add(self, tags, signatures, init_op, saver):
        graph = _get_default_graph()
        if init_op is not None and not graph.get_collection(constants.MAIN_OP_KEY):
            graph.add_to_collection(constants.MAIN_OP_KEY, init_op)
        made = _meta_graph.export(saver_def=saver.saver_def if saver._variables else None)
        made.meta_info_def = _MetaInfoDef(tags=list(tags), tensorflow_version=_VERSION)
        made.signature_def = dict(signatures or {})
        self._graphs.append(made)

    def save(self, as_text=False, experimental_image_format=False):
        """Write the model; the path of its file."""
        model = _SavedModel(saved_model_schema_version=1, meta_graphs=self._graphs)
        path = os.path.join(self._folder, constants.SAVED_MODEL_FILENAME_PBTXT if as_text else constants.SAVED_MODEL_FILENAME_PB)
        with open(path, "wb") as file:
            file.write(model.text().encode() if as_text else model.encode())
        return path.encode()


builder = _Namespace(SavedModelBuilder=Builder)


def simple_save(session, export_dir, inputs, outputs, legacy_init_op=None):
    """Write a session's graph and Variables, to be served with these inputs and outputs."""
    _warn_deprecated("simple_save", "tensorflow.python.saved_model.simple_save", "This API was designed for TensorFlow v1. See "
                     "https://www.tensorflow.org/guide/migrate for instructions on how to migrate your code to TensorFlow v2.")
    signatures = {signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: predict_signature_def(inputs, outputs)}
    made = Builder(export_dir)
    made.add_meta_graph_and_variables(session, [tag_constants.SERVING], signatures, main_op=legacy_init_op)
    made.save()


# -- loading --------------------------------------------------------------------------------------------------------------

def load(sess, tags, export_dir, import_scope=None, **saver_kwargs):
    """Add the graph of a model with these tags to a session's, and restore its Variables.

    Returns:
        The message of the graph, with its signatures.

    Raises:
        RuntimeError: there is no graph with exactly these tags.
        OSError: there is no model.
    """
    _warn_deprecated("load", "tensorflow.python.saved_model.loader_impl", "Use `tf.saved_model.load` instead.")
    folder = os.fspath(export_dir)
    model = _read_saved_model(folder)
    wanted = set(tags)
    found = [one for one in model.meta_graphs if one.meta_info_def is not None and set(one.meta_info_def.tags) == wanted]
    if not found:
        raise RuntimeError(f"MetaGraphDef associated with tags {str(tags).strip('[]')} could not be found in SavedModel, with available tags "
                           f"'{[set(one.meta_info_def.tags) for one in model.meta_graphs]}'. To inspect available tag-sets in the SavedModel, "
                           "please use the SavedModel CLI: `saved_model_cli`.")
    message = found[0]
    with sess.graph.as_default():
        variables = _meta_graph.bring_in(message, import_scope)
        path = os.path.join(folder, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
        if variables and _bundle.exists(path):
            _Saver(variables, name=f"{import_scope}/save" if import_scope else None).restore(sess, path)
        for key in _INIT_OPS:
            for operation in message.collection_def[key].node_list.value if key in message.collection_def else ():
                sess.run(sess.graph.as_graph_element(f"{import_scope}/{operation}" if import_scope else operation))
    return message


loader = _Namespace(load=load, maybe_saved_model_directory=_newer.contains_saved_model)
maybe_saved_model_directory = contains_saved_model = _newer.contains_saved_model


def main_op_with_restore(restore_op_name):
    return _group(_get_default_graph().as_graph_element(restore_op_name))


__getattr__ = names_of("tf.compat.v1.saved_model", _newer, {"save": ("runtime.saved_model", "save")})
