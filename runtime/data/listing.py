"""The files that `Dataset.list_files` names."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.debugging import Assert
from runtime.ops.array import shape
from runtime.ops.comparison import greater
from runtime.ops.control_flow.control_flow import control_dependencies
from runtime.ops.io.files import matching_files, path_of
from runtime.ops.identity import identity
from runtime.ops.math import add, maximum
from runtime.ops.strings.string import reduce_join


def files_that_match(file_pattern):
    """The names of the files that match a pattern or any of several, as a vector.

    Raises:
        InvalidArgumentError: no file matches.
    """
    pattern = convert_to_tensor(path_of(file_pattern) if hasattr(file_pattern, "__fspath__") else file_pattern, dtypes.string,
                                name="file_pattern")
    files = matching_files(pattern)
    condition = greater(shape(files)[0], 0, name="match_not_empty")
    message = add("No files matched pattern: ", reduce_join(pattern, separator=", "), name="message")
    with control_dependencies([Assert(condition, [message], summarize=1, name="assert_not_empty")]):
        return identity(files)


def count_of(files):
    """How many there are, at least 1."""
    return maximum(shape(files, out_type=dtypes.int64)[0], 1)
