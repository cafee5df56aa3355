"""What a conversion is asked to do, and whether AutoGraph is on in the running code."""

import enum
import threading

from runtime.core.context import inherited


class Feature(enum.Enum):
    """Optional parts of the conversion (`tf.autograph.experimental.Feature`)."""

    ALL = "ALL"

    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"

    @classmethod
    def all(cls):
        """A tuple of every feature."""
        return tuple(cls.__members__.values())

    @classmethod
    def all_but(cls, exclude):
        """A tuple of every feature but `exclude` (one, or a list, tuple or set) and `ALL`."""
        if not isinstance(exclude, (list, tuple, set)):
            exclude = (exclude,)
        return tuple(set(cls.all()) - set(exclude) - {cls.ALL})


class ConversionOptions:
    """Immutable flags of one conversion; equal flags share converted code.

    recursive: convert the callees too. user_requested: asked for by name, so that the rules of what is
    left alone do not apply; false for callees. internal_convert_user_code: false when callees are called as they are.
    optional_features: None, one `Feature` or an iterable of them.
    """

    __slots__ = ("recursive", "user_requested", "internal_convert_user_code", "optional_features", "_key", "_hash",
                 "_callee")

    def __init__(self, recursive=False, user_requested=False, internal_convert_user_code=True,
                 optional_features=Feature.ALL):
        self.recursive = recursive
        self.user_requested = user_requested
        self.internal_convert_user_code = internal_convert_user_code
        if optional_features is None:
            optional_features = ()
        elif isinstance(optional_features, Feature):
            optional_features = (optional_features,)
        self.optional_features = frozenset(optional_features)
        self._key = self.as_tuple()
        self._hash = hash(self._key)
        self._callee = None

    def as_tuple(self):
        return (self.recursive, self.user_requested, self.internal_convert_user_code, self.optional_features)

    def __hash__(self):
        return self._hash

    def __eq__(self, other):
        return self is other or (isinstance(other, ConversionOptions) and self._key == other._key)

    def __str__(self):
        return "ConversionOptions[{}]"

    def uses(self, feature):
        """Whether `feature` is on."""
        features = self.optional_features
        return bool(features) and (Feature.ALL in features or feature in features)

    def call_options(self):
        """The options for the functions that a function converted with these options calls."""
        if self._callee is None:
            self._callee = ConversionOptions(
                recursive=self.recursive, user_requested=False, internal_convert_user_code=self.recursive,
                optional_features=self.optional_features)
        return self._callee

    def source(self):
        """The expression that makes these options, as converted code spells it."""
        if self == STANDARD_OPTIONS:
            return "ag__.STD"
        # One feature is written bare, as TensorFlow does (its constructor takes both).
        features = ", ".join(sorted(f"ag__.{feature}" for feature in self.optional_features))
        return (f"ag__.ConversionOptions(recursive={self.recursive}, user_requested={self.user_requested}, "
                f"optional_features=({features}), internal_convert_user_code={self.internal_convert_user_code})")


STANDARD_OPTIONS = ConversionOptions(recursive=True, user_requested=False, optional_features=None)


class Status(enum.Enum):
    """Whether the code that is running was asked to be converted."""

    UNSPECIFIED = 0
    ENABLED = 1
    DISABLED = 2


class _Stack(threading.local):
    def __init__(self):
        self.contexts = [ControlStatusCtx(Status.UNSPECIFIED)]


class ControlStatusCtx:
    """A `with` block in which AutoGraph has the given status, in this thread."""

    __slots__ = ("status", "options")

    def __init__(self, status, options=None):
        self.status = status
        self.options = options

    def __enter__(self):
        _stack.contexts.append(self)
        return self

    def __exit__(self, *exc_info):
        assert _stack.contexts[-1] is self
        _stack.contexts.pop()

    def __repr__(self):
        return f"{type(self).__name__}[status={self.status}, options={self.options}]"


_stack = inherited(_Stack())


def control_status_ctx():
    """The innermost `ControlStatusCtx` of this thread."""
    return _stack.contexts[-1]
