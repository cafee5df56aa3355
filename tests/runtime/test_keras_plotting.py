"""Drawings of models: the text is the one that Keras gives with pydot, the picture shows the same boxes and lines."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

import runtime as tf

keras, layers = tf.keras, tf.keras.layers
RECORDED = Path(__file__).parent / "saved" / "models.dot"  # Keras 3.15 with TensorFlow 2.21 and pydot 4.0, ids numbered
SVG = "{http://www.w3.org/2000/svg}"


def _models():
    inner = keras.Sequential([keras.Input((2,)), layers.Dense(3, activation="relu", name="d1"), layers.Dense(2, name="d2")], name="inner")
    inputs = keras.Input((2,), name="x")
    a = layers.Dense(2, name="a", trainable=False)(inputs)
    added = layers.Add(name="add")([a, inner(inputs)])
    return keras.Model(inputs, [added, layers.Activation("tanh", name="t")(added * 2.0)], name="m"), inner


class Sub(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(1)

    def call(self, x):
        return self.dense(x)


def _numbered(text):
    ids = {}
    return re.sub(r"\b\d{10,}\b", lambda found: f"n{ids.setdefault(found.group(), len(ids))}", text)


def test_the_text_is_that_of_keras():
    keras.backend.clear_session()
    model, inner = _models()
    own = Sub()
    own(tf.ones((1, 2)))
    everything = {"show_shapes": True, "show_dtype": True, "show_layer_names": False, "show_layer_activations": True, "show_trainable": True,
                  "rankdir": "LR", "dpi": 96}
    drawings = [keras.utils.model_to_dot(model, **options) for options in ({}, {"show_shapes": True}, everything, {"expand_nested": True})]
    drawings += [keras.utils.model_to_dot(inner), keras.utils.model_to_dot(own, show_shapes=True)]
    assert "\n".join(_numbered(drawing.to_string()) for drawing in drawings) == RECORDED.read_text()


def test_the_picture_has_a_box_for_each_layer_and_a_line_for_each_edge(tmp_path):
    model, _ = _models()
    drawing = keras.utils.plot_model(model, tmp_path / "m.svg", show_shapes=True, show_layer_names=True)
    root = ElementTree.parse(tmp_path / "m.svg").getroot()
    assert len(root.findall(f"{SVG}g[@class='node']")) == len(model.layers) + 1 == len(drawing.nodes)  # and the product
    assert len(root.findall(f"{SVG}line[@class='edge']")) == len(drawing.edges) == 6
    assert "a (Dense)" in {text.text for text in root.iter(f"{SVG}text")}
    nested = ElementTree.fromstring(keras.utils.model_to_dot(model, expand_nested=True).create_svg())
    assert len(nested.findall(f"{SVG}g[@class='node']")) == 7 and len(nested.findall(f"{SVG}g[@class='cluster']")) == 1
    keras.utils.plot_model(model, tmp_path / "m.dot")
    assert (tmp_path / "m.dot").read_text().startswith("digraph G {\nrankdir=TB;")


def test_names_with_signs_of_xml_are_written_as_text():
    model = keras.Sequential([keras.Input((1,)), layers.Dense(1, name="a<b&c")])
    root = ElementTree.fromstring(keras.utils.model_to_dot(model).create_svg())
    assert "a<b&c (Dense)" in {text.text for text in root.iter(f"{SVG}text")}


def test_a_layer_that_is_used_twice_has_one_box():
    inputs = keras.Input((2,))
    shared = layers.Dense(2)
    drawing = keras.utils.model_to_dot(keras.Model(inputs, shared(shared(inputs))))
    assert len(drawing.nodes) == 2 and len(drawing.edges) == 2
    assert drawing.create_svg().count('class="node"') == 2


def test_what_cannot_be_drawn(tmp_path):
    model, _ = _models()
    for use, match in ((lambda: keras.utils.model_to_dot(keras.Sequential([layers.Dense(1)])), "has not yet been built"),
                       (lambda: keras.utils.model_to_dot(model, layer_range=1), "`layer_range` is no longer supported"),
                       (lambda: keras.utils.model_to_dot(model, bogus=1), "Unrecognized keyword arguments"),
                       (lambda: keras.utils.plot_model(model), "draws models as svg or dot, not as png"),
                       (lambda: keras.utils.plot_model(model, tmp_path / "m.pdf"), "not as pdf")):
        with pytest.raises(ValueError, match=match):
            use()
