"""`keras.applications`: known architectures, loaded one by one on first use, without weights; these come from files that are there already."""

from runtime.core.absent import absent_from

_NAMES = {
    "densenet": "DenseNet121 DenseNet169 DenseNet201", "inception_resnet_v2": "InceptionResNetV2", "inception_v3": "InceptionV3",
    "efficientnet": "EfficientNetB0 EfficientNetB1 EfficientNetB2 EfficientNetB3 EfficientNetB4 EfficientNetB5 EfficientNetB6 EfficientNetB7",
    "imagenet_utils": "", "mobilenet": "MobileNet", "mobilenet_v2": "MobileNetV2", "mobilenet_v3": "MobileNetV3Large MobileNetV3Small",
    "nasnet": "NASNetLarge NASNetMobile", "resnet": "ResNet50 ResNet101 ResNet152", "resnet50": "", "vgg16": "VGG16", "vgg19": "VGG19",
    "resnet_v2": "ResNet50V2 ResNet101V2 ResNet152V2", "xception": "Xception"}
_HOMES = {module: f"{__name__}.{module}" for module in _NAMES}
_HOMES.update((name, _HOMES[module]) for module, names in _NAMES.items() for name in names.split())
__getattr__ = absent_from("tf.keras.applications", _HOMES)
