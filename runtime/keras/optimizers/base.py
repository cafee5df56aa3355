"""`keras.optimizers.Optimizer`: gradients, clipped and decayed, to `update_step` for each weight."""

from __future__ import annotations

import warnings

import runtime as tf
from runtime.containers import ListWrapper
from runtime.core.trackable import AutoTrackable
from runtime.keras.distribution import summed
from runtime.keras.naming import auto_name, name_scope
from runtime.keras.optimizers.slices import add_to, each, squared
from runtime.keras.optimizers.schedules import LearningRateSchedule
from runtime.keras.saving.config import Configurable, config_of, deserialize_keras_object, serialize_keras_object
from runtime.keras.variable import Variable

_OPTIONS = ("use_ema", "ema_momentum", "ema_overwrite_frequency", "loss_scale_factor", "gradient_accumulation_steps")


class Optimizer(AutoTrackable, Configurable):
    """Subclasses define `build(variables)` and `update_step(gradient, variable, learning_rate)`.

    Args:
        learning_rate: a float, a schedule or a callable without arguments.
        weight_decay: share of the weight, times the learning rate, that each step takes away.
        clipnorm, clipvalue, global_clipnorm: bounds of gradients; one at most.
        use_ema: keep running means of the weights, with the share `ema_momentum` of the old value in each; the weights take them every
            `ema_overwrite_frequency` steps, and after `fit`.
        loss_scale_factor: what `scale_loss` multiplies the loss by; gradients are divided by it.
        gradient_accumulation_steps: the weights change after so many gradients, by the mean of these.

    Raises:
        ValueError: bad or unknown arguments; Variables that the optimizer was not built for.
    """

    def __init__(self, learning_rate, weight_decay=None, clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False,
                 ema_momentum=0.99, ema_overwrite_frequency=None, loss_scale_factor=None, gradient_accumulation_steps=None,
                 name=None, **kwargs):
        if kwargs.pop("decay", None) is not None:
            warnings.warn("Argument `decay` is no longer supported and will be ignored.", stacklevel=3)
        if kwargs:
            raise ValueError(f"Argument(s) not recognized: {kwargs}")
        self.name = name or auto_name(type(self).__name__)
        if isinstance(learning_rate, dict):
            learning_rate = deserialize_keras_object(learning_rate)
        if sum(bound is not None for bound in (clipnorm, clipvalue, global_clipnorm)) > 1:
            raise ValueError("Only one of `clipnorm`, `clipvalue` and `global_clipnorm` can be set. Received: "
                             f"clipnorm={clipnorm}, clipvalue={clipvalue}, global_clipnorm={global_clipnorm}")
        if gradient_accumulation_steps and not gradient_accumulation_steps >= 2:
            raise ValueError("`gradient_accumulation_steps` must be an integer >= 2. Received: gradient_accumulation_steps="
                             f"{gradient_accumulation_steps}")
        if use_ema and not 0 <= ema_momentum <= 1:
            raise ValueError(f"`ema_momentum` must be in the range [0, 1]. Received: ema_momentum={ema_momentum}")
        if use_ema and ema_overwrite_frequency and not (isinstance(ema_overwrite_frequency, int) and ema_overwrite_frequency >= 1):
            raise ValueError("`ema_overwrite_frequency` must be an integer >= 1 or None. Received: ema_overwrite_frequency="
                             f"{ema_overwrite_frequency}")
        self.use_ema, self.ema_momentum, self.ema_overwrite_frequency = use_ema, ema_momentum, ema_overwrite_frequency
        self.loss_scale_factor, self.gradient_accumulation_steps = loss_scale_factor, gradient_accumulation_steps
        self.weight_decay, self.clipnorm, self.clipvalue, self.global_clipnorm = weight_decay, clipnorm, clipvalue, global_clipnorm
        self.built = False
        object.__setattr__(self, "_variables", ListWrapper([]))
        object.__setattr__(self, "_indices", {})
        object.__setattr__(self, "_excluded", ())
        self._iterations = self._variable(0, (), "int64", "iteration", "only_first_replica")
        if not isinstance(learning_rate, LearningRateSchedule) and not callable(learning_rate):
            if not isinstance(learning_rate, float):
                raise ValueError("Argument `learning_rate` should be float, or an instance of LearningRateSchedule, or a callable (that "
                                 "takes in the current iteration value and returns the corresponding learning rate value). Received "
                                 f"instead: learning_rate={learning_rate}")
            learning_rate = self._variable(learning_rate, (), "float32", "learning_rate", "only_first_replica")
        self._learning_rate = learning_rate

    def _variable(self, value, shape, dtype, name, aggregation="none"):
        if isinstance(value, (int, float)):
            def initializer(shape, dtype):
                return tf.fill(shape, tf.constant(value, dtype))
        else:
            initializer = value
        with name_scope(self.name, self):
            variable = Variable(initializer, shape, dtype, trainable=False, name=name, aggregation=aggregation)
        self._variables.append(variable)
        return variable

    @property
    def variables(self):
        """The number of iterations, the learning rate, then what `build` made."""
        return list(self._variables)

    @property
    def iterations(self):
        """How often the weights have changed."""
        return self._iterations // self.gradient_accumulation_steps if self.gradient_accumulation_steps else self._iterations

    @property
    def learning_rate(self):
        """A Variable; with a schedule, the rate at this iteration."""
        rate = self._learning_rate
        if isinstance(rate, LearningRateSchedule):
            return rate(self._iterations)
        return rate() if callable(rate) and not isinstance(rate, Variable) else rate

    @learning_rate.setter
    def learning_rate(self, value):
        if isinstance(value, LearningRateSchedule) or callable(value) and not hasattr(value, "__tf_tensor__"):
            AutoTrackable.__setattr__(self, "_learning_rate", value)
            return
        if isinstance(self._learning_rate, LearningRateSchedule):
            raise TypeError("This optimizer was created with a `LearningRateSchedule` object as its `learning_rate` constructor argument, "
                            "hence its learning rate is not settable. If you need the learning rate to be settable, you should "
                            "instantiate the optimizer with a float `learning_rate` argument.")
        self._learning_rate.assign(value)

    def build(self, variables):
        """Make the state for these Variables."""
        if self.use_ema:
            self._model_variables_moving_average = [self.add_variable_from_reference(v, "average") for v in variables]
        if self.gradient_accumulation_steps:
            self._accumulated_gradients = [self.add_variable_from_reference(v, "gradient_accumulator") for v in variables]
        for index, variable in enumerate(variables):
            self._indices[id(variable)] = index
        self._trainable_variables = list(variables)  # as Keras has it, which tells in checkpoints
        self.built = True

    def _index(self, variable):
        return self._indices[id(variable)]

    _get_variable_index = _index  # the name that subclasses of the user's know

    def _states(self, variables, *names):
        """For each name a list with a state of each variable; those of one variable are made one after the other."""
        rows = [[self.add_variable_from_reference(variable, name) for name in names] for variable in variables]
        return [[row[column] for row in rows] for column in range(len(names))]

    def add_variable_from_reference(self, reference_variable, name=None, initializer="zeros"):
        """A Variable like `reference_variable`, zero or of the number `initializer`, named after it."""
        path = getattr(reference_variable, "path", None)
        path = path.replace("/", "_") if path is not None else reference_variable.name.replace("/", "_").replace(":", "_")
        dtype = reference_variable.dtype
        return self._variable(0 if isinstance(initializer, str) and initializer == "zeros" else initializer, tuple(reference_variable.shape),
                              dtype if isinstance(dtype, str) else dtype.name, f"{path}_{name or 'var'}")

    def add_variable(self, shape, initializer="zeros", dtype=None, aggregation="none", layout=None, name=None):
        """A Variable of the optimizer's; `initializer` is a number, a name or an initializer."""
        return self._variable(initializer, tuple(shape), dtype or "float32", name, aggregation)

    def add_optimizer_variables(self, trainable_variables, name, initializer="zeros"):
        """A list with a Variable like each of these; for several names, a tuple of such lists."""
        names = [name] if isinstance(name, str) else list(name)
        initializers = [initializer] * len(names) if isinstance(initializer, str) or not isinstance(initializer, (list, tuple)) else initializer
        rows = [[self.add_variable_from_reference(variable, *of_name) for of_name in zip(names, initializers)]
                for variable in trainable_variables]
        lists = [[row[column] for row in rows] for column in range(len(names))]
        return lists[0] if isinstance(name, str) else tuple(lists)

    def assign(self, variable, value):
        """Give a Variable of the optimizer's, or of the model's, this value."""
        variable.assign(value)

    def assign_add(self, variable, value):
        add_to(variable, value)

    def assign_sub(self, variable, value):
        add_to(variable, value, -1)

    def set_weights(self, weights):
        """Assign arrays in the order of `variables`. Raises ValueError before the optimizer is built, or for another shape."""
        if not self.built:
            raise ValueError("You are calling `set_weights()` on an optimizer that has not yet been built. Please call "
                             "`optimizer.build(trainable_variables)` to create the optimizer weights before calling `set_weights()`.")
        for variable, value in zip(self.variables, weights):
            if tuple(variable.shape) != tuple(value.shape):
                raise ValueError(f"Optimizer variable {variable} has shape {variable.shape} not compatible with provided weight shape "
                                 f"{value.shape}.")
            variable.assign(value)

    def exclude_from_weight_decay(self, var_list=None, var_names=None):
        """No weight decay for these Variables, or those whose name holds one of `var_names`."""
        object.__setattr__(self, "_excluded", ([id(v) for v in var_list or ()], list(var_names or ())))

    def apply_gradients(self, grads_and_vars):
        """One step for (gradient, Variable) pairs; None gradients are left out. Returns `iterations`."""
        gradients, variables = zip(*grads_and_vars)
        self.apply(gradients, variables)
        return self._iterations

    def apply(self, grads, trainable_variables=None):
        """One step. Raises ValueError if no gradient is there, or a Variable is unknown."""
        variables = list(trainable_variables) if trainable_variables is not None else self._trainable_variables
        if not self.built:
            with name_scope(self.name, self):
                self.build(variables)
        self._apply(list(grads), variables)

    def _apply(self, grads, variables):
        for variable in variables:
            if id(variable) not in self._indices:
                raise ValueError(f"Unknown variable: {variable}. This optimizer can only be called for the variables it was originally "
                                 "built with. When working with a new set of variables, you should recreate a new optimizer instance.")
        pairs = [(gradient, variable) for gradient, variable in zip(grads, variables) if gradient is not None]
        if not pairs:
            raise ValueError("No gradients provided for any variable.")
        if len(pairs) < len(variables):
            missing = [v.path if hasattr(v, "path") else v.name for g, v in zip(grads, variables) if g is None]
            warnings.warn(f"Gradients do not exist for variables {missing} when minimizing the loss. If using `model.compile()`, did "
                          "you forget to provide a `loss` argument?", stacklevel=4)
        gradients, variables = zip(*pairs)
        with name_scope(self.name, self):
            if self.loss_scale_factor is not None:
                gradients = [gradient / self.loss_scale_factor for gradient in gradients]
            if self.gradient_accumulation_steps:
                self._accumulate(gradients, variables)
            else:
                self._update(gradients, variables)
            if self.use_ema:
                self._average()
            for variable in variables:
                if getattr(variable, "constraint", None) is not None:
                    variable.assign(variable.constraint(variable))
        self._iterations.assign_add(1)

    def _update(self, gradients, variables):
        """Clip, decay and call `update_step` for each Variable."""
        gradients = self._clipped([each(tf.convert_to_tensor, gradient) for gradient in gradients])
        rate = self.learning_rate
        for variable in variables:
            decay = self._decay_of(variable)
            if decay and not self._is_excluded(variable):
                variable.assign_sub(variable * tf.cast(decay, variable.dtype) * tf.cast(rate, variable.dtype))
        self._update_steps(gradients, variables, rate)

    def _decay_of(self, variable):
        """The weight decay of a Variable."""
        return self.weight_decay

    def _update_steps(self, gradients, variables, rate):
        gradients = summed(gradients)
        for gradient, variable in zip(gradients, variables):
            gradient = each(lambda values: tf.cast(values, variable.dtype), gradient)  # noqa: B023 - called at once
            self.update_step(gradient, variable, tf.cast(rate, variable.dtype))

    def _accumulate(self, gradients, variables):
        """Add to the gradients that wait, or update with the mean of all."""
        steps = self.gradient_accumulation_steps
        waiting = [self._accumulated_gradients[self._index(variable)] for variable in variables]
        sums = [gradient + kept for gradient, kept in zip(gradients, waiting)]

        def update():
            self._update([total / steps for total in sums], variables)
            for kept in self._accumulated_gradients:
                kept.assign(tf.zeros(kept.shape, kept.dtype))

        def wait():
            for kept, total in zip(waiting, sums):
                kept.assign(total)

        tf.cond((self._iterations + 1) % steps == 0, update, wait)

    def _average(self):
        """Move the means towards the weights; at every so many steps, the weights take them."""
        for variable, average in zip(self._trainable_variables, self._model_variables_moving_average):
            momentum = tf.cast(self.iterations != 0, variable.dtype) * self.ema_momentum
            average.assign(momentum * average + (1 - momentum) * variable)
        if self.ema_overwrite_frequency:
            tf.cond((self.iterations + 1) % self.ema_overwrite_frequency == 0,
                    lambda: self.finalize_variable_values(self._trainable_variables), lambda: None)

    def finalize_variable_values(self, var_list):
        """With `use_ema`, give the Variables their means. Raises ValueError for another number of them."""
        if not self.use_ema:
            return
        if len(var_list) != len(self._model_variables_moving_average):
            raise ValueError(f"The length of model variables ({len(var_list)}) to override does not match the length of model variables "
                             f"stored in the optimizer ({len(self._model_variables_moving_average)}). Please check if the optimizer was "
                             "called on your model.")
        for variable, average in zip(var_list, self._model_variables_moving_average):
            variable.assign(average)

    def scale_loss(self, loss):
        """The loss times `loss_scale_factor`."""
        return loss if self.loss_scale_factor is None else loss * self.loss_scale_factor

    def _is_excluded(self, variable):
        return bool(self._excluded) and (id(variable) in self._excluded[0] or any(name in variable.name for name in self._excluded[1]))

    def _clipped(self, gradients):
        if self.clipnorm:
            return [self._clipped_by_norm(gradient) for gradient in gradients]
        if self.global_clipnorm:
            norm = tf.sqrt(tf.reduce_sum([tf.reduce_sum(tf.convert_to_tensor(squared(gradient))) for gradient in gradients]))
            scale = self.global_clipnorm * tf.minimum(1.0 / norm, 1.0 / self.global_clipnorm) + (norm - norm)
            return [tf.convert_to_tensor(gradient) * scale for gradient in gradients]  # dense, also in Keras
        if self.clipvalue:
            return [each(lambda values: tf.clip_by_value(values, -self.clipvalue, self.clipvalue), gradient) for gradient in gradients]
        return gradients

    def _clipped_by_norm(self, gradient):
        square = tf.reduce_sum(tf.convert_to_tensor(squared(gradient)), keepdims=True)
        norm = tf.where(square > 0, tf.sqrt(tf.where(square > 0, square, tf.ones_like(square))), square)
        limit = tf.maximum(norm, self.clipnorm)
        if isinstance(gradient, tf.IndexedSlices):
            limit = tf.reshape(limit, [])
        return each(lambda values: values * self.clipnorm / limit, gradient)

    def update_step(self, gradient, variable, learning_rate):
        raise NotImplementedError

    def save_own_variables(self, store):
        """Write `variables` to `store`, which takes name → array."""
        for number, variable in enumerate(self.variables):
            store[str(number)] = variable

    def load_own_variables(self, store):
        """Assign what `save_own_variables` wrote; warns if the optimizer has not been built for as many Variables."""
        own = self.variables
        if len(store.keys()) != len(own):
            warnings.warn(f"Skipping variable loading for optimizer '{self.name}', because it has {len(own)} variables "
                          f"whereas the saved optimizer has {len(store.keys())} variables. ", stacklevel=2)
            return
        for number, variable in enumerate(own):
            variable.assign(store[str(number)])

    def get_config(self):
        """The constructor's arguments; a user's subclass adds its own."""
        rate = self._learning_rate
        if isinstance(rate, Variable):
            rate = float(rate)
        elif not isinstance(rate, LearningRateSchedule):
            rate = 0.5  # as Keras has it for a callable
        return {"name": self.name, "learning_rate": serialize_keras_object(rate), "weight_decay": self.weight_decay, "clipnorm":
                self.clipnorm, "global_clipnorm": self.global_clipnorm, "clipvalue": self.clipvalue,
                **{name: getattr(self, name) for name in _OPTIONS},
                **config_of(self, ("learning_rate", "weight_decay", "name", "clipnorm", "global_clipnorm", "clipvalue", *_OPTIONS))}
