"""What `compile` keeps: the loss and the metrics, chosen when the shapes of targets and outputs are known."""

from __future__ import annotations

from runtime.core import nest
from runtime.keras import losses, metrics
from runtime.keras.naming import to_snake_case


def _kind(y_true, y_pred):
    """Which of the binary, sparse or categorical form of a loss or metric fits."""
    if y_pred.shape[-1] == 1:
        return "binary_"
    sparse = y_true.shape.rank < y_pred.shape.rank or y_true.shape[-1] == 1 and y_pred.shape[-1] > 1
    return "sparse_categorical_" if sparse else "categorical_"


def _loss(identifier, y_true, y_pred):
    if str(identifier).lower() in ("crossentropy", "ce"):
        identifier = _kind(y_true, y_pred) + "crossentropy"
    found = losses.get(identifier)
    return found if isinstance(found, losses.Loss) or found is None else losses.LossFunctionWrapper(found, name=_name(found))


def _metric(identifier, y_true, y_pred):
    found = metrics.get(_kind(y_true, y_pred) + "accuracy" if str(identifier).lower() in ("accuracy", "acc") else identifier)
    if not isinstance(found, metrics.Metric):
        found = metrics.MeanMetricWrapper(found, name=_name(found))
    if isinstance(identifier, str):
        found.name = identifier
    return found


def _name(function):
    return getattr(function, "name", None) or getattr(function, "__name__", None) or to_snake_case(type(function).__name__)


def _for_each(given, y_pred):
    """`given` for each output: one for all, or a list or dict in the structure of the outputs."""
    outputs = nest.flatten(y_pred)
    if isinstance(given, dict) and isinstance(y_pred, dict):
        return [given.get(name) for name in sorted(y_pred)]
    if len(outputs) > 1 and isinstance(given, (list, tuple)):
        if len(given) != len(outputs):
            raise ValueError(f"For a model with multiple outputs, one loss or list of metrics is needed for each of the {len(outputs)} "
                             f"outputs. Received: {given}")
        return list(given)
    return [given] * len(outputs)


class CompiledLoss:
    """The sum of the outputs' losses, each times its weight."""

    def __init__(self, loss, weights):
        self._given, self._weights, self._losses = loss, weights, None

    def __call__(self, y_true, y_pred, sample_weight=None):
        targets, outputs = nest.flatten(y_true), nest.flatten(y_pred)
        if self._losses is None:
            given = self._given[0] if isinstance(self._given, (list, tuple)) and len(outputs) == 1 else self._given
            self._losses = [_loss(loss, target, output) for loss, target, output in zip(_for_each(given, y_pred), targets, outputs)]
        weights = [None] * len(outputs) if self._weights is None else _for_each(self._weights, y_pred)
        total = None
        for loss, target, output, weight in zip(self._losses, targets, outputs, weights):
            if loss is not None:
                value = loss(target, output, sample_weight)
                value = value if weight is None else value * weight
                total = value if total is None else total + value
        return total


class CompiledMetrics:
    """The metrics of all outputs; those in `weighted` see the samples' weights."""

    name = "compile_metrics"

    def __init__(self, given, weighted):
        for argument, value in (("metrics", given), ("weighted_metrics", weighted)):
            if value and not isinstance(value, (list, tuple, dict)):
                raise ValueError(f"Expected `{argument}` argument to be a list, tuple, or dict. Received instead: {argument}={value} of "
                                 f"type {type(value)}")
        self._given, self._weighted, self._built = given, weighted, None

    def _build(self, y_true, y_pred):
        targets, outputs = nest.flatten(y_true), nest.flatten(y_pred)
        self._built = []
        for given, is_weighted in ((self._given, False), (self._weighted, True)):
            if given:
                flat = nest.flatten(given)
                each = [flat] if len(outputs) == 1 else [nest.flatten(part) for part in _for_each(given, y_pred)]
                self._built += [(_metric(one, target, output), index, is_weighted) for index, (part, target, output) in enumerate(
                    zip(each, targets, outputs)) for one in part if one is not None]

    def update_state(self, y_true, y_pred, sample_weight=None):
        if self._built is None:
            self._build(y_true, y_pred)
        targets, outputs = nest.flatten(y_true), nest.flatten(y_pred)
        for metric, index, is_weighted in self._built:
            metric.update_state(targets[index], outputs[index], **({"sample_weight": sample_weight} if is_weighted else {}))

    def reset_state(self):
        for metric, *_ in self._built or ():
            metric.reset_state()

    def result(self):
        """Name → value; the second metric of one name is ``name_1``."""
        if self._built is None:
            raise ValueError("Cannot get result() since the metric has not yet been built.")
        results, counts = {}, {}
        for metric, *_ in self._built:
            count = counts.get(metric.name, 0)
            counts[metric.name] = count + 1
            results[f"{metric.name}_{count}" if count else metric.name] = metric.result()
        return results
