"""Ops that are expressions of simpler functions: one source for the kernel and for the steps that compiled graphs run."""

import itertools

import numpy as np
import pytest

import runtime as tf
from runtime.core.context import graph_mode
from runtime.core.dispatch import dispatch
from runtime.core.func_graph import FuncGraph
from runtime.core.op_def import OPS, REQUIRED
from runtime.execute import plan_of
from runtime.execute.interpreter import Interpreter
from runtime.execute.passes import stages

LOWERED = [name for name, op_def in sorted(OPS.items()) if op_def.lower is not None and op_def.elementwise]
DRAWN = np.random.default_rng(5)
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, 88.0, -90.0, 1.0, -1.0, 0.5, -2.5, 7.0]
ATTRS = {"LeakyRelu": {"alpha": 0.3}, "LeakyReluGrad": {"alpha": 0.3}, "Cast": {"DstT": tf.float64}}


def values(dtype, size):
    if dtype is tf.bool:
        return DRAWN.integers(0, 2, size).astype(bool)
    if not dtype.is_floating:
        return DRAWN.integers(1, 9, size).astype(dtype.as_numpy_dtype)
    found = DRAWN.normal(size=size) * 3
    found[:min(size, len(SPECIAL))] = DRAWN.permutation(SPECIAL)[:size]
    return found.astype(dtype.as_numpy_dtype)


def same_bits(left, right):
    left, right = np.asarray(left), np.asarray(right)
    assert left.dtype == right.dtype and left.shape == right.shape
    np.testing.assert_array_equal(left, right)
    if left.dtype.kind == "f":
        np.testing.assert_array_equal(np.signbit(left), np.signbit(right))


def graph_of(op_def, dtype, dims):
    """A graph with one node of the op, whose inputs are of `dtype` where they may be."""
    graph = FuncGraph("one")
    with graph_mode(graph):
        inputs = [graph.add_input(arg.dtype or dtype, dims, arg.name) for arg in op_def.inputs]
        graph.inputs = inputs
        graph.outputs = [dispatch(op_def, inputs, ATTRS.get(op_def.name))]
    return graph


@pytest.mark.parametrize("dims", [(None,), (50,), ()], ids=str)
@pytest.mark.parametrize("name", LOWERED)
def test_the_steps_give_the_bits_of_the_kernel(name, dims):
    op_def, tried = OPS[name], 0
    assert all(value is not REQUIRED or attr in ATTRS.get(name, {}) for attr, value in op_def.attrs.items())
    for dtype in (tf.float32, tf.float64, tf.float16, tf.int32, tf.uint8):
        types = {arg.type_attr for arg in op_def.inputs if arg.dtype is None}
        if any(attr in op_def.types and dtype not in op_def.types[attr] or dtype in op_def.unserved.get(attr, ()) for attr in types):
            continue
        graph = graph_of(op_def, dtype, dims)
        for size in (50, 200_000) if dims == (None,) else (50,):
            args = [values(tensor.dtype, size) for tensor in graph.inputs]
            args = [arg[0] for arg in args] if dims == () else args
            same_bits(plan_of(graph)(args)[0], Interpreter(graph).run(*args)[0])
            tried += 1
    assert tried


def test_each_pass_can_be_printed():
    function = tf.function(lambda x: tf.nn.relu(x) + tf.nn.relu(x) * (tf.constant(1.0) + 1.0))
    shown = {name: str(program) for name, program in stages(function.get_concrete_function(tf.TensorSpec([None])).graph)}
    assert list(shown) == ["prune", "fold", "lower", "forward", "share", "schedule", "group"]
    assert shown["prune"].splitlines() == ["%1 = Relu(a0)", "%2 = Relu(a0)", "%3 = AddV2(1.0, 1.0)", "%4 = Mul(%2, %3)",
                                           "%5 = AddV2(%1, %4)", "return %5"]
    assert "%3 = Mul(%2, 2.0)" in shown["fold"]
    assert shown["lower"].count("maximum(0.0, a0)") == 2 and shown["share"].count("maximum(0.0, a0)") == 1
    assert shown["group"].startswith("group of 3:\n    %1 = maximum(0.0, a0)")


@pytest.mark.parametrize("function", [tf.nn.elu, tf.sigmoid, tf.nn.selu, tf.math.softplus, tf.nn.leaky_relu, tf.nn.relu6, tf.nn.softsign],
                         ids=lambda function: function.__name__)
def test_a_gradient_is_fused_with_what_follows(function):
    def step(x, dy):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x * 2.0)
        return tape.gradient(y, x, dy) * 3.0

    graph = tf.function(step).get_concrete_function(*[tf.TensorSpec([300_000])] * 2).graph
    assert len(stages(graph)[-1][1].nodes) == 1
    args = [values(tf.float32, 300_000), values(tf.float32, 300_000)]
    same_bits(plan_of(graph)(args)[0], Interpreter(graph).run(*args)[0])


def test_shapes_that_do_not_fit_are_reported_as_by_the_op():
    wrong = tf.zeros([3]), tf.zeros([5])
    for function in (tf.math.divide_no_nan, tf.math.squared_difference, lambda x, y: tf.where(x > 0.0, x, y)):
        traced = tf.function(function, input_signature=[tf.TensorSpec([None])] * 2)
        with pytest.raises(tf.errors.InvalidArgumentError) as eager:
            function(*wrong)
        with pytest.raises(tf.errors.InvalidArgumentError) as graph:
            traced(*wrong)
        text = eager.value.message.partition("}} ")[2].partition(" [Op:")[0]
        assert text and text in graph.value.message


def test_an_expression_cannot_look_at_elements():
    from runtime.ops.kernels.expressions import expression
    for function in (lambda x: x if x > 0 else -x, lambda x: np.sum(x), lambda x: x + next(iter(x))):
        with pytest.raises(TypeError):
            expression(function)(np.ones(3))


def test_inputs_are_left_alone():
    for name, dtype in itertools.product(("Elu", "SqrtGrad", "Softplus", "SigmoidGrad"), (tf.float32, tf.complex64)):
        op_def = OPS[name]
        if dtype not in op_def.types["T"]:
            continue
        args = [np.full(20, 0.5, dtype.as_numpy_dtype) for _ in op_def.inputs]
        op_def.kernel(*args)
        assert all((arg == 0.5).all() for arg in args)
