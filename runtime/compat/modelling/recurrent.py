"""`tf.compat.v1.nn.dynamic_rnn` and its kin: loops of a cell over the steps of sequences.

A cell is what has `state_size`, `output_size`, `zero_state` or `get_initial_state`, and can be called with an input and a state.
"""

from __future__ import annotations

from runtime.compat.graphs.variable_scope import variable_scope
from runtime.core import dtypes, nest
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.scopes import name_scope
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.ops import array
from runtime.ops.array import transpose
from runtime.ops.blocks import reverse_sequence
from runtime.ops.cast import cast
from runtime.ops.control_flow.check import assert_
from runtime.ops.comparison import equal, greater_equal, less, logical_not, logical_or
from runtime.ops.control_flow.control_flow import cond, control_dependencies
from runtime.ops.creation import range_, zeros
from runtime.ops.identity import identity
from runtime.ops.joining import concat, stack, unstack
from runtime.ops.math import maximum, minimum
from runtime.ops.rearrange import reverse
from runtime.ops.reduction import reduce_all, reduce_max, reduce_min
from runtime.ops.select import where_rows
from runtime.ops.control_flow.tensor_array import TensorArray
from runtime.ops.control_flow.while_loop import while_loop


def _check_cell(name, cell):
    """Raise TypeError unless `cell` has what a cell needs."""
    problems = [text for holds, text in (
        (hasattr(cell, "output_size"), "'output_size' property is missing"),
        (hasattr(cell, "state_size"), "'state_size' property is missing"),
        (hasattr(cell, "get_initial_state") or hasattr(cell, "zero_state"), "either 'zero_state' or 'get_initial_state' method is required"),
        (callable(cell), "is not callable")) if not holds]
    if problems:
        raise TypeError(f"The argument {name!r} ({cell}) is not an RNNCell: {', '.join(problems)}.")


def _sizes(size):
    """A size of a cell, a number or a shape, as a list."""
    return TensorShape(size).as_list() if not isinstance(size, int) else [size]


def _flat_sizes(size):
    return [size] if isinstance(size, TensorShape) else nest.flatten(size)


def _time_first(x):
    """`x` with its first two axes exchanged."""
    known = x.shape
    if known.rank is not None and known.rank < 2:
        return x
    turned = transpose(x, concat([[1, 0], range_(2, array.rank(x))], 0) if known.rank is None else [1, 0, *range(2, known.rank)])
    return turned


def _batch_size(inputs):
    for one in inputs:
        if one.shape.rank is None:
            continue
        if one.shape.rank < 2:
            raise ValueError(f"Input tensor should have rank >= 2. Received input={one} of rank {one.shape.rank}")
        if one.shape[1] is not None:
            return one.shape[1]
    return array.shape(inputs[0])[1]


def _state_dtype(dtype, state):
    if dtype is not None:
        return dtype
    if not nest.is_nested(state):
        return state.dtype
    found = [one.dtype for one in nest.flatten(state)]
    if not found:
        raise ValueError(f"Unable to infer dtype from argument state={state}.")
    if any(one != found[0] for one in found):
        raise ValueError(f"Argument state={state} has tensors of different inferred dtypes. Unable to infer a single representative dtype. "
                         f"Dtypes received: {found}")
    return found[0]


def _first_state(cell, state, batch, dtype):
    if state is not None:
        return state
    if not dtype:
        raise ValueError("If no initial_state is provided, argument `dtype` must be specified")
    if getattr(cell, "get_initial_state", None) is not None:
        return cell.get_initial_state(inputs=None, batch_size=batch, dtype=dtype)
    return cell.zero_state(batch, dtype)


def _zero_outputs(cell, batch, dtype, state):
    kind = _state_dtype(dtype, state)
    found = [zeros([batch, *_sizes(size)] if isinstance(batch, int) else stack([batch, *_sizes(size)]), kind)
             for size in _flat_sizes(cell.output_size)]
    return nest.pack_sequence_as(cell.output_size, found) if nest.is_nested(cell.output_size) else found[0]


