"""Which generation of Keras a module is written for: told by its imports, and by what Keras 3 refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis import blocks, names

if TYPE_CHECKING:
    from graphlint.analysis.index import Index

_KERAS_2 = ("tf_keras", "tensorflow.python.keras")
#: Packages whose layers are of Keras 2, so that ``tf.keras`` beside them is too: TF-Agents 0.19, Addons 0.23, Model Optimization
#: 0.8, GNN 1.0, Ranking 0.5, Decision Forests 1.12.
_ON_KERAS_2 = (
    *("tf_agents", "tensorflow_addons", "tensorflow_model_optimization", "tensorflow_gnn", "tensorflow_ranking"),
    "tensorflow_decision_forests",
)
#: Methods of models and optimizers that Keras 3 has not got.
_METHODS = ("fit_generator", "evaluate_generator", "predict_generator", "_set_hyper", "_get_hyper", "_create_slots")


def is_for_keras_2(module: nodes.Module, index: Index) -> bool:
    """Whether a module can only run with Keras 2."""
    return _imports_keras_2(module) or _is_refused(index)


def _imports_keras_2(module: nodes.Module) -> bool:
    """Whether the only Keras that a module imports is Keras 2 for good: ``import tf_keras``, or what is built on that."""
    if any(name.startswith(_ON_KERAS_2) for name in names.imported_modules(module)):
        return True
    found = False
    for name, bindings in module.locals.items():
        for binding in bindings:
            if isinstance(binding, (nodes.Import, nodes.ImportFrom)):
                dotted = str(names.imported(binding, name))
                written = dotted if isinstance(binding, nodes.Import) else binding.modname
                if written.startswith(_KERAS_2):
                    found = True
                elif frameworks.canonical(dotted).partition(".")[0] == "keras":
                    return False
    return found


def _is_refused(index: Index) -> bool:
    """Whether Keras 3 refuses what a module calls: ``self.add_weight("w", shape)``, ``Adam(lr=0.1)``, ``model.fit_generator(…)``."""
    own = {function.name for function in index.functions}
    refused = [call for call in index.calls(("add_weight",)) if "add_weight" not in own and _names_weight(call)]
    optimizers = (call for call in index.calls(frameworks.keras.OPTIMIZER_NAMES) if _is_of_keras(call.func))
    refused += [call for call in optimizers if any(keyword.arg == "lr" for keyword in call.keywords)]
    refused += [call for name in _METHODS if name not in own for call in index.calls((name,)) if isinstance(call.func, nodes.Attribute)]
    return not all(map(blocks.is_one_way, refused))  # a program may serve both generations


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
