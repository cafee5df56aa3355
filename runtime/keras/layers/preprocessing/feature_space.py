"""`keras.utils.FeatureSpace`: how each feature of a table is prepared, and all of them in one row."""

from __future__ import annotations

import runtime as tf
from runtime.core import nest
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import Input
from runtime.keras.layers.merging import Concatenate
from runtime.keras.layers.preprocessing.data_layer import DataLayer
from runtime.keras.layers.preprocessing.discretization import Discretization
from runtime.keras.layers.preprocessing.encoding import CategoryEncoding
from runtime.keras.layers.preprocessing.hashing import HashedCrossing, Hashing
from runtime.keras.layers.preprocessing.index_lookup import IndexLookup
from runtime.keras.layers.preprocessing.lookups import IntegerLookup, StringLookup
from runtime.keras.layers.preprocessing.normalization import Normalization, Rescaling
from runtime.keras.naming import auto_name
from runtime.keras.saving.archive import save_model
from runtime.keras.saving.config import Configurable, deserialize_keras_object, serialize_keras_object

_KEPT = ("int", "one_hot")


def _check_mode(value, allowed):
    if value not in allowed:
        raise ValueError(f"Invalid value for argument `output_mode`. Expected one of {set(allowed)}. Received: output_mode={value}")


class Cross(Configurable):
    """Features that are hashed together to numbers below `crossing_dim`."""

    _keras_module = "keras.src.layers.preprocessing.feature_space"

    def __init__(self, feature_names, crossing_dim, output_mode="one_hot"):
        _check_mode(output_mode, _KEPT)
        self.feature_names, self.crossing_dim, self.output_mode = tuple(feature_names), crossing_dim, output_mode

    @property
    def name(self):
        return "_X_".join(self.feature_names)


class Feature(Configurable):
    """A feature: its dtype, the layer that prepares it, and whether the result is taken as it is or as zeros and ones."""

    _keras_module = "keras.src.layers.preprocessing.feature_space"

    def __init__(self, dtype, preprocessor, output_mode):
        _check_mode(output_mode, (*_KEPT, "float"))
        self.dtype, self.output_mode = dtype, output_mode
        self.preprocessor = deserialize_keras_object(preprocessor) if isinstance(preprocessor, dict) else preprocessor

    def get_config(self):
        return {"dtype": self.dtype, "preprocessor": serialize_keras_object(self.preprocessor), "output_mode": self.output_mode}


class TFDIdentity(DataLayer):
    """Its input, in its dtype."""

    _keras_module = "keras.src.layers.preprocessing.feature_space"

    def call(self, x):
        return tf.cast(x, self.compute_dtype)

    def compute_output_shape(self, input_shape):
        return input_shape


def _named(make):
    """A class method that gives a `Feature` whose layer is called after it."""
    def feature(cls, *args, name=None, **kwargs):
        name = name or auto_name(make.__name__)
        return make(*args, **kwargs, name=f"{name}_preprocessor")
    feature.__doc__ = make.__doc__
    return classmethod(feature)