def _kept_after(done, before, after):
    """`after`, but what was before in the rows that are `done`."""
    def one(old, new):
        return new if isinstance(old, TensorArray) or new.shape.rank == 0 else where_rows(done, old, new)
    return nest.map_structure(one, before, after)


def _called(cell, value, state, zero_output):
    output, new = cell(value, state)
    nest.assert_same_structure(zero_output, output)
    nest.assert_same_structure(state, new)
    return output, new


def _step_up_to(time, lengths, zero_output, state, cell, value):
    """One step for the rows whose sequence goes on; the others keep their state and give zeros."""
    output, new = _called(cell, value, state, zero_output)
    done = greater_equal(time, lengths)
    return _kept_after(done, zero_output, output), _kept_after(done, state, new)


def _step_while_any(time, lengths, shortest, longest, zero_output, state, cell, value):
    """As `_step_up_to`, without a step where no sequence goes on, and without a choice where all do."""
    def step():
        output, new = _called(cell, value, state, zero_output)
        done = greater_equal(time, lengths)
        return cond(less(time, shortest), lambda: (output, new), lambda: (_kept_after(done, zero_output, output), _kept_after(done, state, new)))
    return cond(greater_equal(time, longest), lambda: (zero_output, state), step)


def dynamic_rnn(cell, inputs, sequence_length=None, initial_state=None, dtype=None, parallel_iterations=None, swap_memory=False, time_major=False,
                scope=None):
    """The outputs of a cell for all steps, and its last state.

    Args:
        inputs: ``[batch, time, …]``, or ``[time, batch, …]`` if `time_major`; or a nest of these.
        sequence_length: the steps of each sequence; after them outputs are zero and states stay.

    Raises:
        TypeError: `cell` is none.
        ValueError: neither a state nor a dtype is given, or a size of the inputs is not known.
    """
    warn_deprecated("dynamic_rnn", "tensorflow.python.ops.rnn", "Please use `keras.layers.RNN(cell)`, which is equivalent to this API")
    _check_cell("cell", cell)
    with variable_scope(scope or "rnn"):
        flat = nest.flatten(inputs)
        if not time_major:
            flat = [_time_first(convert_to_tensor(one)) for one in flat]
        if sequence_length is not None:
            sequence_length = cast(sequence_length, dtypes.int32)
            if sequence_length.shape.rank not in (None, 1):
                raise ValueError("Argument sequence_length must be a vector of length batch_size. Received "
                                 f"sequence_length={sequence_length} of shape: {sequence_length.shape}")
            sequence_length = identity(sequence_length, name="sequence_length")
        batch = _batch_size(flat)
        state = _first_state(cell, initial_state, batch, dtype)
        if context.graph is not None and sequence_length is not None:
            given = array.shape(sequence_length)
            check = assert_(reduce_all(equal(given, stack([batch]))), [
                f"Expected shape for Tensor {sequence_length.name} is ", stack([batch]), " but saw shape: ", given])
            with control_dependencies([check]):
                sequence_length = identity(sequence_length, name="CheckSeqLen")
        outputs, state = _loop(cell, inputs, flat, state, sequence_length, dtype, batch)
        return (outputs if time_major else nest.map_structure(_time_first, outputs)), state


