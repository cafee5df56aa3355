"""What `compile` keeps: the loss and the metrics, chosen when the shapes of targets and outputs are known."""

from __future__ import annotations

import runtime as tf
from runtime.core import nest
from runtime.keras import hooks, losses, metrics, optimizers
from runtime.keras.distribution import unscaled
from runtime.keras.naming import to_snake_case


def _kind(y_true, y_pred):
    """Which of the binary, sparse or categorical form of a loss or metric fits."""
    if y_pred.shape[-1] == 1:
        return "binary_"
    sparse = y_true.shape.rank < y_pred.shape.rank or y_true.shape[-1] == 1 and y_pred.shape[-1] > 1
    return "sparse_categorical_" if sparse else "categorical_"


def _loss(identifier, y_true, y_pred):
    is_crossentropy = str(identifier).lower() in ("crossentropy", "ce")
    found = losses.get(_kind(y_true, y_pred) + "crossentropy" if is_crossentropy else identifier)
    if isinstance(found, losses.Loss) or found is None:
        return found
    return losses.LossFunctionWrapper(found, name=identifier if isinstance(identifier, str) else _name(found))


def _metric(identifier, y_true, y_pred):
    if identifier is None:
        raise ValueError("Expected metric, received `None`")
    found = metrics.get(_kind(y_true, y_pred) + "accuracy" if str(identifier).lower() in ("accuracy", "acc") else identifier)
    if not isinstance(found, metrics.Metric):
        found = metrics.MeanMetricWrapper(found, name=_name(found))
    if isinstance(identifier, str):
        found.name = identifier
    return found


def _name(function):
    return getattr(function, "name", None) or to_snake_case(getattr(function, "__name__", None) or type(function).__name__)


class _Weighted:
    """A loss with its weight, a leaf in nests of losses."""

    def __init__(self, loss, weight):
        self.loss, self.weight = loss, weight


def _weighted(loss, weights):
    """`loss`, with `_Weighted` in the places of the losses that there are."""
    flat = nest.flatten(loss)
    if weights is None:
        weights = [None] * len(flat)
    elif len(nest.flatten(weights)) != len(flat):
        raise ValueError(f"`loss_weights` must match the number of losses, got {len(flat)} losses and {len(weights)} weights.")
    pairs = zip(flat, nest.flatten(weights))
    return nest.pack_sequence_as(loss, [None if one is None else _Weighted(one, weight) for one, weight in pairs])


def _at(path, structure):
    for part in path:
        structure = structure[part]
    return structure


def _is_sequence(value):
    return isinstance(value, (list, tuple))


