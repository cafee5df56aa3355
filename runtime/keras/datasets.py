"""`keras.datasets`: names alone, for the runtime downloads nothing."""

from runtime.core.absent import absent_from


class _Missing:
    """A data set whose `load_data` raises NotImplementedError."""

    def __init__(self, name):
        self._name = name

    def load_data(self, *args, **kwargs):
        raise NotImplementedError(f"the runtime has no tf.keras.datasets.{self._name}: it downloads nothing; fetch the file yourself and "
                                  "read it with numpy.load")

    get_word_index = load_data


boston_housing, california_housing, cifar10, cifar100, fashion_mnist, imdb, mnist, reuters = map(
    _Missing, ("boston_housing", "california_housing", "cifar10", "cifar100", "fashion_mnist", "imdb", "mnist", "reuters"))
__getattr__ = absent_from("tf.keras.datasets")
