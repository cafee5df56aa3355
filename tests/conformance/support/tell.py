"""What the programs use to tell about values and errors in one line."""

import numpy as np


def headline(text):
    """The first line (that is not empty) of an error's text; of text with a trace in it, what kind it is and the line that says why.

    "in user code:" has frames before the cause, "Graph execution error:" the place where the node was defined.
    """
    lines = text.split("\n")
    if lines[0] == "in user code:":
        causes = [line for line in lines[1:] if line.startswith("    ") and line[4:5] not in ("", " ")]
        causes = [line.strip() for line in causes if not line.startswith('    File "')]
        return f"in user code: {causes[0] if causes else ''}"
    if lines[0] == "Graph execution error:":
        causes = [line for line in lines[1:] if line and not line.startswith((" ", "\t", "Detected at node"))]
        return f"Graph execution error: {causes[0] if causes else ''}"
    return next((line for line in lines if line.strip()), "")


def fails(function, *args, **kwargs):
    """Calls and prints the class and headline of the exception, or the result if there is none."""
    try:
        result = function(*args, **kwargs)
    except Exception as error:  # the class is what is asked for
        print(f"{type(error).__name__}: {headline(str(error))}")
    else:
        print("no error:", result)


def show(*tensors):
    """Prints dtype, shape and values, floats to five significant digits (libm and Eigen differ in the last one, and in the sign of zero)."""
    for tensor in tensors:
        value = np.asarray(tensor)
        if value.dtype.kind in "fc" or str(value.dtype) == "bfloat16":
            value = value.astype(value.dtype if value.dtype.kind in "fc" else np.float32)
            numbers = [f"{number + 0:.5g}" for number in value.ravel()]
        else:
            numbers = [str(number) for number in value.ravel().tolist()]
        print(getattr(getattr(tensor, "dtype", None), "name", type(tensor).__name__), value.shape, "[" + " ".join(numbers) + "]")


def near(*values):
    """Like show, for what comes out of many steps: floats to three significant digits, those below 1e-5 as zero."""
    for value in values:
        array = np.asarray(value)
        if array.dtype.kind in "fc":
            numbers = [f"{number:.3g}" if abs(number) >= 1e-5 else "0" for number in array.ravel()]
        else:
            numbers = [str(number) for number in array.ravel().tolist()]
        print(array.dtype.name, array.shape, "[" + " ".join(numbers) + "]")


def told(value, roughly=False):
    """Like show, for lists and tuples too; what is no array is printed. Roughly: floats to four decimals, then three digits."""
    if isinstance(value, (list, tuple)):
        print(f"{type(value).__name__} of {len(value)}")
        for item in value:
            told(item, roughly)
    elif hasattr(value, "shape") and hasattr(value, "dtype"):
        array = np.asarray(value)
        if roughly and array.dtype.kind in "fc":
            print(array.dtype.name, array.shape, "[" + " ".join(f"{number + 0:.3g}" for number in np.round(array.ravel(), 4)) + "]")
        else:
            show(value)
    else:
        print(value)
