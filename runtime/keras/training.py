"""`compile`, `fit`, `evaluate` and `predict`: the methods that a `Model` has beyond a `Layer`."""

from __future__ import annotations

import inspect
import itertools
import warnings

import numpy as np

import runtime as tf
from runtime.core import nest
from runtime.core.tensor import EagerTensor
from runtime.keras import metrics as metrics_module
from runtime.keras import optimizers
from runtime.keras.batches import Batches, spec_of, split, unpack_x_y_sample_weight, weights_of_classes
from runtime.keras.callbacks.base import as_numbers
from runtime.keras.callbacks.callback_list import CallbackList
from runtime.keras.compiled import CompiledLoss, CompiledMetrics
from runtime.keras.distribution import in_replicas, scaled, strategy, unscaled
from runtime.keras.saving.config import deserialize_keras_object, serialize_keras_object
from runtime.keras.symbolic import as_tensor


class _Settings:
    """What `compile` was given, kept out of the model's own state."""

    def __init__(self, loss, metrics):
        self.loss, self.metrics = loss, metrics
        self.loss_tracker = metrics_module.Mean("loss")
        self.functions = {}
        self.steps = 1  # batches that one call of the train or test function takes
        self.config = None  # what `compile` was given


class Trainer:
    """Training of a model. `train_step`, `test_step`, `predict_step`, `compute_loss`, `compute_metrics` may be overridden."""

    def __init__(self):
        self.compiled, self.run_eagerly, self.stop_training, self.stop_evaluating = False, False, False, False
        self.stop_predicting, self._initial_epoch = False, None  # the epoch that BackupAndRestore found
        self.optimizer = self.loss = None
        object.__setattr__(self, "_settings", None)
        object.__setattr__(self, "_strategy", strategy())

    @property
    def distribute_strategy(self):
        """The strategy in whose scope the model was made, or that of the code that asks."""
        return self._strategy or tf.distribute.get_strategy()

    def compile(self, optimizer="rmsprop", loss=None, loss_weights=None, metrics=None, weighted_metrics=None, run_eagerly=False,
                steps_per_execution=1, jit_compile="auto", auto_scale_loss=True):
        """Set how to train. Raises ValueError for names that no optimizer, loss or metric has."""
        if steps_per_execution != "auto" and (not isinstance(steps_per_execution, int) or steps_per_execution < 1):
            raise ValueError(f"`steps_per_execution` must be a positive integer. Received: steps_per_execution={steps_per_execution}")
        self.optimizer = given = optimizers.get(optimizer)
        if auto_scale_loss and self.dtype_policy.name == "mixed_float16" and self.optimizer is not None and not isinstance(
                self.optimizer, optimizers.LossScaleOptimizer):
            self.optimizer = optimizers.LossScaleOptimizer(self.optimizer, name="loss_scale_optimizer")
        former = self._settings or _Settings(None, None)  # what is not given stays as it was
        settings = _Settings(former.loss, former.metrics)
        if loss is not None:
            object.__setattr__(self, "loss", loss)
            settings.loss = CompiledLoss(loss, loss_weights, getattr(self, "output_names", None))
        if metrics is not None or weighted_metrics is not None:
            settings.metrics = CompiledMetrics(metrics, weighted_metrics, getattr(self, "output_names", None))
        settings.steps = 1 if steps_per_execution == "auto" else steps_per_execution
        settings.config = {"optimizer": given, "loss": loss, "loss_weights": loss_weights, "metrics": metrics,
                           "weighted_metrics": weighted_metrics, "run_eagerly": run_eagerly, "steps_per_execution": steps_per_execution,
                           "jit_compile": False if jit_compile == "auto" else jit_compile}
        object.__setattr__(self, "_settings", settings)
        self.run_eagerly, self.compiled, self.stop_training = run_eagerly, True, False

    @property
    def jit_compile(self):
        """As `compile` was told; it changes nothing."""
        return self._settings.config["jit_compile"] if self.compiled else False

    def get_compile_config(self):
        """What `compile` was given, as plain values; empty before."""
        return serialize_keras_object(self._settings.config) if self.compiled else {}

    def compile_from_config(self, config):
        """`compile` with the arguments of a compile config, and make the optimizer's state if the model is built."""
        if type(self).compile is not Trainer.compile:
            warnings.warn("`compile()` was not called as part of model loading because the model's `compile()` method is custom. All "
                          "subclassed Models that have `compile()` overridden should also override `get_compile_config()` and "
                          "`compile_from_config(config)`. Alternatively, you can call `compile()` manually after loading.", stacklevel=2)
            return
        self.compile(**deserialize_keras_object(config))
        if self.optimizer is not None and self.built:
            self.optimizer.build(self.trainable_variables)

    # -- steps, which users override -------------------------------------------------------------------------------
    def train_step(self, data):
        """One step on a batch; returns name → value."""
        x, y, sample_weight = unpack_x_y_sample_weight(data)
        with tf.GradientTape() as tape:
            y_pred = self._predicted(x, True)
            loss = self._loss_of(x, y, y_pred, sample_weight, True)
            self._settings.loss_tracker.update_state(unscaled(loss), sample_weight=_batch_size(x))
            if self.optimizer is not None:
                loss = self.optimizer.scale_loss(loss)
        weights = self.trainable_weights
        if weights:
            self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        else:
            warnings.warn("The model does not have any trainable weights.", stacklevel=2)
        return self.compute_metrics(x, y, y_pred, sample_weight=sample_weight)

    def test_step(self, data):
        """One step of `evaluate`; returns name → value."""
        x, y, sample_weight = unpack_x_y_sample_weight(data)
        y_pred = self._predicted(x, False)
        loss = self._loss_of(x, y, y_pred, sample_weight, False)
        self._settings.loss_tracker.update_state(unscaled(loss), sample_weight=_batch_size(x))
        return self.compute_metrics(x, y, y_pred, sample_weight=sample_weight)

    def predict_step(self, data):
        """One step of `predict`; returns the outputs."""
        return self._predicted(unpack_x_y_sample_weight(data)[0], False)

    def _predict_group(self, group):
        """The outputs for the batches of one execution, joined; each batch is one run of `predict_step` in the graph."""
        step = in_replicas(self.predict_step, self._strategy, "concat")
        parts = [step(batch) for batch in group]
        return parts[0] if len(parts) == 1 else nest.map_structure(lambda *leaves: tf.concat(leaves, 0), *parts)

    def _predicted(self, x, training):
        return self(x, training=training) if self._call_has_training_arg else self(x)

    def _loss_of(self, x, y, y_pred, sample_weight, training):
        takes_training = "training" in inspect.signature(self.compute_loss).parameters
        return self.compute_loss(x, y, y_pred, sample_weight, **({"training": training} if takes_training else {}))

    def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
        """The compiled loss plus `losses`. Raises ValueError if there is none of both."""
        found = []
        if self._settings is not None and self._settings.loss is not None:
            loss = self._settings.loss(y, y_pred, sample_weight)
            found += [] if loss is None else [loss]
        found += [scaled(tf.reduce_sum(tf.cast(loss, "float32"))) for loss in self.losses]
        if not found:
            raise ValueError("No loss to compute. Provide a `loss` argument in `compile()`.")
        return found[0] if len(found) == 1 else tf.reduce_sum(tf.stack(found))

    def compute_metrics(self, x, y, y_pred, sample_weight=None):
        """Update the compiled metrics; returns all metrics' results."""
        if self._settings is not None and self._settings.metrics is not None:
            self._settings.metrics.update_state(y, y_pred, sample_weight)
        return self.get_metrics_result()

    def get_metrics_result(self):
        """Name → value of every metric."""
        results = {}
        for metric in self.metrics:
            result = metric.result()
            results.update(result if isinstance(result, dict) else {metric.name: result})
        return results

    @property
    def metrics(self):
        found = []
        if self._settings is not None:
            found.append(self._settings.loss_tracker)
            found += [] if self._settings.metrics is None else [self._settings.metrics]
            found += [] if self._settings.loss is None else self._settings.loss.metrics
        return found + super().metrics

    def _metrics_for_outer(self):
        return []

    @property
    def metrics_names(self):
        return [metric.name for metric in self.metrics]

    def reset_metrics(self):
        for metric in self.metrics:
            metric.reset_state()

    def make_train_function(self, force=False):
        """Have the train step traced anew where `force` says so."""
        self._make("train", force)

    def make_test_function(self, force=False):
        """Have the test step traced anew where `force` says so."""
        self._make("test", force)

    def make_predict_function(self, force=False):
        """Have the predict step traced anew where `force` says so."""
        self._make("predict", force)

    def _make(self, kind, force):
        if force and self._settings is not None:
            self._settings.functions.pop(kind, None)

    # -- loops -----------------------------------------------------------------------------------------------------
    def _function(self, kind, step, whole=False):
        """`step` as it runs on batches; with `whole` each replica of a strategy gets all of a batch."""
        functions = self._settings.functions if self._settings is not None else {}
        kind = f"{kind} whole" if whole and self._strategy is not None else kind
        if kind not in functions:
            step = step if kind == "predict" else in_replicas(step, self._strategy, "mean", whole)
            functions[kind] = _EagerStep(step) if self.run_eagerly else _traced(step, open_batch=kind != "predict")
        return functions[kind]

    def fit(self, x=None, y=None, batch_size=None, epochs=1, verbose="auto", callbacks=None, validation_split=0.0,
            validation_data=None, shuffle=True, class_weight=None, sample_weight=None, initial_epoch=0, steps_per_epoch=None,
            validation_steps=None, validation_batch_size=None, validation_freq=1):
        """Train for `epochs`. Returns the `History`.

        Raises:
            ValueError: not compiled, or data that does not fit together.
        """
        self._check_compiled()
        if validation_split and validation_data is None:
            (x, y, sample_weight), validation_data = split((x, y, sample_weight), validation_split)
        batches = Batches(x, y, sample_weight, batch_size, steps_per_epoch, shuffle, class_weight)
        batches.reset()
        if not isinstance(callbacks, CallbackList):
            callbacks = CallbackList(callbacks, add_history=True, add_progbar=verbose != 0, verbose=verbose, epochs=epochs,
                                     steps=batches.num_batches, model=self)
        self.stop_training = False
        train = self._function("train", self.train_step)
        callbacks.on_train_begin({})
        logs = epoch_logs = {}
        for epoch in range(self._initial_epoch or initial_epoch, epochs):
            self.reset_metrics()
            callbacks.on_epoch_begin(epoch)
            for number, group in self._grouped(batches):
                callbacks.on_train_batch_begin(number)
                for batch in group:
                    logs = train(batch, batches.spec)
                callbacks.on_train_batch_end(number + self._settings.steps - 1, logs)
                if self.stop_training:
                    break
            epoch_logs = as_numbers(self._epoch_logs(logs))
            if validation_data is not None and self._validates(epoch, validation_freq):
                values = self._evaluated(Batches(*_validation(validation_data), validation_batch_size or batch_size, validation_steps),
                                         callbacks)
                epoch_logs.update((f"val_{name}", value) for name, value in values.items())
            callbacks.on_epoch_end(epoch, epoch_logs)
            if self.stop_training:
                break
        if isinstance(self.optimizer, optimizers.Optimizer) and epochs > 0:
            self.optimizer.finalize_variable_values(self.trainable_weights)
        callbacks.on_train_end(epoch_logs)
        return self.history

    def _grouped(self, batches):
        """(number of the first, batches) for every `steps_per_execution` batches."""
        size = self._settings.steps
        if size == 1:
            for number, batch in enumerate(batches):
                yield number, (batch,)
            return
        batches, number = iter(batches), 0
        while group := tuple(itertools.islice(batches, size)):
            yield number, group
            number += size

    @staticmethod
    def _validates(epoch, frequency):
        return (epoch + 1) % frequency == 0 if isinstance(frequency, int) else epoch + 1 in frequency

    def traced_train_step(self):
        """The graph of the train step that ran last, None where it runs eagerly."""
        function = self._settings.functions.get("train")
        traces = [] if function is None or self.run_eagerly else function.on_batch._list_all_concrete_functions()
        return traces[-1].graph if traces else None

    def _epoch_logs(self, logs):
        """The metrics' results at the end of an epoch; what the step returned, where it returned other names."""
        results = self.get_metrics_result() if self._settings.metrics is None or self._settings.metrics.built else {}
        return results if set(results) == set(logs) else logs

    def evaluate(self, x=None, y=None, batch_size=None, verbose="auto", sample_weight=None, steps=None, callbacks=None,
                 return_dict=False):
        """Loss and metrics over the data: a list in the order of `metrics_names`, a number if there is one alone, or a dict."""
        self._check_compiled()
        batches = Batches(x, y, sample_weight, batch_size, steps)
        batches.reset()
        if not isinstance(callbacks, CallbackList):
            callbacks = CallbackList(callbacks, add_progbar=verbose != 0, verbose=verbose, epochs=1, steps=batches.num_batches, model=self)
        logs = self._evaluated(batches, callbacks)
        if return_dict:
            return logs
        return self._values_in_order(logs)

    def _values_in_order(self, logs):
        """The values of `logs`, those of `metrics` first; a number if there is one alone."""
        names = [name for metric in self.metrics for name in (
            [inner.name for inner in metric.metrics] if isinstance(metric, CompiledMetrics) else [metric.name])]
        values = [logs[name] for name in names if name in logs] + [logs[name] for name in sorted(logs) if name not in names]
        return values[0] if len(values) == 1 else values

    def _evaluated(self, batches, callbacks):
        test = self._function("test", self.test_step)
        self.stop_evaluating = False
        callbacks.on_test_begin({})
        self.reset_metrics()
        logs = {}
        for number, group in self._grouped(batches):
            callbacks.on_test_batch_begin(number)
            for batch in group:
                logs = test(batch, batches.spec)
            callbacks.on_test_batch_end(number + self._settings.steps - 1, logs)
            if self.stop_evaluating:
                break
        logs = as_numbers(self._epoch_logs(logs))
        callbacks.on_test_end(logs)
        return logs

    def predict(self, x, batch_size=None, verbose="auto", steps=None, callbacks=None):
        """The outputs for all samples, as NumPy arrays."""
        batches = Batches(x, batch_size=batch_size, steps=steps)
        if not isinstance(callbacks, CallbackList):
            callbacks = CallbackList(callbacks, add_progbar=verbose != 0, verbose=verbose, epochs=1, steps=batches.num_batches, model=self)
        if self._settings is None:
            object.__setattr__(self, "_settings", _Settings(None, None))
        function = self._function("predict", self._predict_group)
        self.stop_predicting = False
        callbacks.on_predict_begin({})
        parts = []
        for number, group in self._grouped(batches):
            callbacks.on_predict_batch_begin(number)
            parts.append(function.on_batch(group))
            callbacks.on_predict_batch_end(number + self._settings.steps - 1, {"outputs": parts[-1]})
            if self.stop_predicting:
                break
        callbacks.on_predict_end({})
        return nest.map_structure(lambda *leaves: np.concatenate([leaf.numpy() for leaf in leaves]), *parts)

    def train_on_batch(self, x, y=None, sample_weight=None, class_weight=None, return_dict=False):
        """One step on one batch; the loss, or a list of loss and metrics."""
        self._check_compiled()
        return self._on_batch(self._function("train", self.train_step, whole=True), x, y, sample_weight, return_dict, class_weight)

    def test_on_batch(self, x, y=None, sample_weight=None, return_dict=False):
        """One step of `evaluate` on one batch."""
        self._check_compiled()
        return self._on_batch(self._function("test", self.test_step, whole=True), x, y, sample_weight, return_dict)

    def predict_on_batch(self, x):
        """The outputs for one batch, as NumPy arrays."""
        if self._settings is None:
            object.__setattr__(self, "_settings", _Settings(None, None))
        outputs = self._function("predict", self._predict_group).on_batch(((_as_tensors(x),),))
        return nest.map_structure(lambda leaf: leaf.numpy(), outputs)

    def _on_batch(self, function, x, y, sample_weight, return_dict, class_weight=None):
        if class_weight is not None:
            if sample_weight is not None:
                raise ValueError("Arguments `sample_weight` and `class_weight` cannot be specified at the same time. "
                                 f"Received: sample_weight={sample_weight}, class_weight={class_weight}")
            sample_weight = weights_of_classes(y, class_weight)
        self.reset_metrics()
        logs = function.on_batch((_as_tensors(x), _as_tensors(y), _as_tensors(sample_weight)))
        numbers = {name: float(value) for name, value in sorted(logs.items())}
        return numbers if return_dict else self._values_in_order(numbers)

    def _check_compiled(self):
        if not self.compiled:
            raise ValueError("You must call `compile()` before using the model.")


