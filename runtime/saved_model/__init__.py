"""`tf.saved_model`: save and load modules with their functions and values, in TensorFlow's own format."""

from runtime.core.absent import absent_from
from runtime.saved_model.assets import Asset  # noqa: F401
from runtime.saved_model.load import contains_saved_model, load  # noqa: F401
from runtime.saved_model.options import LoadOptions, SaveOptions  # noqa: F401
from runtime.saved_model.save import save  # noqa: F401

SAVED_MODEL_FILENAME_PB = "saved_model.pb"
SAVED_MODEL_FILENAME_PBTXT = "saved_model.pbtxt"
SAVED_MODEL_SCHEMA_VERSION = 1
VARIABLES_DIRECTORY, VARIABLES_FILENAME = "variables", "variables"
ASSETS_KEY = "saved_model_assets"
ASSETS_DIRECTORY, DEBUG_DIRECTORY, DEBUG_INFO_FILENAME_PB = "assets", "debug", "saved_model_debug_info.pb"
DEFAULT_SERVING_SIGNATURE_DEF_KEY = "serving_default"
SERVING, TRAINING, GPU, TPU = "serve", "train", "gpu", "tpu"
ASSETS_KEY = "saved_model_assets"
CLASSIFY_INPUTS, CLASSIFY_METHOD_NAME = "inputs", "tensorflow/serving/classify"
CLASSIFY_OUTPUT_CLASSES, CLASSIFY_OUTPUT_SCORES = "classes", "scores"
REGRESS_INPUTS, REGRESS_OUTPUTS, REGRESS_METHOD_NAME = "inputs", "outputs", "tensorflow/serving/regress"
PREDICT_INPUTS, PREDICT_OUTPUTS, PREDICT_METHOD_NAME = "inputs", "outputs", "tensorflow/serving/predict"
CLASSIFY_INPUTS, CLASSIFY_OUTPUT_CLASSES, CLASSIFY_OUTPUT_SCORES = "inputs", "classes", "scores"
CLASSIFY_METHOD_NAME = "tensorflow/serving/classify"
REGRESS_INPUTS, REGRESS_OUTPUTS, REGRESS_METHOD_NAME = "inputs", "outputs", "tensorflow/serving/regress"

__getattr__ = absent_from("tf.saved_model")
