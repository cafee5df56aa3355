"""Variables that may be undefined: converted code keeps an object in their place."""


class Undefined:
    """Stands for the value of a variable that has none; its attributes and items are itself."""

    __slots__ = ("symbol_name",)

    def __init__(self, symbol_name):
        self.symbol_name = symbol_name

    def read(self):
        """Raises the UnboundLocalError that Python would have raised."""
        raise UnboundLocalError(f"'{self.symbol_name}' is used before assignment")

    def __repr__(self):
        return self.symbol_name

    def __getattr__(self, name):
        return self

    def __getitem__(self, index):
        return self


class UndefinedReturnValue:
    """Stands for the value of a function that has not returned."""


def ld(v):
    """The value of a variable; UnboundLocalError if it is undefined."""
    if isinstance(v, Undefined):
        return v.read()
    return v


def ldu(load_v, name):
    """What `load_v()` gives, or Undefined where the attribute, the item or the name does not exist."""
    try:
        return load_v()
    except (KeyError, AttributeError, NameError):
        return Undefined(name)


def is_undefined(value):
    """Whether `value` is None or stands for no value."""
    return value is None or isinstance(value, (Undefined, UndefinedReturnValue))
