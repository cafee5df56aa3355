"""ResNet, version 2: normalised and rectified before each convolution."""

from __future__ import annotations

import functools

from runtime.keras.applications.building import variant
from runtime.keras.applications.imagenet_utils import decode_predictions, preprocessing
from runtime.keras.applications.resnet import resnet

_second = functools.partial(resnet, is_second=True)
ResNet50V2 = variant("ResNet50V2", _second, blocks=(3, 4, 6, 3), weights_name="resnet50v2")
ResNet101V2 = variant("ResNet101V2", _second, blocks=(3, 4, 23, 3), weights_name="resnet101v2")
ResNet152V2 = variant("ResNet152V2", _second, blocks=(3, 8, 36, 3), weights_name="resnet152v2")
preprocess_input = preprocessing("tf")
