"""`tf.lookup`: tables from keys to values."""

from runtime.core.absent import absent_from
from runtime.lookup import experimental
from runtime.lookup.initializers import KeyValueTensorInitializer, TextFileIndex, TextFileInitializer
from runtime.lookup.tables import StaticHashTable, StaticVocabularyTable

__all__ = ["KeyValueTensorInitializer", "StaticHashTable", "StaticVocabularyTable", "TextFileIndex", "TextFileInitializer",
           "experimental"]
__getattr__ = absent_from("tf.lookup")
