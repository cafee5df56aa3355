"""The table of ops demands the dtypes that TensorFlow's registry demands; what that says is recorded in `saved/op_registry.txt`."""

from __future__ import annotations

import pytest

import runtime as tf
from tests.runtime.record_ops import HELD, RECORDED, table


def _pairs(text):
    return {name: kinds.split(",") for name, _, kinds in (pair.partition("=") for pair in text.split())}


def _recorded():
    for line in RECORDED.read_text().splitlines():
        name, inputs, allowed, unserved, gradient = (part.strip() for part in line.split("|"))
        yield name, dict(pair.split(":") for pair in inputs.split()), _pairs(allowed), _pairs(unserved), gradient


TENSORFLOW = {name: rest for name, *rest in _recorded()}
#: Tapes differentiate functions without the registry; TensorFlow's own `expm` is made of other ops.
BESIDE_THE_REGISTRY = {"PartitionedCall", "StatefulPartitionedCall", "MatrixExponential"}


def test_all_ops_are_recorded():
    assert sorted(table()) == sorted(TENSORFLOW)


@pytest.mark.parametrize("name", sorted(TENSORFLOW))
def test_an_op_demands_what_tensorflow_demands(name):
    op_def, (inputs, allowed, unserved, _) = table()[name], TENSORFLOW[name]
    kinds = {arg.name: "any" if arg.is_list and not arg.number_attr else arg.type_attr or arg.dtype.name for arg in op_def.inputs}
    assert {name: kind for name, kind in kinds.items() if name in inputs} == {name: inputs[name] for name in kinds if name in inputs}
    named = {arg.type_attr for arg in (*op_def.inputs, *op_def.outputs)} | set(op_def.attrs)
    assert {attr: list(kinds.names) for attr, kinds in op_def.types.items()} == {
        attr: kinds for attr, kinds in allowed.items() if attr in named}
    assert {attr: sorted(kinds.names) for attr, kinds in op_def.unserved.items()} == {
        attr: sorted(kinds) for attr, kinds in unserved.items() if attr in named}


@pytest.mark.parametrize("name", sorted(TENSORFLOW.keys() - BESIDE_THE_REGISTRY))
def test_an_op_has_a_gradient_where_tensorflow_has_one(name):
    assert table()[name].differentiable is {"function": True, "none": False, "missing": None}[TENSORFLOW[name][3]]


def test_an_op_without_a_gradient_says_so():
    image = tf.ones([1, 4, 4, 1])
    with tf.GradientTape() as tape:
        tape.watch(image)
        smaller = tf.image.resize(image, [2, 2], "area")
    with pytest.raises(LookupError, match="gradient registry has no entry for: ResizeArea"):
        tape.gradient(smaller, image)


@pytest.mark.parametrize(("call", "text"), [
    (lambda: tf.realdiv(tf.constant(4), 2), "Could not find device for node: {{node RealDiv}} = RealDiv[T=DT_INT32]"),
    (lambda: tf.linalg.det(tf.eye(2, dtype=tf.float16)), "Could not find device for node: {{node MatrixDeterminant}}"),
    (lambda: tf.unique(tf.complex([1.0], [2.0])), "Could not find device for node: {{node Unique}} = Unique[T=DT_COMPLEX64, "
                                                  "out_idx=DT_INT32]"),
])
def test_an_allowed_dtype_without_a_kernel_is_refused(call, text):
    with pytest.raises(tf.errors.NotFoundError) as error:
        call()
    assert error.value.message.startswith(text)


@pytest.mark.parametrize("place", ["read", "unread", "in an untaken branch", "in a loop without turns"])
def test_a_graph_with_a_node_that_no_kernel_serves_does_not_run(place):
    @tf.function
    def step(x, on):
        if place == "read":
            return tf.realdiv(x, x)
        if place == "unread":
            tf.realdiv(x, x)
            return x
        if place == "in an untaken branch":
            return tf.cond(on, lambda: tf.realdiv(x, x), lambda: x)
        return tf.while_loop(lambda y: on, lambda y: tf.realdiv(y, y), [x])

    with pytest.raises(tf.errors.InvalidArgumentError, match="No OpKernel was registered to support Op 'RealDiv' used by"):
        step(tf.constant([1, 2]), tf.constant(False))
    if isinstance(result := step(tf.constant([1.0, 2.0]), tf.constant(False)), tf.Tensor):
        assert result.dtype is tf.float32


def test_held_dtypes_are_those_of_numpy():
    assert all(tf.as_dtype(name).as_numpy_dtype for name in HELD)
