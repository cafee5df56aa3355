"""Flags of layers that callbacks set to a constant."""

import keras


class Warm(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.warming = True

    def finish(self):
        self.warming = False

    def call(self, x):
        if self.warming:  # [outer-value-frozen-in-graph]
            return x
        return x * 2.0


class Quantized(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.exact = True
        self.level = 1

    def freeze(self):
        self.exact = False

    def call(self, x):
        if self.exact:  # [outer-value-frozen-in-graph]
            return x
        return keras.ops.round(x)


def finish_all(model):
    for layer in model.layers:
        if not isinstance(layer, (Warm, keras.layers.Dense)):
            continue
        layer.finish()


class Finish(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        if epoch == 3:
            finish_all(self.model)


class Freeze(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        if epoch < 5:
            return
        for layer in self.model.layers:
            if hasattr(layer, "freeze"):
                layer.freeze()


class Toggled(keras.layers.Layer):
    """Each epoch begins with the same."""

    def __init__(self):
        super().__init__()
        self.inside = False

    def call(self, x):
        return x if self.inside else 2 * x


class Toggle(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.layer.inside = True

    def on_epoch_end(self, epoch, logs=None):
        self.layer.inside = False

    def __init__(self, layer: Toggled):
        super().__init__()
        self.layer = layer


class Begun(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.begun = False

    def call(self, x):
        return x if self.begun else 2 * x  # fine: before anything is traced


class Begin(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        for layer in self.model.layers:
            if isinstance(layer, Begun):
                layer.begun = True


class Compiled(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.compiled_for = "a"

    def call(self, x):
        return x if self.compiled_for == "a" else 2 * x  # fine


class Compile(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        for layer in self.model.layers:
            if isinstance(layer, Compiled):
                layer.compiled_for = "b"
        self.model.compile("sgd", "mse")


class Same(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.same = False

    def call(self, x):
        return x if self.same else 2 * x  # fine


class SameCallback(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        for layer in self.model.layers:
            if isinstance(layer, Same):
                layer.same = False


class Unrelated:
    def __init__(self):
        self.busy = True

    def finish_it(self):
        self.busy = False


class Busy(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.busy = True

    def finish_it(self):
        self.busy = False

    def call(self, x):
        return x if self.busy else 2 * x  # fine: nobody calls this one


class BusyCallback(keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.it = Unrelated()

    def on_epoch_end(self, epoch, logs=None):
        self.it.finish_it()


class TrainEnd(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.trained = False

    def call(self, x):
        return x if self.trained else 2 * x  # fine: predict has a graph of its own


class TrainEndCallback(keras.callbacks.Callback):
    def on_train_end(self, logs=None):
        for layer in self.model.layers:
            if isinstance(layer, TrainEnd):
                layer.trained = True
