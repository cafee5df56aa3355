"""`tf.errors`: the exception classes that TensorFlow's operations raise, and those of tracing."""

from __future__ import annotations


class OpError(Exception):
    """An operation failed. `message` is the text; `node_def` and `op` are None where there is no graph node."""

    error_code = 2
    where = None  # the inner node that failed, where TensorFlow runs several for one operation; "" if it built none

    def __init__(self, node_def=None, op=None, message="", error_code=None, *args):
        super().__init__()  # without arguments: TensorFlow's have none to show either
        self.node_def = node_def
        self.op = op
        self.message = message
        if error_code is not None:
            self.error_code = error_code

    def __str__(self):
        return self.message


def _define(name, code):
    def __init__(self, node_def=None, op=None, message="", *args):
        OpError.__init__(self, node_def, op, message, None, *args)

    return type(name, (OpError,), {"__init__": __init__, "error_code": code, "__module__": __name__,
                                   "__doc__": f"TensorFlow's status code {code}."})


CancelledError = _define("CancelledError", 1)
UnknownError = _define("UnknownError", 2)
InvalidArgumentError = _define("InvalidArgumentError", 3)
DeadlineExceededError = _define("DeadlineExceededError", 4)
NotFoundError = _define("NotFoundError", 5)
AlreadyExistsError = _define("AlreadyExistsError", 6)
PermissionDeniedError = _define("PermissionDeniedError", 7)
ResourceExhaustedError = _define("ResourceExhaustedError", 8)
FailedPreconditionError = _define("FailedPreconditionError", 9)
AbortedError = _define("AbortedError", 10)
OutOfRangeError = _define("OutOfRangeError", 11)
UnimplementedError = _define("UnimplementedError", 12)
InternalError = _define("InternalError", 13)
UnavailableError = _define("UnavailableError", 14)
DataLossError = _define("DataLossError", 15)
UnauthenticatedError = _define("UnauthenticatedError", 16)


def invalid(message: str) -> OpError:
    """What a kernel raises for arguments that it cannot work with; `dispatch` adds where it happened."""
    return InvalidArgumentError(None, None, message)


class OperatorNotAllowedInGraphError(TypeError):
    """Python asked a symbolic tensor for its truth or its elements."""


class InaccessibleTensorError(ValueError):
    """A symbolic tensor was used outside the graph that made it."""


class MissingOpError(NotImplementedError):
    """The runtime does not have an operation that TensorFlow has; the text gives TensorFlow's name of it."""