class FeatureSpace(Layer):
    """Prepares the features of a table, given as a dict of tensors.

    Args:
        features: name → a `Feature`, or the name of a kind, such as "float_normalized" or "string_categorical".
        output_mode: "concat" for one row, "dict" for one tensor each.
        crosses: names of features that are hashed together, or what `cross` gives.
        crossing_dim, hashing_dim, num_discretization_bins: sizes for crosses and kinds that say none.

    Raises:
        ValueError: no features, or arguments that do not fit.
    """

    _keras_module = "keras.utils"

    def __init__(self, features, output_mode="concat", crosses=None, crossing_dim=32, hashing_dim=32, num_discretization_bins=32, name=None):
        super().__init__(name=name)
        if not features:
            raise ValueError("The `features` argument cannot be None or empty.")
        self.crossing_dim, self.hashing_dim, self.num_discretization_bins = crossing_dim, hashing_dim, num_discretization_bins
        self.features = {name: self._standardized(name, feature) for name, feature in features.items()}
        self.crosses = [self._cross_of(cross, set(features)) for cross in crosses or ()]
        _check_output(output_mode)
        self.output_mode = output_mode
        self.inputs = {name: Input((1,), dtype=feature.dtype, name=name) for name, feature in self.features.items()}
        self.preprocessors = {name: feature.preprocessor for name, feature in self.features.items()}
        self.crossers = {cross.name: HashedCrossing(cross.crossing_dim, name=cross.name) for cross in self.crosses}
        self.one_hot_encoders, self.encoded_features, self.concat = {}, None, None
        self._is_adapted = False

    # -- kinds of features ---------------------------------------------------------------------------------------------
    @classmethod
    def cross(cls, feature_names, crossing_dim, output_mode="one_hot"):
        """Features that are hashed together."""
        return Cross(feature_names, crossing_dim, output_mode)

    @classmethod
    def feature(cls, dtype, preprocessor, output_mode):
        """A feature with a layer of the user's."""
        return Feature(dtype, preprocessor, output_mode)

    @_named
    def float(name):  # noqa: A003, N805 - Keras's name
        """A number as it is."""
        return Feature("float32", TFDIdentity(dtype="float32", name=name), "float")

    @_named
    def float_rescaled(scale=1.0, offset=0.0, name=None):  # noqa: N805 - `_named` takes the class
        """A number that is scaled and shifted."""
        return Feature("float32", Rescaling(scale=scale, offset=offset, name=name), "float")

    @_named
    def float_normalized(name):  # noqa: N805
        """A number that is normalized by what `adapt` has seen."""
        return Feature("float32", Normalization(axis=-1, name=name), "float")

    @_named
    def float_discretized(num_bins, bin_boundaries=None, output_mode="one_hot", name=None):  # noqa: N805
        """The bin of a number."""
        return Feature("float32", Discretization(num_bins=num_bins, bin_boundaries=bin_boundaries, name=name), output_mode)

    @_named
    def integer_categorical(max_tokens=None, num_oov_indices=1, output_mode="one_hot", name=None):  # noqa: N805
        """The number of an integer in the vocabulary that `adapt` has seen."""
        return Feature("int32", IntegerLookup(name=name, max_tokens=max_tokens, num_oov_indices=num_oov_indices), output_mode)

    @_named
    def string_categorical(max_tokens=None, num_oov_indices=1, output_mode="one_hot", name=None):  # noqa: N805
        """The number of a string in the vocabulary that `adapt` has seen."""
        return Feature("string", StringLookup(name=name, max_tokens=max_tokens, num_oov_indices=num_oov_indices), output_mode)

    @_named
    def string_hashed(num_bins, output_mode="one_hot", name=None):  # noqa: N805
        """The hash of a string."""
        return Feature("string", Hashing(name=name, num_bins=num_bins), output_mode)

    @_named
    def integer_hashed(num_bins, output_mode="one_hot", name=None):  # noqa: N805
        """The hash of an integer."""
        return Feature("int32", Hashing(name=name, num_bins=num_bins), output_mode)

    def _standardized(self, name, feature):
        if isinstance(feature, Feature):
            return feature
        if isinstance(feature, dict):
            return deserialize_keras_object(feature)
        sizes = {"float_discretized": (self.num_discretization_bins,), "integer_hashed": (self.hashing_dim,),
                 "string_hashed": (self.hashing_dim,)}
        plain = ("float", "float_normalized", "float_rescaled", "integer_categorical", "string_categorical")
        if feature not in plain and feature not in sizes:
            raise ValueError(f"Invalid feature type: {feature}")
        return getattr(self, feature)(*sizes.get(feature, ()), name=name)

    def _cross_of(self, cross, names):
        if isinstance(cross, dict):
            cross = deserialize_keras_object(cross)
        if isinstance(cross, Cross):
            return cross
        if not self.crossing_dim:
            raise ValueError("When specifying `crosses`, the argument `crossing_dim` (dimensionality of the crossing space) should be "
                             "specified as well.")
        if not set(cross) <= names:
            raise ValueError("All features referenced in the `crosses` argument should be present in the `features` dict. Received unknown "
                             f"features: {cross}")
        return Cross(cross, self.crossing_dim)

    # -- learning and calling ------------------------------------------------------------------------------------------
    def _adaptable(self):
        return [name for name, layer in self.preprocessors.items()
                if hasattr(layer, "adapt") and getattr(layer, "input_mean", None) is None]

    def adapt(self, dataset):
        """Let the layers learn from a dataset of dicts, or a dict of arrays. Raises ValueError for others."""
        if isinstance(dataset, dict):
            dataset = tf.data.Dataset.from_tensor_slices(dataset)
        if not isinstance(dataset, tf.data.Dataset):
            raise ValueError("`adapt()` can only be called on a tf.data.Dataset or a dict of arrays/lists. Received instead: "
                             f"{dataset} (of type {type(dataset)})")
        for name in self._adaptable():
            values = dataset.map(lambda row, name=name: row[name])
            rank = len(next(iter(values)).shape)
            if rank == 0:
                values = values.batch(32)
            if rank in (0, 1):
                values = values.map(lambda column: tf.expand_dims(column, -1))
            self.preprocessors[name].adapt(values)
        self._is_adapted = True
        self.get_encoded_features()

    def get_inputs(self):
        """A KerasTensor for each feature, as it comes."""
        self.get_encoded_features()
        return self.inputs

    def get_encoded_features(self):
        """The KerasTensors that come out. Raises ValueError before `adapt`, where that is needed."""
        if not self._is_adapted and self._adaptable():
            raise ValueError("You need to call `.adapt(dataset)` on the FeatureSpace before you can start using it.")
        self._is_adapted = True
        if self.encoded_features is None:
            self.encoded_features = self._encoded(self.inputs)
            self.built = True
        return self.encoded_features

    def _encoded(self, data):
        found = {name: self.preprocessors[name](data[name]) for name in data}
        crossed = {cross.name: self.crossers[cross.name]([found[name] for name in cross.feature_names]) for cross in self.crosses}
        specs = {**self.features, **{cross.name: cross for cross in self.crosses}}
        rows = {name: self._row(name, value, specs[name].output_mode)
                for name, value in [*sorted(found.items()), *sorted(crossed.items())]}
        if self.output_mode == "dict":
            return rows
        if self.concat is None:
            self.concat = Concatenate(axis=-1)
        return self.concat(list(rows.values()))

    def _row(self, name, value, mode):
        dtype = tf.as_dtype(nest.flatten(value)[0].dtype)
        if mode == "one_hot":
            if name not in self.one_hot_encoders:
                self.one_hot_encoders[name] = CategoryEncoding(self._size(name, dtype), output_mode="multi_hot")
            value = self.one_hot_encoders[name](value)
            dtype = tf.as_dtype(value.dtype)
        if self.output_mode == "concat" and (dtype.is_integer or dtype is tf.string):
            raise ValueError(f"Cannot concatenate features because feature '{name}' has not been encoded (it has dtype {dtype.name}). "
                             "Consider using `output_mode='dict'`.")
        return value

    def _size(self, name, dtype):
        """How many numbers a feature has."""
        if not dtype.name.startswith("int"):
            raise ValueError(f"Feature '{name}' has `output_mode='one_hot'`. Thus its preprocessor should return an integer dtype. Instead it "
                             f"returns a {dtype.name} dtype.")
        layer = self.preprocessors.get(name) or self.crossers.get(name)
        if isinstance(layer, IndexLookup):
            return layer.vocabulary_size()
        if isinstance(layer, CategoryEncoding):
            return layer.num_tokens
        if isinstance(layer, (Discretization, Hashing, HashedCrossing)):
            return layer.num_bins
        raise ValueError(f"Feature '{name}' has `output_mode='one_hot'`. However it isn't a standard feature and the dimensionality of its "
                         "output space is not known, thus it cannot be one-hot encoded. Try using `output_mode='int'`.")

    def __call__(self, data):
        self.get_encoded_features()
        if not isinstance(data, dict):
            raise ValueError(f"A FeatureSpace can only be called with a dict. Received: data={data} (of type {type(data)}")
        data, is_row = {name: tf.convert_to_tensor(value) for name, value in data.items()}, False
        for name, value in data.items():
            if value.shape.rank == 0:
                data[name], is_row = tf.reshape(value, (1, 1)), True
            elif value.shape.rank == 1:
                data[name] = tf.expand_dims(value, -1)
        found = self._encoded(data)
        if not is_row:
            return found
        if self.output_mode == "concat":
            return tf.squeeze(found, axis=0)
        return {name: tf.squeeze(value, axis=0) if value.shape.rank == 2 and value.shape[0] == 1 else value for name, value in found.items()}

    # -- configs -------------------------------------------------------------------------------------------------------
    def get_config(self):
        return {"features": serialize_keras_object(dict(self.features)), "output_mode": self.output_mode,
                "crosses": serialize_keras_object(list(self.crosses)), "crossing_dim": self.crossing_dim, "hashing_dim": self.hashing_dim,
                "num_discretization_bins": self.num_discretization_bins}

    @classmethod
    def from_config(cls, config):
        return cls(**config)

    def get_build_config(self):
        return {name: feature.preprocessor.get_build_config() for name, feature in self.features.items()}

    def build_from_config(self, config):
        for name, shapes in config.items():
            if not self.preprocessors[name].built and shapes:
                self.preprocessors[name].build_from_config(shapes)
        self._is_adapted = True

    def save(self, filepath):
        """Write all to a `.keras` file."""
        save_model(self, filepath)

    def save_own_variables(self, store):
        """Writes nothing: the layers have it all."""

    def load_own_variables(self, store):
        """Reads nothing."""


def _check_output(mode):
    if mode not in ("dict", "concat"):
        raise ValueError("Invalid value for argument `output_mode`. Expected one of {'dict', 'concat'}. Received: "
                         f"output_mode={mode}")
