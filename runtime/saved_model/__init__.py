"""`tf.saved_model`: save and load modules with their functions and values, in TensorFlow's own format."""

from runtime.saved_model.assets import Asset  # noqa: F401
from runtime.saved_model.load import contains_saved_model, load  # noqa: F401
from runtime.saved_model.options import LoadOptions, SaveOptions  # noqa: F401
from runtime.saved_model.save import save  # noqa: F401
