"""`keras.preprocessing.text`: texts as lists of numbers or as rows of a matrix, in plain Python."""

from __future__ import annotations

import collections
import hashlib
import json
import warnings

import numpy as np

from runtime.core.absent import absent_from

_FILTERS = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\t\n'


def text_to_word_sequence(input_text, filters=_FILTERS, lower=True, split=" "):
    """The words between `split` and the characters of `filters`."""
    if lower:
        input_text = input_text.lower()
    return [word for word in input_text.translate(str.maketrans(dict.fromkeys(filters, split))).split(split) if word]


def one_hot(input_text, n, filters=_FILTERS, lower=True, split=" ", analyzer=None):
    """A number from 1 to `n` - 1 for each word, by Python's `hash`."""
    return hashing_trick(input_text, n, hash, filters, lower, split, analyzer)


def hashing_trick(text, n, hash_function=None, filters=_FILTERS, lower=True, split=" ", analyzer=None):
    """A number from 1 to `n` - 1 for each word, by a function, "md5", or Python's `hash`."""
    if hash_function is None:
        hash_function = hash
    elif hash_function == "md5":
        def hash_function(word):
            return int(hashlib.md5(word.encode()).hexdigest(), 16)
    words = analyzer(text) if analyzer is not None else text_to_word_sequence(text, filters, lower, split)
    return [hash_function(word) % (n - 1) + 1 for word in words]


class Tokenizer:
    """Numbers words by their frequency, the most frequent one 1.

    Args:
        num_words: only the words of smaller numbers are used.
        char_level: every character is a word.
        oov_token: what stands for words that are not known; its number is 1 then.
        analyzer: a function that gives the words of a text.

    Raises:
        TypeError: other keywords.
    """

    def __init__(self, num_words=None, filters=_FILTERS, lower=True, split=" ", char_level=False, oov_token=None, analyzer=None,
                 **kwargs):
        if "nb_words" in kwargs:
            warnings.warn("The `nb_words` argument in `Tokenizer` has been renamed `num_words`.", stacklevel=2)
            num_words = kwargs.pop("nb_words")
        self.document_count = kwargs.pop("document_count", 0)
        if kwargs:
            raise TypeError(f"Unrecognized keyword arguments: {kwargs}")
        self.num_words, self.filters, self.lower, self.split = num_words, filters, lower, split
        self.char_level, self.oov_token, self.analyzer = char_level, oov_token, analyzer
        self.word_counts, self.word_docs = collections.OrderedDict(), collections.defaultdict(int)
        self.index_docs, self.word_index, self.index_word = collections.defaultdict(int), {}, {}

    def _words(self, text):
        if self.char_level or isinstance(text, list):
            if not self.lower:
                return text
            return [word.lower() for word in text] if isinstance(text, list) else text.lower()
        return self.analyzer(text) if self.analyzer is not None else text_to_word_sequence(text, self.filters, self.lower, self.split)

    def fit_on_texts(self, texts):
        """Count the words of more texts, and number all words again."""
        for text in texts:
            self.document_count += 1
            words = self._words(text)
            for word in words:
                self.word_counts[word] = self.word_counts.get(word, 0) + 1
            for word in set(words):
                self.word_docs[word] += 1
        ordered = sorted(self.word_counts.items(), key=lambda item: item[1], reverse=True)
        known = ([] if self.oov_token is None else [self.oov_token]) + [word for word, _ in ordered]
        self.word_index = dict(zip(known, range(1, len(known) + 1)))
        self.index_word = {number: word for word, number in self.word_index.items()}
        for word, count in self.word_docs.items():
            self.index_docs[self.word_index[word]] = count

    def fit_on_sequences(self, sequences):
        """Count in how many lists each number is."""
        self.document_count += len(sequences)
        for sequence in sequences:
            for number in set(sequence):
                self.index_docs[number] += 1

    def texts_to_sequences(self, texts):
        """A list of numbers for each text; unknown words are left out, unless there is a token for them."""
        return list(self.texts_to_sequences_generator(texts))

    def texts_to_sequences_generator(self, texts):
        """The same, one by one."""
        unknown = self.word_index.get(self.oov_token)
        for text in texts:
            found = []
            for word in self._words(text):
                number = self.word_index.get(word)
                if number is None:
                    if self.oov_token is not None:
                        found.append(unknown)
                elif not self.num_words or number < self.num_words:
                    found.append(number)
                elif unknown is not None:
                    found.append(unknown)
            yield found

    def sequences_to_texts(self, sequences):
        """The words of each list of numbers, with blanks between them."""
        return list(self.sequences_to_texts_generator(sequences))

    def sequences_to_texts_generator(self, sequences):
        """The same, one by one."""
        unknown = self.word_index.get(self.oov_token)
        for sequence in sequences:
            found = []
            for number in sequence:
                word = self.index_word.get(number)
                if word is None:
                    if self.oov_token is not None:
                        found.append(self.index_word[unknown])
                elif not self.num_words or number < self.num_words:
                    found.append(word)
                elif unknown is not None:
                    found.append(self.index_word[unknown])
            yield " ".join(found)

    def texts_to_matrix(self, texts, mode="binary"):
        """A row for each text: "binary", "count", "freq" or "tfidf" of each word."""
        return self.sequences_to_matrix(self.texts_to_sequences(texts), mode=mode)

    def sequences_to_matrix(self, sequences, mode="binary"):
        """The same of lists of numbers. Raises ValueError for other modes, or if nothing was counted."""
        if not self.num_words and not self.word_index:
            raise ValueError("Specify a dimension (`num_words` argument), or fit on some text data first.")
        if mode == "tfidf" and not self.document_count:
            raise ValueError("Fit the Tokenizer on some data before using tfidf mode.")
        matrix = np.zeros((len(sequences), self.num_words or len(self.word_index) + 1))
        for row, sequence in zip(matrix, sequences):
            for number, count in collections.Counter(number for number in sequence if number < len(row)).items():
                row[number] = self._weight(mode, number, count, len(sequence))
        return matrix

    def _weight(self, mode, number, count, length):
        if mode == "count":
            return count
        if mode == "freq":
            return count / length
        if mode == "binary":
            return 1
        if mode == "tfidf":
            return (1 + np.log(count)) * np.log(1 + self.document_count / (1 + self.index_docs.get(number, 0)))
        raise ValueError("Unknown vectorization mode:", mode)

    def get_config(self):
        """The arguments and all that was counted, as JSON."""
        counted = ("word_counts", "word_docs", "index_docs", "index_word", "word_index")
        return {"num_words": self.num_words, "filters": self.filters, "lower": self.lower, "split": self.split,
                "char_level": self.char_level, "oov_token": self.oov_token, "document_count": self.document_count,
                **{name: json.dumps(getattr(self, name)) for name in counted}}

    def to_json(self, **kwargs):
        """Class and config as JSON, for `tokenizer_from_json`."""
        return json.dumps({"class_name": type(self).__name__, "config": self.get_config()}, **kwargs)


def tokenizer_from_json(json_string):
    """The `Tokenizer` that `to_json` wrote."""
    config = json.loads(json_string)["config"]
    counted = {name: json.loads(config.pop(name)) for name in ("word_counts", "word_docs", "index_docs", "index_word", "word_index")}
    for name in ("index_docs", "index_word"):
        counted[name] = {int(number): value for number, value in counted[name].items()}
    tokenizer = Tokenizer(**config)
    vars(tokenizer).update(counted)
    return tokenizer


__getattr__ = absent_from("tf.keras.preprocessing.text")
