"""What `StringLookup` and `IntegerLookup` have in common: a vocabulary, learned or given, and the numbers of its tokens."""

from __future__ import annotations

import collections
import os

import numpy as np

import runtime as tf
from runtime.core.composite import CompositeTensor
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.layers.preprocessing.data_layer import batches_of, check_choice, ensure_tensor, listed
from runtime.keras.layers.preprocessing.encoding import encoded
from runtime.keras.layers.preprocessing.hashing import salt_of
from runtime.keras.saving.config import must_stay_in_file
from runtime.keras.symbolic import KerasTensor
from runtime.lookup.initializers import TableInitializerBase

_MODES = ("int", "one_hot", "multi_hot", "count", "tf_idf")
_VOCABULARY = "vocabulary.txt"  # the asset in `.keras` files


class _NoEntries(TableInitializerBase):
    """Leaves a table as it is: nothing can be looked up in it."""

    def initialize(self, table):
        """Does nothing."""

    def _trackable_children(self):
        return {}


class _Counts:
    """How often each token was seen, in how many documents, and how many of these there were."""

    def __init__(self):
        self.tokens, self.in_documents, self.documents = collections.Counter(), collections.Counter(), 0

    def add_documents(self, rows):
        self.documents += len(rows)
        for row in rows:
            self.in_documents.update(set(row))


