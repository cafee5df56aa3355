"""`keras.applications.resnet50`: the smallest ResNet."""

from runtime.keras.applications.resnet import ResNet50, decode_predictions, preprocess_input
