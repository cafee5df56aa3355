"""Numbers in sentences."""


def times(number: int) -> str:
    """How often, in words."""
    return {0: "never", 1: "once", 2: "twice"}.get(number, f"{number} times")


def count(number: int, noun: str) -> str:
    """A number of things."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