class IndexLookup(BuiltinLayer):
    """Tokens as numbers, or numbers as tokens if `invert` is set.

    Args:
        max_tokens: how many numbers there are at most, those of special tokens included.
        num_oov_indices: how many numbers unknown tokens get; 0: they are errors.
        mask_token: what gets the number 0 in mode "int".
        oov_token: what unknown numbers give if `invert` is set.
        vocabulary: tokens, or the path of a file with one a line.
        idf_weights: a weight for each token in mode "tf_idf".
        output_mode: "int", "one_hot", "multi_hot", "count" or "tf_idf".
        pad_to_max_tokens: rows are `max_tokens` long, whatever the vocabulary.
        oov_method, salt: how unknown tokens are hashed.

    Raises:
        ValueError: arguments that do not fit.
    """

    _convert_input_args, _allow_non_tensor_positional_args = False, True

    def __init__(self, max_tokens, num_oov_indices, mask_token, oov_token, vocabulary_dtype, vocabulary=None, idf_weights=None,
                 invert=False, output_mode="int", sparse=False, pad_to_max_tokens=False, oov_method="floormod", name=None, salt=None,
                 vocabulary_size=None, has_input_vocabulary=None, trainable=True, dtype=None, **kwargs):
        vocabulary_dtype = tf.as_dtype(vocabulary_dtype).name
        output_mode = {"binary": "multi_hot", "tf-idf": "tf_idf"}.get(output_mode, output_mode)
        salt = salt_of("IndexLookup", salt, "tuple of 2 integers")
        self._check(vocabulary_dtype, max_tokens, num_oov_indices, idf_weights, invert, output_mode, sparse, pad_to_max_tokens, oov_method,
                    salt)
        super().__init__(name=name)
        self.vocabulary_dtype = vocabulary_dtype
        if kwargs:
            raise ValueError(f"Unrecognized keyword argument(s): {kwargs}")
        self.invert, self.max_tokens, self.num_oov_indices = invert, max_tokens, num_oov_indices
        self.mask_token, self.oov_token, self.output_mode, self.sparse = mask_token, oov_token, output_mode, sparse
        self.pad_to_max_tokens, self.oov_method, self.salt = pad_to_max_tokens, oov_method, salt
        self._frozen_vocab_size = vocabulary_size
        self.input_vocabulary = vocabulary if not isinstance(vocabulary, str) else None
        self.input_idf_weights = idf_weights
        self._has_input_vocabulary = vocabulary is not None if has_input_vocabulary is None else has_input_vocabulary
        self._key_dtype, self._value_dtype = ("int64", self.vocabulary_dtype) if invert else (self.vocabulary_dtype, "int64")
        self._default_value = oov_token if invert else self._oov_start_index() if num_oov_indices == 1 else -1
        if mask_token is not None:
            number = 0 if output_mode == "int" else tf.int64.max
            key, value = (0, mask_token) if invert else (mask_token, number)
            self._mask = tf.convert_to_tensor(key, self._key_dtype), tf.convert_to_tensor(value, self._value_dtype)
        if output_mode == "tf_idf" and self._has_input_vocabulary and idf_weights is None:
            raise ValueError("When specifying the `vocabulary` argument, in TF-IDF output mode, the `idf_weights` argument must also be "
                             "provided.")
        self.idf_weights_const = tf.constant(np.asarray(idf_weights, "float32")) if idf_weights is not None else None
        self._forget()
        if vocabulary is not None:
            self.set_vocabulary(vocabulary, idf_weights)
        else:
            with tf.init_scope():
                self.lookup_table = tf.lookup.StaticHashTable(_NoEntries(self._key_dtype, self._value_dtype), self._default_value)

    def _check(self, vocabulary_dtype, max_tokens, num_oov_indices, idf_weights, invert, output_mode, sparse, pad_to_max_tokens, oov_method,
               salt):
        if max_tokens is not None and max_tokens <= 1:
            raise ValueError(f"If set, `max_tokens` must be greater than 1. Received: max_tokens={max_tokens}")
        if pad_to_max_tokens and max_tokens is None:
            raise ValueError(f"If pad_to_max_tokens is True, must set `max_tokens`. Received: max_tokens={max_tokens}")
        if num_oov_indices < 0:
            raise ValueError(f"`num_oov_indices` must be greater than or equal to 0. Received: num_oov_indices={num_oov_indices}")
        check_choice(self, "oov_method", oov_method, ("floormod", "farmhash"))
        if salt is not None and vocabulary_dtype != "string" and oov_method != "farmhash":
            raise ValueError(f"`salt` can only be used when `oov_method='farmhash'`. Received: oov_method={oov_method}")
        check_choice(self, "output_mode", output_mode, _MODES)
        if invert and output_mode != "int":
            raise ValueError(f"`output_mode` must be `'int'` when `invert` is true. Received: output_mode={output_mode}")
        if sparse and output_mode == "int":
            raise ValueError("`sparse` may only be true if `output_mode` is `'one_hot'`, `'multi_hot'`, `'count'` or `'tf_idf'`. Received: "
                             f"sparse={sparse} and output_mode={output_mode}")
        if idf_weights is not None and output_mode != "tf_idf":
            raise ValueError("`idf_weights` should only be set if `output_mode` is `'tf_idf'`. Received: "
                             f"idf_weights={idf_weights} and output_mode={output_mode}")

    @property
    def compute_dtype(self):
        return self.vocabulary_dtype

    dtype = variable_dtype = compute_dtype

    # -- the vocabulary ------------------------------------------------------------------------------------------------
    def _oov_start_index(self):
        return 1 if self.mask_token is not None and self.output_mode == "int" else 0

    def _token_start_index(self):
        return self._oov_start_index() + self.num_oov_indices

    def get_vocabulary(self, include_special_tokens=True):
        """The tokens in the order of their numbers, those for masks and unknown tokens included."""
        entries = {}
        if self.lookup_table.size() != 0:
            numbers, tokens = self.lookup_table.export() if self.invert else reversed(self.lookup_table.export())
            entries = dict(zip(numbers.numpy().tolist(), self._readable(tokens)))
        vocabulary = [entries.get(number, self.oov_token) for number in range(self.vocabulary_size())]
        if self.mask_token is not None and self.output_mode == "int":
            vocabulary[0] = self.mask_token
        return vocabulary if include_special_tokens else vocabulary[self._token_start_index():]

    def _readable(self, tokens):
        """The array of a tensor of tokens."""
        return tokens.numpy()

    def vocabulary_size(self):
        """How many numbers there are, those for masks and unknown tokens included."""
        if tf.executing_eagerly():
            return int(self.lookup_table.size()) + self._token_start_index()
        return self.lookup_table.size() + self._token_start_index()

    def _record_vocabulary_size(self):
        with tf.init_scope():
            size = self.vocabulary_size()
            if self.output_mode != "int" and not self.pad_to_max_tokens and self._frozen_vocab_size not in (None, size):
                raise RuntimeError(f"When using `output_mode={self.output_mode}` and `pad_to_max_tokens=False`, the vocabulary size cannot "
                                   f"be changed after the layer is called. Old vocab size is {self._frozen_vocab_size}, new vocab size is "
                                   f"{size}")
            self._frozen_vocab_size = size

    def set_vocabulary(self, vocabulary, idf_weights=None):
        """Give the tokens in the order of their numbers, with or without the special ones before them.

        Raises:
            ValueError: no tokens, too many, one twice, special ones at other places, or weights that do not fit.
        """
        if self.output_mode == "tf_idf":
            if idf_weights is None:
                raise ValueError("`idf_weights` must be set if output_mode is 'tf_idf'.")
        elif idf_weights is not None:
            raise ValueError("`idf_weights` should only be set if output_mode is `'tf_idf'`. Received: "
                             f"output_mode={self.output_mode} and idf_weights={idf_weights}")
        if isinstance(vocabulary, str):
            self._set_from_file(vocabulary)
            return
        if not tf.executing_eagerly() and (tf.is_tensor(vocabulary) or tf.is_tensor(idf_weights)):
            raise RuntimeError(f"Cannot set a tensor vocabulary on layer {self.name} when not executing eagerly. Create this layer or call "
                               "`set_vocabulary()` outside of any traced function.")
        vocabulary = self._readable(vocabulary) if tf.is_tensor(vocabulary) else np.array(vocabulary)
        if vocabulary.size == 0:
            raise ValueError(f"Cannot set an empty vocabulary. Received: vocabulary={vocabulary}")
        start = self._token_start_index()
        special = [self.mask_token] * self._oov_start_index() + [self.oov_token] * self.num_oov_indices
        has_special = np.array_equal(special, vocabulary[:start])
        tokens = vocabulary[start:] if has_special else vocabulary
        self._check_tokens(tokens, vocabulary, special)
        if self.max_tokens is not None and start + len(tokens) > self.max_tokens:
            raise ValueError("Attempted to set a vocabulary larger than the maximum vocab size. Received vocabulary size is "
                             f"{start + len(tokens)}; `max_tokens` is {self.max_tokens}.")
        self._set_tokens(tokens)
        if self.output_mode == "tf_idf":
            self._set_weights(vocabulary, np.array(listed(idf_weights)), has_special)

    def _set_from_file(self, path):
        if must_stay_in_file():
            raise ValueError("Requested the loading of a vocabulary file outside of the model archive. This carries a potential risk of "
                             "loading arbitrary and sensitive files and thus it is disallowed by default. If you trust the source of the "
                             "artifact, you can override this error by passing `safe_mode=False` to the loading function, or calling "
                             f"`keras.config.enable_unsafe_deserialization(). Vocabulary file: '{path}'")
        if not os.path.exists(path):
            raise ValueError(f"Vocabulary file {path} does not exist.")
        if self.output_mode == "tf_idf":
            raise ValueError("output_mode `'tf_idf'` does not support loading a vocabulary from file.")
        index = tf.lookup.TextFileIndex
        key, value = (index.LINE_NUMBER, index.WHOLE_LINE) if self.invert else (index.WHOLE_LINE, index.LINE_NUMBER)
        with tf.init_scope():
            initializer = tf.lookup.TextFileInitializer(path, self._key_dtype, key, self._value_dtype, value,
                                                        value_index_offset=self._token_start_index())
            self.lookup_table = tf.lookup.StaticHashTable(initializer, self._default_value)
        self._record_vocabulary_size()

    def _check_tokens(self, tokens, vocabulary, special):
        repeated = [token for token, count in collections.Counter(tokens).items() if count > 1]
        if repeated:
            raise ValueError("The passed vocabulary has at least one repeated term. Please uniquify your dataset. The repeated terms are: "
                             f"{repeated}")
        for kind, argument, token in (("mask", "mask_token", self.mask_token), ("OOV", "oov_token", self.oov_token)):
            if token is not None and (kind == "mask" or self.invert) and token in tokens:
                index = np.argwhere(vocabulary == token)[-1]
                raise ValueError(f"Found reserved {kind} token at unexpected location in `vocabulary`. Note that passed `vocabulary` does "
                                 "not need to include the OOV and mask tokens. Either remove all mask and OOV tokens, or include them only "
                                 f"at the start of the vocabulary in precisely this order: {special}. Received: {argument}={token} at "
                                 f"vocabulary index {index}")

    def _set_tokens(self, tokens):
        start = self._token_start_index()
        with tf.init_scope():
            numbers = tf.range(start, start + len(tokens), dtype=tf.int64)
            tokens = tf.constant(tokens, self.vocabulary_dtype)
            keys, values = (numbers, tokens) if self.invert else (tokens, numbers)
            initializer = tf.lookup.KeyValueTensorInitializer(keys, values, self._key_dtype, self._value_dtype)
            self.lookup_table = tf.lookup.StaticHashTable(initializer, self._default_value)
        self._record_vocabulary_size()

    def _set_weights(self, vocabulary, weights, has_special):
        if len(vocabulary) != len(weights):
            raise ValueError(f"`idf_weights` must be the same length as vocabulary. len(idf_weights) is {len(weights)}; len(vocabulary) is "
                             f"{len(vocabulary)}")
        if weights.ndim != 1:
            raise ValueError(f"TF-IDF data must be a 1-index array. Received: type(idf_weights)={type(weights)}")
        front = 0 if has_special else self._token_start_index()
        self._keep_weights(np.concatenate([np.full(front, np.average(weights)), weights]))

    def _keep_weights(self, weights):
        if self.pad_to_max_tokens:
            weights = np.pad(weights, (0, self.max_tokens - len(weights)))
        self.idf_weights_const = tf.constant(weights, tf.float32)

    # -- learning ------------------------------------------------------------------------------------------------------
    def adapt(self, data, steps=None):
        """Learn the vocabulary from an array, a list, a dataset or batches: the most frequent tokens first."""
        self.reset_state()
        batches = batches_of(data, steps, (list, tuple))
        if batches is None:
            data = ensure_tensor(data, self.vocabulary_dtype)
            batches = [tf.expand_dims(data, -1) if data.shape.rank == 1 else data]
        for batch in batches:
            self.update_state(batch)
        self.finalize_state()

    def update_state(self, data):
        """Count the tokens of one more batch. Raises ValueError if the vocabulary was given."""
        if self._has_input_vocabulary:
            raise ValueError(f"Cannot adapt layer '{self.name}' after setting a static vocabulary via `vocabulary` argument or "
                             "`set_vocabulary()` method.")
        data = ensure_tensor(data, self.vocabulary_dtype)
        if not isinstance(data, CompositeTensor):
            data = tf.reshape(data, [1, -1]) if data.shape.rank < 2 else data
        values = data.values if isinstance(data, tf.SparseTensor) else data.flat_values if isinstance(data, CompositeTensor) else data
        self._counts.tokens.update(values.numpy().ravel().tolist())
        if self.output_mode == "tf_idf":
            self._counts.add_documents([row.numpy().ravel().tolist() for row in data])

    def finalize_state(self):
        """Make a vocabulary of what was counted."""
        counts = self._counts
        if self._has_input_vocabulary or not counts.tokens:
            self._record_vocabulary_size()
            return
        for token in (self.mask_token, self.oov_token):
            counts.tokens.pop(token.encode() if isinstance(token, str) else token, None)
        tokens = sorted(counts.tokens, key=lambda token: (counts.tokens[token], token), reverse=True)
        if self.max_tokens:
            tokens = tokens[:self.max_tokens - self._token_start_index()]
        self._set_tokens(tokens)
        if self.output_mode == "tf_idf":
            held = np.array([counts.in_documents[token] for token in tokens], "int64")
            weights = tf.cast(tf.math.log(1 + tf.constant(counts.documents, tf.int64) / tf.constant(1 + held)), tf.float32).numpy()
            front = np.full(self._token_start_index(), tf.reduce_mean(weights).numpy(), "float32")
            self._keep_weights(np.concatenate([front, weights]))
        self._forget()

    def reset_state(self):
        """Forget what was counted."""
        if not self._has_input_vocabulary:
            self._forget()

    def _forget(self):
        self._counts = _Counts()

    # -- calling -------------------------------------------------------------------------------------------------------
    def call(self, inputs):
        if self.output_mode != "int" and not self.pad_to_max_tokens and self._frozen_vocab_size is None:
            raise RuntimeError(f"When using `output_mode={self.output_mode}` and `pad_to_max_tokens=False`, you must set the layer's "
                               "vocabulary before calling it. Either pass a `vocabulary` argument to the layer, or call `adapt` with some "
                               "sample data.")
        inputs = ensure_tensor(inputs, self._key_dtype)
        numbers = inputs.with_mapped_values(self._found) if isinstance(inputs, CompositeTensor) else self._found(inputs)
        if self.output_mode == "int":
            return numbers
        mode, weights = self.output_mode, self.idf_weights_const
        if mode == "tf_idf" and weights is None:
            raise ValueError("When `output_mode` is `'tf_idf'`, `idf_weights` must be provided.")
        output = encoded(numbers, "count" if mode == "tf_idf" else mode, self._depth(), self._value_dtype,
                         self.sparse and mode != "tf_idf")
        if mode != "tf_idf":
            return output
        output = tf.cast(output, weights.dtype) * weights
        return tf.sparse.from_dense(output) if self.sparse else output

    def _depth(self):
        return self.max_tokens if self.pad_to_max_tokens else self._frozen_vocab_size

    def _found(self, inputs):
        numbers = self.lookup_table.lookup(inputs)
        if self.mask_token is not None:
            key, value = self._mask
            numbers = tf.where(tf.equal(inputs, key), value, numbers)
        if self.invert:
            return numbers
        if self.num_oov_indices == 0:
            unknown = tf.where(tf.equal(numbers, -1))
            text = tf.strings.format("When `num_oov_indices=0` all inputs should be in vocabulary, found OOV values {}, consider setting "
                                     "`num_oov_indices=1`.", (tf.gather_nd(inputs, unknown),))
            with tf.control_dependencies([tf.Assert(tf.equal(tf.size(unknown), 0), [text])]):
                return tf.identity(numbers)
        if self.num_oov_indices > 1:
            numbers = tf.where(tf.equal(numbers, -1), self._bucket(inputs) + self._oov_start_index(), numbers)
        return tf.identity(numbers)

    def _bucket(self, inputs):
        if inputs.dtype.is_integer:
            if self.oov_method != "farmhash":
                return tf.math.floormod(inputs, self.num_oov_indices)
            inputs = tf.as_string(inputs)
        if self.salt is not None:
            return tf.strings.to_hash_bucket_strong(inputs, self.num_oov_indices, key=self.salt)
        return tf.strings.to_hash_bucket_fast(inputs, self.num_oov_indices)

    def compute_output_shape(self, input_shape):
        input_shape = tuple(input_shape)
        if self.output_mode == "int":
            return input_shape
        if self.output_mode == "one_hot" and not (len(input_shape) > 1 and input_shape[-1] == 1):
            return (*input_shape, self._depth())
        return (*input_shape[:-1], self._depth())

    def compute_output_spec(self, inputs):
        return KerasTensor(self.compute_output_shape(inputs.shape), "int64" if self.output_mode == "int" else "float32")

    # -- configs and files ---------------------------------------------------------------------------------------------
    def get_config(self):
        return {**self._base_config(), "invert": self.invert, "max_tokens": self.max_tokens, "num_oov_indices": self.num_oov_indices,
                "oov_token": self.oov_token, "mask_token": self.mask_token, "output_mode": self.output_mode, "sparse": self.sparse,
                "pad_to_max_tokens": self.pad_to_max_tokens, "vocabulary_dtype": self.vocabulary_dtype,
                "idf_weights": listed(self.input_idf_weights), "vocabulary": listed(self.input_vocabulary),
                "vocabulary_size": self._frozen_vocab_size, "oov_method": self.oov_method, "salt": self.salt}

    def get_build_config(self):
        return {}

    def build_from_config(self, config):
        self.build(None)

    def save_own_variables(self, store):
        if self.output_mode == "tf_idf":
            store["idf_weights"] = self.idf_weights_const.numpy()

    def load_own_variables(self, store):
        if self.output_mode == "tf_idf":
            self.idf_weights_const = tf.constant(store["idf_weights"])

    def save_assets(self, dir_path):
        """Write the vocabulary to a file in the folder, if it is not in the config."""
        if self.input_vocabulary is None:
            with open(os.path.join(dir_path, _VOCABULARY), "w", encoding="utf-8") as file:
                file.write("\n".join(map(str, self.get_vocabulary())))

    def load_assets(self, dir_path):
        """Take over the vocabulary that `save_assets` wrote."""
        if self.input_vocabulary is not None:
            return
        with open(os.path.join(dir_path, _VOCABULARY), encoding="utf-8") as file:
            lines = file.read().splitlines()
        while lines and lines[-1] == "":
            lines.pop()
        tokens = lines if self.vocabulary_dtype == "string" else [int(line) for line in lines]
        self.set_vocabulary(tokens, self.idf_weights_const if self.output_mode == "tf_idf" else None)
