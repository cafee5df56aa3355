"""Directives: calls that do nothing when run and tell the converter something where they stand."""

UNSPECIFIED = object()


def set_element_type(entity, dtype, shape=UNSPECIFIED):
    """Tells `Feature.LISTS` the dtype and the shape of a list's elements."""
    del entity, dtype, shape


def set_loop_options(parallel_iterations=UNSPECIFIED, swap_memory=UNSPECIFIED, maximum_iterations=UNSPECIFIED,
                     shape_invariants=UNSPECIFIED):
    """Passes options to the `tf.while_loop` that the enclosing loop becomes; must be the loop's first statement.

    shape_invariants: a list of (variable, `tf.TensorShape`) pairs. No effect on a loop that runs in Python.
    """
    del parallel_iterations, swap_memory, maximum_iterations, shape_invariants
