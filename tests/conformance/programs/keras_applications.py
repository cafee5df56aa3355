import hashlib
import numpy as np
import tensorflow as tf
from tensorflow.keras import applications
from tests.conformance.support.tell import fails, near, show


def told(model, layers=False):
    """Names and shapes of a model, and a hash of those of all its layers and weights."""
    of_layers = [(layer.name, type(layer).__name__, str(layer.output.shape)) for layer in model.layers]
    of_weights = [(v.path, tuple(v.shape)) for v in model.weights]
    print(model.name, len(model.layers), model.count_params(), model.input.shape, model.output.shape,
          *(hashlib.md5(str(part).encode()).hexdigest()[:8] for part in (of_layers, of_weights)))
    if layers:
        print(*of_layers[:4], *of_layers[-3:], *of_weights[:3], sep="\n")
    return model


def computed(model, size=32):
    """The model's outputs with made-up weights."""
    model.set_weights([(np.sin(np.arange(w.size) + 1) * 0.3 + (0.4 if w.ndim == 1 else 0)).reshape(w.shape) for w in model.get_weights()])
    near(model(np.cos(np.arange(size * size * 3)).reshape(1, size, size, 3).astype("float32") * 100))

# %% mobilenet
computed(told(applications.MobileNet((32, 32, 3), 0.25, weights=None, classes=4), True))

# %% mobilenet-v2
computed(told(applications.MobileNetV2((32, 32, 3), 0.35, weights=None, classes=4), True))

# %% mobilenet-v3
computed(told(applications.MobileNetV3Small((32, 32, 3), 0.75, weights=None, classes=4), True))

# %% mobilenet-v3-minimalistic
computed(told(applications.MobileNetV3Small((32, 32, 3), weights=None, classes=4, minimalistic=True, include_preprocessing=False)))

# %% vgg
told(applications.VGG16(weights=None, include_top=False, input_shape=(32, 32, 3)), True)

# %% vgg-19
told(applications.VGG19(weights=None, include_top=False, input_shape=(64, 48, 3), pooling="avg"))

# %% densenet
told(applications.DenseNet121(weights=None, include_top=False, pooling="max"), True)

# %% resnet
told(applications.ResNet50(weights=None, include_top=False, input_shape=(32, 32, 3)), True)

# %% resnet-v2
told(applications.ResNet50V2(weights=None, classes=3, classifier_activation=None, input_shape=(32, 32, 1)), True)

# %% efficientnet
told(applications.EfficientNetB0(weights=None, include_top=False, pooling="avg"), True)

# %% xception
told(applications.Xception(weights=None, include_top=False), True)

# %% inception
told(applications.InceptionV3(weights=None, include_top=False, input_shape=(75, 75, 3)), True)

# %% with-a-tensor
inputs = tf.keras.Input((32, 32, 3))
x = tf.keras.layers.Rescaling(2.0)(inputs)
model = told(applications.MobileNet(input_tensor=x, weights=None, include_top=False, alpha=0.25, input_shape=(32, 32, 3)))
print(model.inputs[0] is inputs, [layer.name for layer in model.layers[:3]])

# %% as-a-part-of-a-model
base = applications.MobileNetV2((32, 32, 3), 0.35, include_top=False, weights=None)
base.trainable = False
inputs = tf.keras.Input((32, 32, 3))
x = applications.mobilenet_v2.preprocess_input(inputs)
model = tf.keras.Model(inputs, tf.keras.layers.Dense(2)(tf.keras.layers.GlobalAveragePooling2D()(base(x, training=False))))
print(len(model.trainable_variables), len(model.layers), model.count_params(), [layer.name for layer in model.layers])

# %% errors
fails(applications.VGG16, weights="bogus")
fails(applications.ResNet50, classes=5)
fails(applications.ResNet50, weights=None, input_shape=(31, 32, 3))
fails(applications.ResNet50, weights=None, input_shape=(32, 32))
fails(applications.ResNet50, weights=None, input_shape=(None, None, 3))
fails(applications.ResNet50, input_shape=(32, 32, 3))
fails(applications.ResNet50, input_shape=(32, 32, 1), include_top=False)
fails(applications.Xception, weights=None, input_shape=(70, 80, 3), include_top=False)
fails(applications.MobileNet, alpha=0.3)
fails(applications.MobileNet, depth_multiplier=2)
fails(applications.MobileNetV2, alpha=0.3)

# %% preprocess
X = np.arange(12.0).reshape(1, 2, 2, 3) * 20
for module in ("vgg16", "resnet", "resnet50", "resnet_v2", "densenet", "mobilenet", "mobilenet_v2", "mobilenet_v3", "efficientnet", "xception", "inception_v3"):
    function = getattr(applications, module).preprocess_input
    print(module)
    show(function(X.copy()), function(X.astype("int32")), function(tf.constant(X, tf.float32)), function(X[0].copy()))

# %% preprocess-by-mode
X = np.arange(12.0).reshape(1, 2, 2, 3)
for mode in ("caffe", "tf", "torch"):
    show(applications.imagenet_utils.preprocess_input(X.copy(), mode=mode), applications.imagenet_utils.preprocess_input(tf.constant(X), mode=mode))
fails(applications.imagenet_utils.preprocess_input, X, mode="bogus")
fails(applications.imagenet_utils.preprocess_input, X, data_format="bogus")
Y = X.copy()
applications.vgg16.preprocess_input(Y)
show(Y)

# %% decode-errors
fails(applications.vgg16.decode_predictions, np.zeros((1, 10)))
fails(applications.imagenet_utils.decode_predictions, np.zeros(1000))