class CompiledLoss:
    """The sum of the outputs' losses, each times its weight. With several losses, `metrics` are their means.

    Raises:
        ValueError, KeyError: losses, weights or targets that do not fit the outputs.
    """

    def __init__(self, loss, weights, output_names=None):
        if weights and not isinstance(weights, (list, tuple, dict, float)):
            raise ValueError("Expected `loss_weights` argument to be a float (single output case) or a list, tuple, or dict (multiple "
                             f"output case). Received instead: loss_weights={weights} of type {type(weights)}")
        self._given, self._weights, self._output_names = loss, weights, output_names
        self._parts = None  # (path to the output, loss, weight, name)
        self.metrics = []

    def __call__(self, y_true, y_pred, sample_weight=None):
        nested = nest.is_nested(y_pred) or nest.is_nested(y_true)
        if nested:
            y_true = self._as_outputs(y_true, y_pred)
        if self._parts is None:
            self._build(y_true, y_pred)
        values = []
        for number, (path, loss, weight, _) in enumerate(self._parts):
            output = _at(path, y_pred)
            of_samples = _at(path, sample_weight) if nest.is_nested(sample_weight) else sample_weight
            value = tf.cast(loss(_at(path, y_true), output, of_samples), "float32")
            if nested and self.metrics:
                self.metrics[number].update_state(unscaled(value), sample_weight=nest.flatten(output)[0].shape[0])  # the known size alone
            values.append(value if weight is None else value * weight)
        if not nested:
            return values[0]  # Keras's, too, leaves out all others that a single output has
        return sum(values[1:], values[0]) if values else None

    def _as_outputs(self, y_true, y_pred):
        """The targets in the structure of the outputs, None where there is no loss."""
        if _is_sequence(y_pred) and isinstance(y_true, dict) and self._output_names and set(self._output_names) == set(y_true):
            y_true = [y_true[name] for name in self._output_names]
        if isinstance(y_pred, dict) and isinstance(y_true, dict) and set(y_pred) == set(y_true):
            return y_true
        targets, outputs = nest.flatten(y_true), nest.flatten(y_pred)
        if len(targets) == len(outputs):
            return nest.pack_sequence_as(y_pred, targets)
        losses_given = nest.flatten(self._given)
        if len(targets) == sum(loss is not None for loss in losses_given):
            left = iter(targets)
            return nest.pack_sequence_as(self._given, [None if loss is None else next(left) for loss in losses_given])
        shapes = [nest.map_structure(lambda _: "*", y) for y in (y_true, y_pred)]
        raise ValueError(f"y_true and y_pred have different structures.\ny_true: {shapes[0]}\ny_pred: {shapes[1]}\n")

    def _build(self, y_true, y_pred):
        loss, weights, names = self._given, self._weights, self._output_names
        if names and isinstance(loss, dict) and not isinstance(y_pred, dict):
            if set(names) != set(loss):
                raise ValueError(f"Expected keys {list(names)} in loss dict, but found loss.keys()={list(loss)}")
            loss = [loss[name] for name in names] if _is_sequence(y_pred) else loss[names[0]]
            if isinstance(weights, dict):
                weights = [weights[name] for name in names]
        loss = _weighted(loss, weights)
        if not nest.is_nested(loss):
            loss = nest.map_structure(lambda _: loss, y_pred)
        count = len(nest.flatten(y_pred))
        names = nest.pack_sequence_as(y_pred, list(names) if names and len(names) == count else [None] * count)
        parts = []
        self._add(parts, y_true, y_pred, loss, names, ())
        self._parts = parts
        if len(parts) > 1:
            self.metrics = [metrics.Mean(f"{name}_loss") for *_, name in parts]

    def _add(self, parts, y_true, y_pred, loss, names, path):
        if not nest.is_nested(loss):
            if loss is not None:
                found = _loss(loss.loss, y_true, y_pred)
                own = found.name if names is None or nest.is_nested(names) else names
                named = (own,) if not path else (*path[:-1], own) if isinstance(path[-1], int) else path
                parts.append((path, found, loss.weight, "/".join(map(str, named))))
            return
        if _is_sequence(loss) and not any(map(nest.is_nested, loss)) and len(loss) == len(nest.flatten(y_pred)):
            loss = nest.pack_sequence_as(y_pred, list(loss))
        elif _is_sequence(loss) and not _is_sequence(y_pred):
            for one in loss:
                self._add(parts, y_true, y_pred, one, names, path)
            return
        if not nest.is_nested(loss):
            self._add(parts, y_true, y_pred, loss, names, path)
            return
        if isinstance(loss, dict) != isinstance(y_pred, dict):
            raise KeyError(f"The path: {path} in the `loss` argument, can't be found in the model's output (`y_pred`).")
        for key, one in loss.items() if isinstance(loss, dict) else enumerate(loss):
            if one is None:
                continue
            if any(key not in y if isinstance(y, dict) else key >= len(y) for y in (y_true, y_pred)):
                raise KeyError(f"The path: {(*path, key)} in the `loss` argument, can't be found in either the model's output (`y_pred`) "
                               "or in the labels (`y_true`).")
            self._add(parts, y_true[key], y_pred[key], one, names[key], (*path, key))


