"""Restoring from the checkpoints of TensorFlow 1's `Saver`, which know Variables by their names alone."""

from __future__ import annotations

from runtime.core.deprecation import warn_deprecated

_WARNING = (
    "Restoring a name-based tf.train.Saver checkpoint using the object-based restore API. This mode uses global names to match "
    "variables, and so is somewhat fragile. It also adds new restore ops to the graph each time it is called when graph building. "
    "Prefer re-encoding training checkpoints in the object-based format: run save() on the object-based saver (the same one this "
    "message is coming from) and use that checkpoint in the future.")


class NameBasedSaverStatus:
    """What `restore` returns for such a checkpoint."""

    def __init__(self, unrestored):
        self._unrestored = unrestored  # [(object, names of its values)]

    def assert_consumed(self):
        """Raise AssertionError if an object has found no value."""
        if self._unrestored:
            listed = "\n    ".join(f"{item}: {names}" for item, names in self._unrestored)
            raise AssertionError(f"Some objects had attributes which were not restored: \n    {listed}")
        return self

    assert_existing_objects_matched = assert_nontrivial_match = assert_consumed

    def expect_partial(self):
        return self

    def initialize_or_restore(self, session=None):
        """For programs that run either way: values are restored at once here."""

    run_restore_ops = initialize_or_restore


def restore_by_names(reader, objects):
    """Give each Variable among `objects` the value that the checkpoint has under its name; the status.

    Raises:
        ValueError, InvalidArgumentError: a value does not fit its Variable.
    """
    warn_deprecated("NameBasedSaverStatus.__init__", "tensorflow.python.checkpoint.checkpoint", _WARNING)
    unrestored = []
    for item in objects:
        name = getattr(item, "_shared_name", None)
        if name is None or "VARIABLE_VALUE" not in item._serialize_to_tensors_names():
            continue
        if name in reader:
            item._restore_from_tensors({"VARIABLE_VALUE": reader.read_as(name, item._serialize_to_tensors_names()["VARIABLE_VALUE"])})
        else:
            unrestored.append((item, [name]))
    return NameBasedSaverStatus(unrestored)
