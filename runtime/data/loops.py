"""``for element in dataset`` in AutoGraph's functions: `Dataset.reduce` over the loop's variables, as TensorFlow has it."""

from __future__ import annotations

from runtime.core.context import context
from runtime.core.convert import constant
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.data import ops, structure
from runtime.ops.control_flow.tensor_array import TensorArray
from runtime.autograph.operators.verification import verify_initial, verify_loop
from runtime.ops.control_flow.control_flow import cond


def for_stmt(dataset, extra_test, body, get_state, set_state, symbol_names, opts):
    """See autograph/operators/control_flow.py."""
    if context.graph is None:
        for element in dataset:
            if extra_test is not None and not extra_test():
                break
            body(element)
        return
    initial = latest = tuple(get_state())
    verify_initial(initial, symbol_names)

    def turn(flows, element):
        nonlocal latest
        state = _with_arrays(flows, initial)
        set_state(state)
        body(element)
        latest = tuple(get_state())
        verify_loop(initial, state, latest, symbol_names, opts, check_shapes=False)  # the state's shapes are widened as need be
        return _as_flows(latest)

    if extra_test is None:
        if initial:
            flows = _reduced(dataset, _as_flows(initial), turn)
            set_state(_with_arrays(flows, latest))
        else:
            def effects(state, element):
                body(element)
                return state
            _reduced(dataset, (constant(0),), effects)
        return


    def scanned(state, element):
        set_state(_with_arrays(state, initial))
        goes_on = extra_test()
        after = cond(goes_on, lambda: turn(state, element), lambda: state)
        return after, (after, goes_on)

    warn_deprecated("take_while", "tensorflow.python.data.experimental.ops.take_while_ops",
                    "Use `tf.data.Dataset.take_while(...)")
    state, func = dataset._stateful(_as_flows(initial), scanned, "scan", lambda spec: spec[0], convert=False)
    leaves = structure.tensors_of(state)
    states = dataset._with("Scan", ops.SCAN, *leaves, *func.inputs(), spec=func.output_spec[1], f=func.graph, states=len(leaves))
    states = states.take_while(lambda state, goes_on: goes_on)
    flows = _reduced(states, _as_flows(initial), lambda _, outputs: outputs[0])
    set_state(_with_arrays(flows, latest))


def _as_flows(state):
    """The loop's variables, with the tensors that TensorArrays flow through in their places."""
    return structure.map_leaves(lambda leaf: leaf._components()[0] if isinstance(leaf, TensorArray) else leaf, state)


def _with_arrays(flows, like):
    """The loop's variables, with TensorArrays where `like` has some."""
    known = iter(structure.flatten(like))

    def leaf(flow):
        array = next(known)
        return array._from_components([flow]) if isinstance(array, TensorArray) else flow
    return structure.map_leaves(leaf, flows)


def _reduced(dataset, initial, function):
    state, func = dataset._stateful(initial, function, "reduce", lambda spec: spec, convert=False)
    leaves, spec = structure.tensors_of(state), func.output_spec
    results = dispatch(ops.REDUCE, (dataset._variant, *leaves, *func.inputs()),
                       {**structure.types_and_shapes(spec), "f": func.graph, "states": len(leaves)})
    return structure.pack(spec, iter(results))
