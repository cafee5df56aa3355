"""``for element in dataset`` in AutoGraph's functions: `Dataset.reduce` over the loop's variables, as TensorFlow has it."""

from __future__ import annotations

from runtime.core.context import context
from runtime.core.convert import constant
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.data import ops, structure


def for_stmt(dataset, extra_test, body, get_state, set_state, symbol_names, opts):
    """See autograph/operators/control_flow.py."""
    if context.graph is None:
        for element in dataset:
            if extra_test is not None and not extra_test():
                break
            body(element)
        return
    from runtime.autograph.operators.verification import verify_initial, verify_loop
    initial = get_state()
    verify_initial(initial, symbol_names)

    def turn(state, element):
        set_state(state)
        body(element)
        after = get_state()
        verify_loop(initial, state, after, symbol_names, opts, check_shapes=False)  # the state's shapes are widened as need be
        return after

    if extra_test is None:
        if initial:
            set_state(_reduced(dataset, tuple(initial), turn))
        else:
            def effects(state, element):
                body(element)
                return state
            _reduced(dataset, (constant(0),), effects)
        return

    from runtime.ops.control_flow import cond

    def scanned(state, element):
        set_state(state)
        goes_on = extra_test()
        after = cond(goes_on, lambda: turn(state, element), lambda: state)
        return after, (after, goes_on)

    warn_deprecated("take_while", "tensorflow.python.data.experimental.ops.take_while_ops",
                    "Use `tf.data.Dataset.take_while(...)")
    state, func = dataset._stateful(tuple(initial), scanned, "scan", lambda spec: spec[0], convert=False)
    leaves = structure.tensors_of(state)
    states = dataset._with("Scan", ops.SCAN, *leaves, *func.inputs(), spec=func.output_spec[1], f=func.graph, states=len(leaves))
    states = states.take_while(lambda state, goes_on: goes_on)
    set_state(_reduced(states, tuple(initial), lambda _, outputs: outputs[0]))


def _reduced(dataset, initial, function):
    state, func = dataset._stateful(initial, function, "reduce", lambda spec: spec, convert=False)
    leaves, spec = structure.tensors_of(state), func.output_spec
    results = dispatch(ops.REDUCE, (dataset._variant, *leaves, *func.inputs()),
                       {**structure.types_and_shapes(spec), "f": func.graph, "states": len(leaves)})
    return structure.pack(spec, iter(results))