def _loop(cell, inputs, flat, state, lengths, dtype, batch):
    shapes = [one.shape.with_rank_at_least(3) for one in flat]
    for one, shape in zip(flat, shapes):
        if not shape[2:].is_fully_defined():
            raise ValueError(f"Input size (depth of inputs) must be accessible via shape inference, but saw value None for input={one}.")
        if shape[0] != shapes[0][0]:
            raise ValueError("Time steps is not the same for all the elements in the input in a batch. Received time "
                             f"steps={shape[0]} for input={one}.")
        if shape[1] != shapes[0][1]:
            raise ValueError(f"Batch_size is not the same for all the elements in the input. Received batch size={shape[1]} for input={one}.")
    steps = array.shape(flat[0])[0]
    zero_output = _zero_outputs(cell, batch, dtype, state)
    eager = context.graph is None

    def packed(values):
        return nest.pack_sequence_as(inputs, values) if nest.is_nested(inputs) else values[0]

    def step(time, values, state):
        if lengths is not None:
            return _step_up_to(time, lengths, zero_output, state, cell, packed(values))
        return cell(packed(values), state)

    if eager:
        columns = []
        for time in range(int(steps)):
            output, state = step(time, [one[time] for one in flat], state)
            columns.append(nest.flatten(output))
        results = [stack(list(column), 0) for column in zip(*columns)]
    else:
        results, state = _graph_loop(cell, flat, shapes, steps, step, state, lengths, dtype)
    return (nest.pack_sequence_as(cell.output_size, results) if nest.is_nested(cell.output_size) else results[0]), state


def _graph_loop(cell, flat, shapes, steps, step, state, lengths, dtype):
    kind, sizes = _state_dtype(dtype, state), _flat_sizes(cell.output_size)
    with name_scope("dynamic_rnn"):
        outputs = tuple(TensorArray(kind, size=steps, element_shape=[shapes[0][1], *_sizes(size)]) for size in sizes)
        arrays = [TensorArray(one.dtype, size=steps, element_shape=one.shape[1:]).unstack(one) for one in flat]
    end = steps if lengths is None else minimum(steps, maximum(1, reduce_max(lengths)))

    def body(time, outputs, state):
        values = [one.read(time) for one in arrays]
        for value, shape in zip(values, shapes):
            value.set_shape(shape[1:])
        output, state = step(time, values, state)
        return time + 1, tuple(one.write(time, value) for one, value in zip(outputs, nest.flatten(output))), state

    _, outputs, state = while_loop(lambda time, *_: less(time, end), body, (constant(0, dtypes.int32, name="time"), outputs, state),
                                   maximum_iterations=steps)
    results = [one.stack() for one in outputs]
    for result, size in zip(results, sizes):
        result.set_shape([*shapes[0].as_list()[:2], *_sizes(size)])
    return results, state


def bidirectional_dynamic_rnn(cell_fw, cell_bw, inputs, sequence_length=None, initial_state_fw=None, initial_state_bw=None, dtype=None,
                              parallel_iterations=None, swap_memory=False, time_major=False, scope=None):
    """Two loops, one of which runs from the end: (their outputs), (their last states)."""
    warn_deprecated("bidirectional_dynamic_rnn", "tensorflow.python.ops.rnn",
                    "Please use `keras.layers.Bidirectional(keras.layers.RNN(cell))`, which is equivalent to this API")
    _check_cell("cell_fw", cell_fw)
    _check_cell("cell_bw", cell_bw)
    time, batch = (0, 1) if time_major else (1, 0)

    def turned(x):
        if sequence_length is not None:
            return reverse_sequence(x, sequence_length, seq_axis=time, batch_axis=batch)
        return reverse(x, axis=[time])
    common = {"sequence_length": sequence_length, "dtype": dtype, "time_major": time_major}
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as own:
            forwards, state_fw = dynamic_rnn(cell_fw, inputs, initial_state=initial_state_fw, scope=own, **common)
        with variable_scope("bw") as own:
            backwards, state_bw = dynamic_rnn(cell_bw, nest.map_structure(turned, inputs), initial_state=initial_state_bw, scope=own, **common)
    return (forwards, turned(backwards)), (state_fw, state_bw)


def _sequence(inputs):
    if not nest.is_nested(inputs):
        raise TypeError(f"Argument `inputs` must be a sequence. Received: {inputs}")
    if not inputs:
        raise ValueError("Argument `inputs` must not be empty.")


