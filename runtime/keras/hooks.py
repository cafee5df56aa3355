"""What lower modules of Keras need of upper ones, which register it here."""

from __future__ import annotations

from runtime.core.hooks import Hook

is_activation = Hook("(name) → whether an activation function has that name")
initializer = Hook("(identifier) → the initializer of that name")
operation = Hook("(name) → the class of operations of that name, None if there is none")
layer_class = Hook("() → `Layer`")
classes_with_weights = Hook("() → the classes whose state goes into files of weights: `Layer`, `Optimizer`, `Metric`")
model_classes = Hook("() → `Model`, and its classes that know their layers in order: `Functional` and `Sequential`")
functional_class = Hook("() → the class of models that are made of inputs and outputs")
revived_functional = Hook("(class, config, custom_objects) → the model of a config that names inputs and outputs; None for other classes")
compile_arguments = Hook("(training config of an HDF5 file) → the arguments of `compile`")
