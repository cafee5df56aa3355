"""`tf.data`: input pipelines over NumPy arrays, with TensorFlow's ops, specs, texts and random order."""

from runtime.core.absent import absent_from
from runtime.data import experimental
from runtime.data.dataset import AUTOTUNE, INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Dataset
from runtime.data.iterator import Iterator, NumpyIterator
from runtime.data.options import Options
from runtime.data.readers import FixedLengthRecordDatasetV2 as FixedLengthRecordDataset
from runtime.data.readers import TextLineDatasetV2 as TextLineDataset
from runtime.data.readers import TFRecordDatasetV2 as TFRecordDataset
from runtime.data.structure import DatasetSpec

__all__ = ["AUTOTUNE", "Dataset", "DatasetSpec", "FixedLengthRecordDataset", "INFINITE_CARDINALITY", "Iterator", "NumpyIterator",
           "Options", "TFRecordDataset", "TextLineDataset", "UNKNOWN_CARDINALITY", "experimental"]

__getattr__ = absent_from("tf.data")