def static_rnn(cell, inputs, initial_state=None, dtype=None, sequence_length=None, scope=None):
    """The list of outputs of a cell for a list of inputs, and its last state.

    Raises:
        TypeError: `cell` is none, or `inputs` no sequence.
        ValueError: `inputs` is empty, or neither a state nor a dtype is given.
    """
    warn_deprecated("static_rnn", "tensorflow.python.ops.rnn", "Please use `keras.layers.RNN(cell, unroll=True)`, which is equivalent to this API")
    _check_cell("cell", cell)
    _sequence(inputs)
    outputs = []
    with variable_scope(scope or "rnn") as varscope:
        first = inputs
        while nest.is_nested(first):
            first = first[0]
        batch = first.shape.with_rank_at_least(1)[0]
        if first.shape.rank != 1:
            for one in nest.flatten(inputs):
                for axis, size in enumerate(one.shape.with_rank_at_least(2)[1:].as_list()):
                    if size is None:
                        raise ValueError(f"Input size (dimension {axis} of input {one}) must be accessible via shape inference, but saw value None.")
        batch = batch if batch else array.shape(first)[0]
        state = _first_state(cell, initial_state, batch, dtype)
        if sequence_length is not None:
            lengths = convert_to_tensor(sequence_length, name="sequence_length")
            if lengths.shape.rank not in (None, 1):
                raise ValueError(f"Argument `sequence_length` must be a vector of length {batch}. Received sequence_length={lengths}.")
            zero_output = _zero_outputs(cell, batch, dtype, state)
            lengths = cast(lengths, dtypes.int32)
            shortest, longest = reduce_min(lengths), reduce_max(lengths)
        for time, value in enumerate(inputs):
            if time > 0:
                varscope.reuse_variables()
            if sequence_length is None:
                output, state = cell(value, state)
            else:
                output, state = _step_while_any(time, lengths, shortest, longest, zero_output, state, cell, value)
            outputs.append(output)
    return outputs, state


def _reversed(values, lengths):
    """The sequence from its end; each row up to its length if there are lengths."""
    if lengths is None:
        return list(reversed(values))
    columns = [unstack(reverse_sequence(stack(list(column)), lengths, seq_axis=0, batch_axis=1), num=len(values))
               for column in zip(*map(nest.flatten, values))]
    return [nest.pack_sequence_as(value, list(row)) for value, row in zip(values, zip(*columns))]


def static_bidirectional_rnn(cell_fw, cell_bw, inputs, initial_state_fw=None, initial_state_bw=None, dtype=None, sequence_length=None, scope=None):
    """Two loops, one of which runs from the end: a list of their outputs, side by side, and their last states."""
    warn_deprecated("static_bidirectional_rnn", "tensorflow.python.ops.rnn",
                    "Please use `keras.layers.Bidirectional(keras.layers.RNN(cell, unroll=True))`, which is equivalent to this API")
    _check_cell("cell_fw", cell_fw)
    _check_cell("cell_bw", cell_bw)
    _sequence(inputs)
    with variable_scope(scope or "bidirectional_rnn"):
        with variable_scope("fw") as own:
            forwards, state_fw = static_rnn(cell_fw, inputs, initial_state_fw, dtype, sequence_length, scope=own)
        with variable_scope("bw") as own:
            backwards, state_bw = static_rnn(cell_bw, _reversed(inputs, sequence_length), initial_state_bw, dtype, sequence_length, scope=own)
    pairs = zip(nest.flatten(forwards), nest.flatten(_reversed(backwards, sequence_length)))
    return nest.pack_sequence_as(forwards, [concat([one, other], 1) for one, other in pairs]), state_fw, state_bw


