"""A limit on the memory that the observed program may take, where the system has one."""
from __future__ import annotations

try:
    import resource
except ImportError:  # not on Windows
    resource = None

_STATUS = "/proc/self/status"


def limit(extra: int | None) -> bool:
    """Let this process take so many bytes more than it has now; whether the system can be told so."""
    if extra is None or resource is None:
        return False
    taken = _taken()
    if taken is None:
        return False
    try:
        resource.setrlimit(resource.RLIMIT_DATA, (taken + extra, resource.getrlimit(resource.RLIMIT_DATA)[1]))
    except (OSError, ValueError):
        return False
    return True


def lift() -> None:
    """Take the limit away again."""
    if resource is not None:
        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        resource.setrlimit(resource.RLIMIT_DATA, (hard, hard))


def _taken() -> int | None:
    """The private writable memory of this process in bytes, which is what RLIMIT_DATA counts on Linux."""
    try:
        with open(_STATUS, encoding="ascii") as file:
            for line in file:
                if line.startswith("VmData:"):
                    return int(line.split()[1]) << 10
    except (OSError, ValueError, IndexError):
        pass
    return None


def ran_out(error: BaseException) -> bool:
    """Whether an exception, or one that it came from, tells that there was no more memory."""
    seen = 0
    while error is not None and seen < 20:
        if isinstance(error, MemoryError) or type(error).__name__ == "ResourceExhaustedError" or "MemoryError" in str(error):
            return True
        error, seen = error.__cause__ or error.__context__, seen + 1
    return False
