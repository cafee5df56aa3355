"""`keras.applications.vgg19`: the greater VGG."""

from runtime.keras.applications.building import variant
from runtime.keras.applications.vgg16 import decode_predictions, preprocess_input, vgg

VGG19 = variant("VGG19", vgg, blocks=(2, 2, 4, 4, 4), weights_name="vgg19")
