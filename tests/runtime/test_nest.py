"""`tf.nest` on what the conformance programs leave out."""

import collections

import pytest
import runtime as tf

P = collections.namedtuple("P", "x y")


class Tagged(list):
    pass


@pytest.mark.parametrize("structure", [
    5, None, "text", [], (), {}, [1, [2, (3, {"b": 4, "a": [5]})]], P(1, [2]), Tagged([1, 2]), {"z": {}, "a": ()},
    collections.OrderedDict(z=1, a=2), collections.defaultdict(int, b=1, a=2)], ids=str)
def test_pack_undoes_flatten(structure):
    flat = tf.nest.flatten(structure)
    again = tf.nest.pack_sequence_as(structure, flat)
    assert again == structure and type(again) is type(structure)
    doubled = tf.nest.map_structure(lambda leaf: (leaf, leaf), structure)
    assert [leaf for leaf in tf.nest.flatten(doubled)] == [item for leaf in flat for item in (leaf, leaf)]
    tf.nest.assert_same_structure(structure, again)


def test_only_the_public_names():
    assert sorted(tf.nest.__all__) == ["assert_same_structure", "flatten", "is_nested", "map_structure", "pack_sequence_as"]


def test_tensors_are_leaves():
    t = tf.constant([[1, 2], [3, 4]])
    assert tf.nest.flatten({"t": t})[0] is t
    assert not tf.nest.is_nested(t)
    total = tf.nest.map_structure(lambda a, b: a + b, {"x": t, "y": [t]}, {"x": t, "y": [t]})
    assert total["y"][0].numpy().tolist() == [[2, 4], [6, 8]]


def test_composites_are_opened_on_demand():
    slices = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([3]))
    assert tf.nest.flatten([slices]) == [slices]
    assert len(tf.nest.flatten([slices], expand_composites=True)) == 3
    again = tf.nest.map_structure(lambda part: part, slices, expand_composites=True)
    assert isinstance(again, tf.IndexedSlices)
    assert tf.convert_to_tensor(again).numpy().tolist() == [1.0, 0.0, 0.0]
