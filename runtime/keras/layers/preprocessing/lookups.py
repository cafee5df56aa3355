"""Vocabularies of strings and of integers."""

from __future__ import annotations

import numpy as np

from runtime.keras.layers.preprocessing.index_lookup import IndexLookup


class StringLookup(IndexLookup):
    """Strings as numbers, or numbers as strings if `invert` is set; the arguments are those of `IndexLookup`."""

    def __init__(self, max_tokens=None, num_oov_indices=1, mask_token=None, oov_token="[UNK]", vocabulary=None, idf_weights=None,
                 invert=False, output_mode="int", pad_to_max_tokens=False, sparse=False, encoding="utf-8", name=None, salt=None,
                 **kwargs):
        self.encoding = encoding
        super().__init__(max_tokens, num_oov_indices, mask_token, oov_token, "string", vocabulary=vocabulary, idf_weights=idf_weights,
                         invert=invert, output_mode=output_mode, pad_to_max_tokens=pad_to_max_tokens, sparse=sparse, name=name, salt=salt,
                         **kwargs)

    def _readable(self, tokens):
        return np.array([token.decode(self.encoding) for token in tokens.numpy()])

    def get_config(self):
        config = {**super().get_config(), "encoding": self.encoding}
        del config["vocabulary_dtype"]
        return config


class IntegerLookup(IndexLookup):
    """Integers as numbers without gaps, or the inverse; the arguments are those of `IndexLookup`."""

    def __init__(self, max_tokens=None, num_oov_indices=1, mask_token=None, oov_token=-1, vocabulary=None, vocabulary_dtype="int64",
                 idf_weights=None, invert=False, output_mode="int", sparse=False, pad_to_max_tokens=False, oov_method="floormod",
                 salt=None, name=None, **kwargs):
        if max_tokens is not None and max_tokens <= 1:
            raise ValueError("If `max_tokens` is set for `IntegerLookup`, it must be greater than 1. Received: "
                             f"max_tokens={max_tokens}")
        if num_oov_indices < 0:
            raise ValueError("The value of `num_oov_indices` argument for `IntegerLookup` must >= 0. Received: "
                             f"num_oov_indices={num_oov_indices}")
        if vocabulary_dtype != "int64":
            raise ValueError("Only `vocabulary_dtype='int64'` is supported at this time. Received: "
                             f"vocabulary_dtype={vocabulary_dtype}")
        super().__init__(max_tokens, num_oov_indices, mask_token, oov_token, vocabulary_dtype, vocabulary=vocabulary,
                         idf_weights=idf_weights, invert=invert, output_mode=output_mode, sparse=sparse,
                         pad_to_max_tokens=pad_to_max_tokens, oov_method=oov_method, name=name, salt=salt, **kwargs)

    def get_config(self):
        config = super().get_config()
        for name in ("oov_token", "mask_token"):
            config[name] = None if config[name] is None else int(config[name])
        if config["vocabulary"] is not None:
            config["vocabulary"] = [int(token) for token in config["vocabulary"]]
        return config