def raw_rnn(cell, loop_fn, parallel_iterations=None, swap_memory=False, scope=None):
    """A loop whose inputs, states, outputs and end ``loop_fn(time, output, state, loop_state)`` decides at each step.

    Returns:
        TensorArrays of what was emitted, the last state, and what `loop_fn` carried along.
    """
    _check_cell("cell", cell)
    if not callable(loop_fn):
        raise TypeError(f"Argument `loop_fn` must be a callable. Received: {loop_fn}.")
    with variable_scope(scope or "rnn"):
        time = constant(0, dtypes.int32)
        finished, value, state, emitted, carried = loop_fn(time, None, None, None)
        loop_state = constant(0, dtypes.int32) if carried is None else carried
        first = nest.flatten(value)[0]
        known = first.shape[0]
        batch = array.shape(first)[0] if known is None else known
        nest.assert_same_structure(state, cell.state_size)
        state = nest.map_structure(convert_to_tensor, state)
        if emitted is None:
            emitted = cell.output_size
            kinds = [(_sizes(size), nest.flatten(state)[0].dtype) for size in _flat_sizes(emitted)]
        else:
            kinds = [(one.shape.as_list() if one.shape.is_fully_defined() else array.shape(one), one.dtype) for one in nest.flatten(emitted)]
        arrays = _packed(emitted, [TensorArray(kind, size=0, dynamic_size=True, element_shape=TensorShape([known]).concatenate(
            None if isinstance(size, Tensor) else size)) for size, kind in kinds])
        nothing = _packed(emitted, [zeros(concat([[batch], size], 0), kind) for size, kind in kinds])

        def body(time, finished, value, arrays, state, loop_state):
            output, new = cell(value, state)
            nest.assert_same_structure(state, new)
            nest.assert_same_structure(cell.output_size, output)
            next_finished, next_value, next_state, emit, next_loop_state = loop_fn(time + 1, output, new, loop_state)
            nest.assert_same_structure(state, next_state)
            nest.assert_same_structure(value, next_value)
            nest.assert_same_structure(arrays, emit)
            emit, next_state = _kept_after(finished, nothing, emit), _kept_after(finished, state, next_state)
            arrays = nest.map_structure(lambda one, item: one.write(time, item), arrays, emit)
            return (time + 1, logical_or(finished, next_finished), next_value, arrays, next_state,
                    loop_state if next_loop_state is None else next_loop_state)
        *_, arrays, state, loop_state = while_loop(lambda time, finished, *_: logical_not(reduce_all(finished)), body,
                                                   [time, finished, value, arrays, state, loop_state])
        return arrays, state, None if carried is None else loop_state


def _packed(structure, values):
    return nest.pack_sequence_as(structure, values) if nest.is_nested(structure) else values[0]


def static_state_saving_rnn(cell, inputs, state_saver, state_name, sequence_length=None, scope=None):
    """`static_rnn` whose first state comes from a saver, which is given the last one. Raises ValueError if the names do not fit the state."""
    warn_deprecated("static_state_saving_rnn", "tensorflow.python.ops.rnn",
                    "Please use `keras.layers.RNN(cell, stateful=True)`, which is equivalent to this API")
    size = cell.state_size
    if nest.is_nested(size) != nest.is_nested(state_name):
        raise ValueError("Argument `state_name` should be the same type as `cell.state_size`. Received: "
                         f"state_name={state_name!s}, cell.state_size={size!s}.")
    names = nest.flatten(state_name)
    if len(names) != len(nest.flatten(size)):
        raise ValueError("Number of elements in argument `state_name` and `cell.state_size` are mismatched. Received "
                         f"state_name={state_name} with {len(names)} elements and cell.state_size={size} with {len(nest.flatten(size))} elements.")
    before = _packed(size, [state_saver.state(name) for name in names])
    outputs, state = static_rnn(cell, inputs, before, sequence_length=sequence_length, scope=scope)
    saved = [state_saver.save_state(name, part) for name, part in zip(names, nest.flatten(state))]
    with control_dependencies(saved):
        outputs[-1] = nest.map_structure(identity, outputs[-1])
        return outputs, nest.map_structure(identity, state)