class CompiledMetrics:
    """The metrics of all outputs; those in `weighted` see the samples' weights.

    Raises:
        ValueError: metrics that do not fit the outputs.
    """

    name = "compile_metrics"

    def __init__(self, given, weighted, output_names=None):
        for argument, value in (("metrics", given), ("weighted_metrics", weighted)):
            if value and not isinstance(value, (list, tuple, dict)):
                raise ValueError(f"Expected `{argument}` argument to be a list, tuple, or dict. Received instead: {argument}={value} of "
                                 f"type {type(value)}")
        self._given, self._weighted, self._output_names, self.built = given, weighted, output_names, False
        self._plain = self._seeing_weights = ()  # for each output (its name, its metrics)

    @property
    def metrics(self):
        return [metric for _, found in (*self._plain, *self._seeing_weights) for metric in found]

    def _build(self, y_true, y_pred):
        count = len(nest.flatten(y_pred))
        flat = nest.is_nested(y_pred) and len(y_pred) == count
        names = self._output_names
        if flat and isinstance(y_pred, dict) and not (names and set(names) == set(y_pred)):
            names = sorted(y_pred)
        self._order = names if count > 1 and flat else None
        targets, outputs = self._flat(y_true), self._flat(y_pred)
        self._plain = self._of_outputs("metrics", self._given, names, targets, outputs, y_pred, flat)
        self._seeing_weights = self._of_outputs("weighted_metrics", self._weighted, names, targets, outputs, y_pred, flat)
        self.built = True

    @staticmethod
    def _of_outputs(argument, given, names, targets, outputs, y_pred, flat):
        if not given:
            return [(None, ())] * len(outputs)
        if len(outputs) == 1:
            return [(None, [_metric(one, targets[0], outputs[0]) for one in nest.flatten(given)])]
        if flat and _is_sequence(given) and len(given) == len(outputs):
            each = given
        elif flat and names and isinstance(given, dict) and set(given) <= set(names):
            each = [given.get(name) for name in names]
        else:
            kind = "dict, collections.OrderedDict, or collections.defaultdict" if isinstance(y_pred, dict) else "tuple"
            shown = tuple(given) if _is_sequence(given) else given
            structure = nest.map_structure(lambda _: "X", y_pred)
            raise ValueError(f"Expected an instance of {kind}, got {shown}.\nInvalid `{argument}`. `{argument}` should contain "
                             "metrics objects and either be a dict or a list matching the output names of the functional model "
                             f"{list(names or ())} or match the output structure of the model: {structure}.\n"
                             f"Received: {argument}={given}")
        found = []
        for name, one, target, output in zip(names or [None] * len(outputs), each, targets, outputs):
            several = one if _is_sequence(one) else [] if one is None else [one]
            found.append((name, [_metric(metric, target, output) for metric in several]))
        return found

    def _flat(self, y):
        if isinstance(y, dict) and self._order is not None:
            return [y[name] for name in self._order]
        return nest.flatten(y)

    def update_state(self, y_true, y_pred, sample_weight=None):
        if not self.built:
            self._build(y_true, y_pred)
        targets, outputs = self._flat(y_true), self._flat(y_pred)
        weights = [None] if sample_weight is None else self._flat(sample_weight)
        weights = weights if len(weights) == len(outputs) else [weights[0]] * len(outputs)
        for (_, found), target, output in zip(self._plain, targets, outputs):
            for metric in found:
                metric.update_state(target, output, sample_weight=None)
        for (_, found), target, output, weight in zip(self._seeing_weights, targets, outputs, weights):
            for metric in found:
                metric.update_state(target, output, sample_weight=weight)

    def reset_state(self):
        for metric in self.metrics:
            metric.reset_state()

    def result(self):
        """Name → value; the second metric of one name is ``name_1``, a weighted one of a known name ``weighted_name``."""
        if not self.built:
            raise ValueError("Cannot get result() since the metric has not yet been built.")
        results, counts = {}, {}

        def add(name, metric):
            count = counts.get(name, 0)
            counts[name] = count + 1
            results[f"{name}_{count}" if count else name] = metric.result()

        for is_weighted, outputs in ((False, self._plain), (True, self._seeing_weights)):
            for output_name, found in outputs:
                prefix = f"{output_name}_" if output_name else ""
                for metric in found:
                    known = is_weighted and prefix + metric.name in counts
                    add(f"{prefix}{'weighted_' if known else ''}{metric.name}", metric)
        return results


@hooks.compile_arguments.provide
def _arguments_of(config):
    """What `compile` was given, from the training config of an HDF5 file."""
    def made(deserialize, value):
        if value is None or isinstance(value, str) or isinstance(value, dict) and "class_name" in value:
            return None if value is None else deserialize(value)
        if isinstance(value, dict):
            return {key: made(deserialize, item) for key, item in value.items()}
        return [made(deserialize, item) for item in value]

    def metric(value):
        return value if value in ("accuracy", "acc", "crossentropy", "ce") else metrics.deserialize(value)

    return {"optimizer": optimizers.get(config["optimizer_config"]), "loss": made(losses.deserialize, config.get("loss")),
            "metrics": made(metric, config.get("metrics")), "weighted_metrics": made(metric, config.get("weighted_metrics")),
            "loss_weights": config["loss_weights"]}
