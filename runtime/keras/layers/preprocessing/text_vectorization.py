"""Texts, taken apart into tokens, as numbers."""

from __future__ import annotations

import runtime as tf
from runtime.core.composite import CompositeTensor
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.layers.preprocessing.data_layer import batches_of, check_choice, ensure_tensor, listed
from runtime.keras.layers.preprocessing.lookups import StringLookup
from runtime.keras.saving.config import deserialize_keras_object
from runtime.keras.symbolic import KerasTensor

_PUNCTUATION = r'[!"#$%&()\*\+,-\./:;<=>?@\[\\\]^_`{|}~\']'


class TextVectorization(BuiltinLayer):
    """Standardizes texts, splits them into tokens, joins neighbours to n-grams, and gives the numbers of these.

    Args:
        standardize: "lower_and_strip_punctuation", "lower", "strip_punctuation", None or a function of string tensors.
        split: "whitespace", "character", None or a function that gives ragged tensors.
        ngrams: the greatest length of n-grams, or all their lengths.
        output_sequence_length: how long rows of numbers are.
        ragged: give ragged rows instead of padded ones.

    The other arguments are those of `StringLookup`.

    Raises:
        ValueError: arguments that do not fit.
    """

    _convert_input_args, _allow_non_tensor_positional_args = False, True

    def __init__(self, max_tokens=None, standardize="lower_and_strip_punctuation", split="whitespace", ngrams=None, output_mode="int",
                 output_sequence_length=None, pad_to_max_tokens=False, vocabulary=None, idf_weights=None, sparse=False, ragged=False,
                 encoding="utf-8", name=None, vocabulary_size=None, has_input_vocabulary=None, **kwargs):
        for argument, value, allowed in (
                ("standardize", standardize, ("lower_and_strip_punctuation", "lower", "strip_punctuation")),
                ("split", split, ("whitespace", "character"))):
            if value is not None and not callable(value):
                check_choice(self, argument, value, allowed)
        output_mode = {"binary": "multi_hot", "tf-idf": "tf_idf"}.get(output_mode, output_mode)
        check_choice(self, "output_mode", output_mode, ("int", "one_hot", "multi_hot", "count", "tf_idf"))
        if not (ngrams is None or isinstance(ngrams, int) or isinstance(ngrams, tuple) and all(isinstance(n, int) for n in ngrams)):
            raise ValueError(f"`ngrams` must be None, an integer, or a tuple of integers. Received: ngrams={ngrams}")
        if output_mode == "int" and not (output_sequence_length is None or isinstance(output_sequence_length, int)):
            raise ValueError("`output_sequence_length` must be either None or an integer when `output_mode` is 'int'. Received: "
                             f"output_sequence_length={output_sequence_length}")
        if output_mode != "int" and output_sequence_length is not None:
            raise ValueError("`output_sequence_length` must not be set if `output_mode` is not 'int'. Received "
                             f"output_sequence_length={output_sequence_length}.")
        if ragged and output_mode != "int":
            raise ValueError(f"`ragged` must not be true if `output_mode` is `'int'`. Received: ragged={ragged} and "
                             f"output_mode={output_mode}")
        super().__init__(name=name, **kwargs)
        self._standardize, self._split, self._ngrams_arg = standardize, split, ngrams
        self._ngrams = tuple(range(1, ngrams + 1)) if isinstance(ngrams, int) else ngrams
        self._ragged, self._output_mode, self._encoding = ragged, output_mode, encoding
        self._output_sequence_length = output_sequence_length
        self._lookup_layer = StringLookup(
            max_tokens=max_tokens, vocabulary=vocabulary, idf_weights=idf_weights, pad_to_max_tokens=pad_to_max_tokens, mask_token="",
            output_mode=output_mode, sparse=sparse, has_input_vocabulary=has_input_vocabulary, encoding=encoding,
            vocabulary_size=vocabulary_size)

    compute_dtype = variable_dtype = dtype = property(lambda self: "string")

    def build(self, input_shape=None):
        pass

    def adapt(self, data, batch_size=None, steps=None):
        """Learn the vocabulary from texts: an array, a list, a dataset or batches."""
        self.reset_state()
        batches = batches_of(data, steps, (list, tuple))
        if batches is None:
            data = ensure_tensor(data, tf.string)
            batches = [tf.expand_dims(data, -1) if data.shape.rank == 1 else data]
        for batch in batches:
            self.update_state(batch)
        self.finalize_state()

    def update_state(self, data):
        """Count the tokens of one more batch."""
        self._lookup_layer.update_state(self._tokens(data))

    def finalize_state(self):
        """Make a vocabulary of what was counted."""
        self._lookup_layer.finalize_state()

    def reset_state(self):
        """Forget what was counted."""
        self._lookup_layer.reset_state()

    def get_vocabulary(self, include_special_tokens=True):
        """The tokens in the order of their numbers."""
        return self._lookup_layer.get_vocabulary(include_special_tokens)

    def vocabulary_size(self):
        """How many numbers there are."""
        return self._lookup_layer.vocabulary_size()

    def set_vocabulary(self, vocabulary, idf_weights=None):
        """Give the tokens, and in mode "tf_idf" their weights."""
        self._lookup_layer.set_vocabulary(vocabulary, idf_weights=idf_weights)

    def _tokens(self, inputs):
        inputs = ensure_tensor(inputs, tf.string)
        if self._standardize in ("lower", "lower_and_strip_punctuation"):
            inputs = tf.strings.lower(inputs)
        if self._standardize in ("strip_punctuation", "lower_and_strip_punctuation"):
            inputs = tf.strings.regex_replace(inputs, _PUNCTUATION, "")
        if callable(self._standardize):
            inputs = self._standardize(inputs)
        if self._split is not None:
            if inputs.shape.rank > 1:
                if inputs.shape[-1] != 1:
                    raise ValueError("When using `TextVectorization` to tokenize strings, the input rank must be 1 or the last shape "
                                     f"dimension must be 1. Received: inputs.shape={inputs.shape} with rank={inputs.shape.rank}")
                inputs = tf.squeeze(inputs, axis=-1)
            if self._split == "whitespace":
                inputs = tf.strings.split(inputs)
            elif self._split == "character":
                inputs = tf.strings.unicode_split(inputs, "UTF-8")
            else:
                inputs = self._split(inputs)
        return inputs if self._ngrams is None else tf.strings.ngrams(inputs, ngram_width=self._ngrams, separator=" ")

    def call(self, inputs):
        numbers, length = self._lookup_layer.call(self._tokens(inputs)), self._output_sequence_length
        if self._output_mode != "int":
            return numbers
        if isinstance(numbers, CompositeTensor) and not self._ragged:
            return numbers.to_tensor(default_value=0, shape=[*numbers.shape.as_list()[:-1], length])
        if length is None:
            return numbers
        outputs = numbers[..., :length]
        if self._ragged:
            return outputs
        missing = length - tf.shape(outputs)[-1]
        outputs = tf.pad(outputs, [[0, 0]] * (outputs.shape.rank - 1) + [[0, missing]])
        outputs.set_shape([*numbers.shape.as_list()[:-1], length])
        return outputs

    def compute_output_shape(self, input_shape):
        if self._output_mode == "int":
            return (input_shape[0], self._output_sequence_length)
        input_shape = tuple(input_shape)
        if self._split is not None:
            input_shape = (*input_shape, None)
        elif len(input_shape) <= 1:
            input_shape = (*input_shape, 1)
        return self._lookup_layer.compute_output_shape(input_shape)

    def compute_output_spec(self, inputs):
        return KerasTensor(self.compute_output_shape(inputs.shape), "int64" if self._output_mode == "int" else "float32")

    def get_config(self):
        lookup = self._lookup_layer
        return {**self._base_config(), "max_tokens": lookup.max_tokens, "standardize": self._standardize, "split": self._split,
                "ngrams": self._ngrams_arg, "output_mode": self._output_mode, "output_sequence_length": self._output_sequence_length,
                "pad_to_max_tokens": lookup.pad_to_max_tokens, "sparse": lookup.sparse, "ragged": self._ragged,
                "vocabulary": listed(lookup.input_vocabulary), "idf_weights": listed(lookup.input_idf_weights),
                "encoding": self._encoding, "vocabulary_size": self.vocabulary_size()}

    @classmethod
    def from_config(cls, config):
        config = dict(config)
        for name in ("standardize", "split"):
            if not isinstance(config[name], str):
                config[name] = deserialize_keras_object(config[name])
        if isinstance(config["ngrams"], list):
            config["ngrams"] = tuple(config["ngrams"])
        return cls(**config)

    def save_own_variables(self, store):
        self._lookup_layer.save_own_variables(store)

    def load_own_variables(self, store):
        self._lookup_layer.load_own_variables(store)

    def save_assets(self, dir_path):
        """Write the vocabulary to a file in the folder, if it is not in the config."""
        self._lookup_layer.save_assets(dir_path)

    def load_assets(self, dir_path):
        """Take over the vocabulary that `save_assets` wrote."""
        self._lookup_layer.load_assets(dir_path)
