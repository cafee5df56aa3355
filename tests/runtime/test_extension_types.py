"""SavedModels that name an extension type: loaded where the program has it, and where it does not."""

from __future__ import annotations

import subprocess
import sys

import pytest

import runtime as tf

_SAVE = """
import sys
import runtime as tf

class Named(tf.experimental.ExtensionType):
    __name__ = "tests.{name}"
    values: tf.Tensor
    label: str

class Module(tf.Module):
    @tf.function
    def grow(self, x):
        return Named(x.values * 2, x.label)

module = Module()
module.grow(Named([1.0, 2.0], "l"))
tf.saved_model.save(module, sys.argv[1])
"""


def saved(name, folder):
    subprocess.run([sys.executable, "-c", _SAVE.format(name=name), str(folder)], check=True)
    return str(folder)


def test_an_unknown_type_is_loaded_as_an_anonymous_one(tmp_path):
    folder = saved("Unknown", tmp_path)
    with pytest.warns(UserWarning, match="The type 'tests.Unknown.Spec' has not been registered"):
        grow = tf.saved_model.load(folder).grow
    spec = grow.concrete_functions[0].structured_input_signature[0][0]
    value = spec.value_type(values=tf.constant([3.0, 4.0]), label="l")
    result = grow(value)
    assert result.values.numpy().tolist() == [6.0, 8.0]
    assert repr(result).startswith("AnonymousExtensionType(values=<tf.Tensor")
    with pytest.raises(AttributeError, match="AnonymousExtensionType instances are immutable"):
        result.label = "other"


def test_a_type_of_the_program_is_found_by_its_name(tmp_path):
    class Known(tf.experimental.ExtensionType):
        __name__ = "tests.Known"
        values: tf.Tensor
        label: str

    grow = tf.saved_model.load(saved("Known", tmp_path)).grow
    result = grow(Known([3.0, 4.0], "l"))
    assert isinstance(result, Known)
    assert result.values.numpy().tolist() == [6.0, 8.0]


def test_a_type_whose_fields_have_changed_is_refused(tmp_path):
    class Changed(tf.experimental.ExtensionType):
        __name__ = "tests.Changed"
        values: tf.Tensor
        number: int

    assert Changed.Spec
    with pytest.raises(Exception, match="no fields of an extension type"):
        tf.saved_model.load(saved("Changed", tmp_path)).grow.concrete_functions