class _EagerStep:
    """`step` of every batch without a graph."""

    def __init__(self, step):
        self.on_batch = step

    def __call__(self, batch, spec):
        return self.on_batch(batch)


def _traced(step, open_batch):
    """`step` as a graph: with `open_batch` one trace for each spec of batches, else by the shapes of the batches."""
    return _TracedStep(step) if open_batch else _StepOfShapes(step)


class _StepOfShapes:
    """`step` as a graph function of batches.

    Attributes:
        on_batch: the graph function.
    """

    def __init__(self, step):
        @tf.autograph.experimental.do_not_convert
        def one_step_on_data(data):
            return step(data)
        # Keras has a function for each kind of step; by their code TensorFlow counts the traces of a function.
        inner = one_step_on_data.__wrapped__
        inner.__code__ = inner.__code__.replace(co_name=f"one_{step.__name__}_on_data")
        self.on_batch = tf.function(one_step_on_data, reduce_retracing=True)

    def __call__(self, batch, spec):
        if spec is not None and not tf.config.functions_run_eagerly() and any(leaf.shape.rank is None for leaf in nest.flatten(spec)):
            return self.on_batch.get_concrete_function(spec)(batch)  # what is not known of the data, the step does without
        return self.on_batch(batch)


class _TracedStep(_StepOfShapes):
    """`step` as a graph function in another one: Keras traces the outer one for a spec, single batches go to the inner one."""

    def __init__(self, step):
        super().__init__(step)

        @tf.autograph.experimental.do_not_convert
        def one_step_of_iterator(data):
            return self.on_batch(data)
        self._of_iterator = tf.function(one_step_of_iterator, reduce_retracing=True)
        self._traces = {}
        self._latest = (None, None)  # a spec and its trace: the text of a spec takes longer than a small step

    def __call__(self, batch, spec):
        if tf.config.functions_run_eagerly():
            return self.on_batch(batch)
        if spec is None or spec is not self._latest[0]:
            spec = spec_of(batch) if spec is None else spec
            key = str(spec)
            if key not in self._traces:
                self._traces[key] = self._of_iterator.get_concrete_function(spec)
            self._latest = spec, self._traces[key]
        if type(batch) is tuple and all(type(leaf) is EagerTensor for leaf in batch):
            return self._latest[1].call_flat(batch)  # they are of the spec: no need to look at each again
        return self._latest[1](batch)


def _validation(data):
    return unpack_x_y_sample_weight(data) if isinstance(data, (tuple, list)) else (data, None, None)


def _as_tensors(values):
    """Arrays as tensors of their own dtypes, in tuples where they are in lists."""
    if isinstance(values, (list, tuple)):
        return tuple(map(_as_tensors, values))
    return nest.map_structure(lambda leaf: leaf if leaf is None else as_tensor(leaf), values)


def _batch_size(x):
    return tf.shape(next(leaf for leaf in nest.flatten(x) if leaf is not None))[0]
