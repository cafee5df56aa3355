"""`tf.errors`: the exceptions that operations raise."""

from runtime.core.errors import (AbortedError, AlreadyExistsError, CancelledError, DataLossError,  # noqa: F401
                                 DeadlineExceededError, FailedPreconditionError, InternalError, InvalidArgumentError,
                                 NotFoundError, OpError, OperatorNotAllowedInGraphError, OutOfRangeError,
                                 PermissionDeniedError, ResourceExhaustedError, UnauthenticatedError, UnavailableError,
                                 UnimplementedError, UnknownError)

CANCELLED, UNKNOWN, INVALID_ARGUMENT, DEADLINE_EXCEEDED, NOT_FOUND, ALREADY_EXISTS, PERMISSION_DENIED = range(1, 8)
RESOURCE_EXHAUSTED, FAILED_PRECONDITION, ABORTED, OUT_OF_RANGE, UNIMPLEMENTED, INTERNAL, UNAVAILABLE = range(8, 15)
DATA_LOSS, UNAUTHENTICATED, OK = 15, 16, 0
