"""Architectures: their weights and the names of classes come from Keras's own folder, and nothing is downloaded."""

import json
import subprocess
import sys

import numpy as np
import pytest

import runtime as tf

applications = tf.keras.applications


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("KERAS_HOME", str(tmp_path))
    (tmp_path / "models").mkdir()
    return tmp_path / "models"


@pytest.mark.parametrize("name", ["ResNet152", "ResNet101V2", "VGG19", "DenseNet201", "EfficientNetB0", "InceptionV3", "InceptionResNetV2",
                                  "MobileNetV3Large", "NASNetMobile", "Xception"])
def test_missing_weights_are_named_before_anything_is_built(name, folder, monkeypatch):
    monkeypatch.setattr(tf.keras.layers.Layer, "add_weight", None)  # whoever builds fails
    with pytest.raises(FileNotFoundError, match=r"^the runtime downloads nothing: put \S+\.h5 into \S+models, or pass weights=None$"):
        getattr(applications, name)()


def test_weights_that_are_there_are_loaded(folder):
    pytest.importorskip("h5py")
    model = applications.MobileNet(alpha=0.25, weights=None, include_top=False, input_shape=(128, 128, 3))
    model.set_weights([np.full(weight.shape, 0.5) for weight in model.get_weights()])
    model.save(folder / "mobilenet_2_5_128_tf_no_top.h5")
    loaded = applications.MobileNet(alpha=0.25, include_top=False, input_shape=(128, 128, 3))
    assert all((weight == 0.5).all() for weight in loaded.get_weights())
    again = applications.MobileNet(alpha=0.25, include_top=False, input_shape=(128, 128, 3),
                                   weights=str(folder / "mobilenet_2_5_128_tf_no_top.h5"))
    assert all((weight == 0.5).all() for weight in again.get_weights())


def test_predictions_are_decoded_by_the_list_that_is_there(folder):
    scores = np.zeros((2, 1000))
    scores[0, [3, 7]], scores[1, [998, 999]] = (0.25, 0.75), (0.1, 0.9)
    with pytest.raises(FileNotFoundError, match="put imagenet_class_index.json into"):
        applications.vgg16.decode_predictions(scores)
    (folder / "imagenet_class_index.json").write_text(json.dumps({str(i): [f"n{i}", f"name{i}"] for i in range(1000)}))
    assert applications.resnet50.decode_predictions(scores, top=2) == [
        [("n7", "name7", 0.75), ("n3", "name3", 0.25)], [("n999", "name999", 0.9), ("n998", "name998", 0.1)]]


def test_architectures_are_loaded_on_first_use():
    code = ("import sys, runtime as tf; tf.keras.layers; assert not any('applications' in name for name in sys.modules)\n"
            "tf.keras.applications.VGG16; assert not any('resnet' in name for name in sys.modules)")
    subprocess.run([sys.executable, "-c", code], check=True)
