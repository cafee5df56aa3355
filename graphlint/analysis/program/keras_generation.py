"""Which generation of Keras a module is written for: told by its imports, and by what Keras 3 refuses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.syntax import blocks, names

if TYPE_CHECKING:
    from graphlint.analysis.syntax.index import Index

_KERAS_2 = ("tf_keras", "tensorflow.python.keras")
#: Packages whose layers are of Keras 2, so that ``tf.keras`` beside them is too: TF-Agents 0.19, Addons 0.23, Model Optimization
#: 0.8, GNN 1.0, Ranking 0.5, Decision Forests 1.12.
_ON_KERAS_2 = (
    *("tf_agents", "tensorflow_addons", "tensorflow_model_optimization", "tensorflow_gnn", "tensorflow_ranking"),
    "tensorflow_decision_forests",
)
#: Modules of Keras 2, under ``keras`` or ``tensorflow.keras``, and names in others, that Keras 3 has not got: tried with TensorFlow 2.21.
_GONE = tuple(
    f"keras.{name}"
    for name in """
    engine optimizer_v2 legacy_tf_layers wrappers.scikit_learn backend.tensorflow_backend backend.common mixed_precision.experimental
    saving.hdf5_format saving.legacy initializers.initializers_v2 optimizers.optimizer_v2 optimizers.experimental backend_config
    utils.generic_utils utils.np_utils utils.tf_utils utils.layer_utils utils.conv_utils utils.data_utils utils.vis_utils
    utils.multi_gpu_utils utils.losses_utils utils.training_utils utils.multi_gpu_model models.model_from_yaml
    layers.merge layers.core layers.recurrent layers.convolutional layers.convolutional_recurrent layers.cudnn_recurrent layers.normalization
    layers.pooling layers.embeddings layers.advanced_activations layers.wrappers layers.noise layers.local layers.experimental layers.merging
    layers.preprocessing layers.CuDNNLSTM layers.CuDNNGRU layers.LocallyConnected1D layers.LocallyConnected2D layers.DenseFeatures
    layers.AbstractRNNCell backend.set_session backend.get_session backend.learning_phase backend.set_learning_phase backend.placeholder
    """.split()
)
_GONE_LAST = sorted({name.rpartition(".")[2] for name in _GONE})
_GONE_BEFORE = tuple(f"{name}." for name in _GONE)
#: How an import shows that it may be one of these.
_SHOWN = tuple({name.rpartition(".")[2].encode() for name in _GONE} | {name.encode() for name in (*_KERAS_2, *_ON_KERAS_2)})
#: What a text must have to be looked at more closely.
_PACKAGES = (b"keras", *(name.encode() for name in _ON_KERAS_2))
_IMPORT = re.compile(rb"^[ \t]*(?:from\s+[\w.]+\s+import\s*\([^)]*|from\s[^\n]*|import\s[^\n]*)", re.MULTILINE)
#: Functions of the backend of Keras 2.
_BACKEND = ("learning_phase", "set_learning_phase", "get_session", "set_session")
#: Methods of models and optimizers that Keras 3 has not got.
_METHODS = ("fit_generator", "evaluate_generator", "predict_generator", "_set_hyper", "_get_hyper", "_create_slots")


def is_for_keras_2(module: nodes.Module, index: Index) -> bool:
    """Whether a module can only run with Keras 2."""
    return imports_keras_2(module) or _is_refused(index)


def may_import_keras_2(source: bytes) -> bool:
    """Whether the text of a module shows anything of Keras 2 in what it imports."""
    return any(text in source for text in _PACKAGES) and any(text in line for line in _IMPORT.findall(source) for text in _SHOWN)


def imports_keras_2(module: nodes.Module, beside: bool = False) -> bool:
    """Whether a module imports what only Keras 2 has, or no other Keras than Keras 2: ``import tf_keras``, or what is built on that.

    `beside` leaves out `tf_keras`, which may be there beside Keras 3: what one module does with it tells nothing of others.
    """
    if any(name.startswith(_ON_KERAS_2) for name in names.imported_modules(module)) or needs_keras_2(module):
        return True
    own = [dotted if isinstance(binding, nodes.Import) else binding.modname for binding, dotted in _imports(module) if _is_keras(dotted)]
    return bool(own) and all(written.startswith(_KERAS_2[beside:]) for written in own)


def needs_keras_2(module: nodes.Module) -> bool:
    """Whether a module cannot be imported where there is Keras 3 alone."""
    always = [dotted for binding, dotted in _imports(module) if binding.parent is module]
    return any(dotted.startswith(_ON_KERAS_2) or f"{dotted.removeprefix('tensorflow.')}.".startswith(_GONE_BEFORE) for dotted in always)


def takes_keras(module: nodes.Module) -> bool:
    """Whether a module takes its Keras from another one of the program: ``from .compat import keras``."""
    taken = (binding for binding in module.locals.get("keras", ()) if isinstance(binding, nodes.ImportFrom))
    return any(not _is_keras(str(names.imported(binding, "keras"))) for binding in taken)


def imports_keras(module: nodes.Module) -> bool:
    """Whether a module chooses its Keras itself: it imports Keras, other than from modules of the program."""
    return any(_is_keras(dotted) for _, dotted in _imports(module))


def _is_keras(dotted: str) -> bool:
    return frameworks.canonical(dotted).partition(".")[0] == "keras" or dotted.startswith(_KERAS_2)


def _imports(module: nodes.Module) -> Iterator[tuple[nodes.Import | nodes.ImportFrom, str]]:
    """The imports at the top of a module, each with the dotted name of what it binds: not those that stand in for one that fails."""
    for name, bindings in module.locals.items():
        for binding in bindings:
            if isinstance(binding, (nodes.Import, nodes.ImportFrom)) and not isinstance(binding.parent, nodes.ExceptHandler):
                yield binding, str(names.imported(binding, name))


def _is_refused(index: Index) -> bool:
    """Whether Keras 3 refuses what a module uses: ``self.add_weight("w", shape)``, ``Adam(lr=0.1)``, ``keras.engine``."""
    own = {function.name for function in index.functions}
    refused = [call for call in index.calls(("add_weight",)) if "add_weight" not in own and _names_weight(call)]
    optimizers = (call for call in index.calls(frameworks.keras.OPTIMIZER_NAMES) if _is_of_keras(call.func))
    refused += [call for call in optimizers if any(keyword.arg == "lr" for keyword in call.keywords)]
    refused += [call for name in _METHODS if name not in own for call in index.calls((name,)) if isinstance(call.func, nodes.Attribute)]
    refused += [use for name in _GONE_LAST for use in index.uses.get(name, ()) if _is_gone(use)]
    refused += [call for name in _BACKEND if name not in own for call in index.calls((name,)) if _is_of_backend(call.func)]
    return not all(map(blocks.is_one_way, refused))  # a program may serve both generations


def _is_gone(use: nodes.NodeNG) -> bool:
    """``keras.engine``, ``tf.keras.layers.experimental``"""
    written: list[str] = []
    while isinstance(use, nodes.Attribute):
        written.insert(0, use.attrname)
        use = use.expr
    bindings = use.root().locals.get(use.name, ()) if isinstance(use, nodes.Name) else ()
    imports = (str(names.imported(binding, use.name)) for binding in bindings if isinstance(binding, (nodes.Import, nodes.ImportFrom)))
    dotted = (f"{'keras' if name.endswith('.keras') else name}.{'.'.join(written)}" for name in imports)
    return bool(written) and any(f"{name.removeprefix('tensorflow.')}.".startswith(_GONE_BEFORE) for name in dotted)


def _names_weight(call: nodes.Call) -> bool:
    """``self.add_weight("w", …)``"""
    own = isinstance(call.func, nodes.Attribute) and isinstance(call.func.expr, nodes.Name) and call.func.expr.name == "self"
    return own and bool(call.args) and isinstance(call.args[0], nodes.Const) and isinstance(call.args[0].value, str)


def _is_of_keras(function: nodes.NodeNG) -> bool:
    """Whether an optimizer is written as one of Keras: ``tf.keras.optimizers.Adam``, or ``Adam`` that is imported from there."""
    if isinstance(function, nodes.Attribute):
        return "optimizers" in function.expr.as_string()
    bindings = function.root().locals.get(names.last_name(function), ())
    return any(isinstance(binding, nodes.ImportFrom) and "keras" in binding.modname for binding in bindings)


def _is_of_backend(function: nodes.NodeNG) -> bool:
    """``K.learning_phase()``, ``tf.keras.backend.set_session(…)``"""
    return isinstance(function, nodes.Attribute) and names.last_name(function.expr) in ("K", "backend")
