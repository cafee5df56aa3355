"""`Function`: what ``tf.function`` makes: a Python callable that runs as a graph, one trace for each kind of arguments."""

from __future__ import annotations

import copy
import inspect
import threading
import types
import weakref

from runtime.core import hooks
from runtime.core.context import context
from runtime.core.deprecation import warn_deprecated
from runtime.core.tensor import EagerTensor
from runtime.core.trackable import Trackable
from runtime.function import created_variables
from runtime.function.concrete import ConcreteFunction
from runtime.function.function_spec import FunctionSpec
from runtime.function.function_type import FunctionType, bind, cast, monomorphic, with_signature
from runtime.function.retracing import DETECTOR
from runtime.function.trace_type import PlaceholderContext, TracingContext
from runtime.function.tracing import new_graph, trace

_SCALARS = frozenset({int, float, bool, str, bytes, type(None)})


class _Settings:
    run_functions_eagerly = False


settings = _Settings()


class TraceCache:
    """The traces of one function by their types; a call may be served by a wider type."""

    def __init__(self):
        self._traces = {}
        self._dispatch = {}

    def __len__(self):
        return len(self._traces)

    def __iter__(self):
        return iter(self._traces.values())

    def lookup(self, requested):
        """The trace for the type `requested`: its own, or the most specific wider one, or None."""
        exact = self._traces.get(requested)
        if exact is not None:
            return exact
        if requested in self._dispatch:
            return self._traces[self._dispatch[requested]]
        best = None
        for known in self._traces:
            if known.is_supertype_of(requested) and (best is None or best.is_supertype_of(known)):
                best = known
        if best is None:
            return None
        self._dispatch[requested] = best
        return self._traces[best]

    def add(self, function_type, concrete):
        self._traces[function_type] = concrete
        self._dispatch.clear()

    def generalise(self, requested):
        """`requested` widened to cover the types that it has a common supertype with."""
        for known in self._traces:
            requested = requested.most_specific_common_supertype([known]) or requested
        return requested


class Function(Trackable):
    """A function that is traced once for each kind of arguments and then runs as a graph.

    Args:
        python_function: what to trace.
        name: name of the graphs.
        input_signature: sequence of specs: one trace for all calls, arguments are converted.
        autograph: whether Python control flow on tensors becomes graph control flow.
        reduce_retracing: widen shapes where a second trace would differ in them only.
    """

    def __init__(self, python_function, name, input_signature=None, autograph=True, experimental_autograph_options=None,
                 reduce_retracing=False, jit_compile=None, instance=None, **_):
        self._python_function = python_function
        self._instance = None if instance is None else weakref.ref(instance)
        self._name = name
        self._autograph = autograph
        self._autograph_options = experimental_autograph_options
        self._reduce_retracing = reduce_retracing
        self._jit_compile = jit_compile
        self._input_signature = input_signature
        self._lock = threading.RLock()
        self._descriptor_cache = weakref.WeakKeyDictionary()
        self._cache = TraceCache()
        self._fast = {}
        self._creating = []  # the first trace, if it created Variables: no later call may use it
        self._late = created_variables.Creation()
        self._created = None  # None before the first trace; then the variables that it created (weak references)
        signature_of = python_function if instance is None else types.MethodType(python_function, instance)
        self._function_type, self._defaults = FunctionType.from_callable(signature_of)
        if input_signature is not None:
            self._function_type = with_signature(self._function_type, self._defaults, input_signature)
        self._history = DETECTOR.history(_code_of(python_function) or self)
        for attribute in ("__doc__", "__module__", "__name__", "__qualname__", "__wrapped__"):
            value = python_function if attribute == "__wrapped__" else getattr(python_function, attribute, None)
            if value is not None or attribute == "__doc__":
                setattr(self, attribute, value or "")
        if instance is not None:
            self.__signature__ = inspect.signature(signature_of)

    # -- calling ---------------------------------------------------------------------------------------------------
    def __call__(self, *args, **kwargs):
        if settings.run_functions_eagerly:
            return self._run_eagerly(args, kwargs)
        if context.graph is None and not kwargs:
            key = []
            for value in args:
                kind = type(value)
                if kind is EagerTensor:
                    key.append(value.dtype)
                    key.append(value._value.shape)
                elif kind in _SCALARS:
                    key.append(value)
                else:
                    key = None
                    break
            if key is not None:
                key = tuple(key)
                hit = self._fast.get(key)
                if hit is not None:
                    concrete, positions = hit
                    result = concrete.call_flat([args[i] for i in positions])
                    self._history.called_without_tracing()
                    return result
                return self._counted_call(args, kwargs, key)
        return self._counted_call(args, kwargs, None)

    def _run_eagerly(self, args, kwargs):
        if self._instance is not None:
            args = (self._instance(), *args)
        return self._python_function(*args, **kwargs)

    def _counted_call(self, args, kwargs, fast_key):
        before = self.experimental_get_tracing_count()
        result = self._call(args, kwargs, fast_key)
        if context.graph is None:
            if self.experimental_get_tracing_count() == before:
                self._history.called_without_tracing()
            else:
                self._history.called_with_tracing(self._described())
        return result

    def _call(self, args, kwargs, fast_key=None):
        arguments = self._bind(args, kwargs)
        with self._lock:
            if self._created is None:
                first = self._first_trace(arguments, TracingContext())
                if not self._created or self._initialise_now(first):
                    first = None
            else:
                first = None
        concrete, values = self._concrete_for(arguments, TracingContext())
        if first is not None:
            concrete = first[1]
        tensors = concrete.function_type.unpack_inputs(values)
        if fast_key is not None and first is None and self._input_signature is None:
            positions = [i for i, value in enumerate(args) if type(value) is EagerTensor]
            if len(positions) == len(tensors) and all(args[i] is t for i, t in zip(positions, tensors)):
                self._fast[fast_key] = concrete, positions
        result = concrete.call_flat(tensors)
        if self._late.variables and not self._created:
            self._created = self._late.variables
            raise ValueError("Creating variables on a non-first call to a function decorated with tf.function.")
        return result

    def _bind(self, args, kwargs):
        arguments = bind(args, kwargs, self._function_type, self._defaults)
        if self._input_signature is not None:
            arguments = cast(arguments, self._function_type, args, kwargs)
        return arguments

    def _concrete_for(self, arguments, tracing_context):
        """(trace for the arguments, the arguments by the names of its parameters)."""
        requested, values = monomorphic(arguments, self._function_type, tracing_context)
        concrete = self._cache.lookup(requested)
        if concrete is None:
            with self._lock:
                concrete = self._cache.lookup(requested)
                if concrete is None:
                    concrete = self._trace(self._widened(requested), self._later_variable)
                    self._fast.clear()
        return concrete, values

    def _widened(self, requested):
        if self._reduce_retracing and self._input_signature is None:
            return self._cache.generalise(requested)
        return requested

    # -- tracing ---------------------------------------------------------------------------------------------------
    def _first_trace(self, arguments, tracing_context):
        """Trace for the first time, when Variables may be created. (function type, trace); cached if it created none."""
        requested, _ = monomorphic(arguments, self._function_type, tracing_context)
        created = created_variables.Creation()
        concrete = self._trace(requested, created.create, keep=False)
        self._created = created.variables
        if created.variables:
            self._creating.append(concrete)
        else:
            self._cache.add(requested, concrete)
        return created, concrete

    def _initialise_now(self, first):
        """Give the created Variables their values, unless these depend on the arguments of the call."""
        return first[0].initialise()

    def _later_variable(self, **kwargs):
        """What ``tf.Variable`` does after the first call: if that one created none, the trace goes on and the call fails."""
        if not self._created:
            return self._late.create(**kwargs)
        raise ValueError(created_variables.CREATED_LATER)

    def _trace(self, function_type, variable_policy, keep=True):
        graph = new_graph(self._name)
        arguments = function_type.placeholders(graph)
        function, bound = self._target()
        args = (*bound, *arguments.args)
        trace(function, args, arguments.kwargs, graph, variable_policy, self._python_function)
        concrete = ConcreteFunction(graph, function_type)
        if keep:
            self._cache.add(function_type, concrete)
        return concrete

    def _target(self):
        """(the function to run while tracing, its bound first argument)."""
        function = self._python_function
        bound = () if self._instance is None else (self._instance(),)
        if self._autograph:
            function = hooks.converted_for_tracing(function, self._autograph_options)
        return function, bound

    def get_concrete_function(self, *args, **kwargs):
        """The trace for these arguments, tensors or specs for tensors; it is made if there is none yet.

        Raises:
            ValueError: Variables are created that cannot be initialised without the arguments' values.
        """
        if self._input_signature is not None and not args and not kwargs:
            arguments = {p.name: p.type_constraint for p in self._function_type.parameters.values()
                         if p.type_constraint is not None}
            arguments = {name: kind.placeholder_value(PlaceholderContext(None)) for name, kind in arguments.items()}
        else:
            arguments = self._bind(args, kwargs)
        with self._lock:
            if self._created is None:
                first = self._first_trace(arguments, TracingContext(is_legacy_signature=True))
                if self._created and not self._initialise_now(first):
                    raise ValueError(created_variables.INITIALISED_BY_ARGUMENTS)
        return self._concrete_for(arguments, TracingContext(is_legacy_signature=True))[0]

    # -- looking ---------------------------------------------------------------------------------------------------
    def experimental_get_tracing_count(self):
        """How many traces there are."""
        return len(self._creating) + len(self._cache)

    def _list_all_concrete_functions(self):
        return [*self._creating, *self._cache]

    # -- saving ------------------------------------------------------------------------------------------------------
    def traces_to_save(self):
        """The traces that a SavedModel of this function holds: one for each kind of arguments, traced with named specs."""
        if self._input_signature is not None:
            return [self.get_concrete_function()]
        signatures = []
        for concrete in self._list_all_concrete_functions():
            if concrete.structured_input_signature not in signatures:
                signatures.append(concrete.structured_input_signature)
        return [self.get_concrete_function(*args, **kwargs) for args, kwargs in signatures]

    def saved_spec(self):
        """(FunctionType without trace types, defaults by name)."""
        return FunctionType.from_callable(self.python_function)

    def pretty_printed_concrete_signatures(self, verbose=True):
        return ("\n\n" if verbose else "\n").join(concrete.pretty_printed_signature(verbose) for concrete in self._list_all_concrete_functions())

    def _described(self):
        return self._python_function

    @property
    def python_function(self):
        """The Python function, bound to its instance if it is a method."""
        if self._instance is not None:
            return types.MethodType(self._python_function, self._instance())
        return self._python_function

    @property
    def function_type(self):
        return self._function_type

    @property
    def function_spec(self):
        return FunctionSpec(self._function_type, self._defaults, self._python_function, self._input_signature, self._jit_compile)

    @property
    def input_signature(self):
        return None if self._input_signature is None else tuple(self._input_signature)

    @property
    def name(self):
        return self._name

    def get_initialization_function(self, *args, **kwargs):
        """A function that sets the Variables that a first trace creates to their initial values."""
        with self._lock:
            if self._created is not None:
                raise RuntimeError("get_initialization_function cannot be called after the function has been used")
            arguments = self._bind(args, kwargs)
            first = self._first_trace(arguments, TracingContext(is_legacy_signature=True))
        return function(lambda: first[0].initialise(again=True) and None, autograph=False)

    # -- methods ---------------------------------------------------------------------------------------------------
    def __get__(self, instance, owner=None):
        """As a method: a Function of its own for each instance, which it does not keep alive."""
        if instance is None:
            return self
        if isinstance(self._python_function, staticmethod):
            raise TypeError("cannot create weak reference to 'staticmethod' object")
        bound = self._descriptor_cache.get(instance)
        if bound is None:
            bound = self._descriptor_cache[instance] = Function(
                self._python_function, self._name, self._input_signature, self._autograph, self._autograph_options,
                self._reduce_retracing, self._jit_compile, instance)
        return bound

    def __deepcopy__(self, memo):
        instance = None if self._instance is None else copy.deepcopy(self._instance(), memo)
        memo[id(self)] = made = Function(
            copy.deepcopy(self._python_function, memo), self._name, self._input_signature, self._autograph,
            self._autograph_options, self._reduce_retracing, self._jit_compile, instance)
        return made

    def _decorate(self, decorator):
        self._python_function = decorator(self._python_function)


def _code_of(function):
    """The code of what `function` wraps, by which calls and traces are counted together."""
    while hasattr(function, "__wrapped__"):
        function = function.__wrapped__
    return getattr(getattr(function, "__func__", function), "__code__", None)


def function(func=None, input_signature=None, autograph=True, jit_compile=None, reduce_retracing=False,
             experimental_implements=None, experimental_autograph_options=None, experimental_attributes=None,
             experimental_relax_shapes=None, experimental_compile=None, experimental_follow_type_hints=None):
    """``tf.function``: make `func` run as a graph, or, without `func`, a decorator that does.

    Args:
        func: a callable.
        input_signature: nested sequence of `tf.TensorSpec`: one trace, whose arguments are converted to it.
        autograph: convert Python control flow that depends on tensors.
        reduce_retracing: generalise shapes instead of tracing anew (also ``experimental_relax_shapes``).
        jit_compile, experimental_*: accepted for compatibility; they change nothing that a program can see here.

    Raises:
        TypeError: `input_signature` is not a sequence of specs that fits the parameters.
    """
    if jit_compile is None:
        jit_compile = experimental_compile
    if experimental_relax_shapes is not None:
        warn_deprecated("calling function", "tensorflow.python.eager.polymorphic_function.polymorphic_function",
                        "experimental_relax_shapes is deprecated, use reduce_retracing instead",
                        "experimental_relax_shapes")
        reduce_retracing = experimental_relax_shapes

    def decorated(target):
        name = getattr(target, "__name__", None) or type(target).__name__
        made = Function(target, name, input_signature, autograph, experimental_autograph_options, reduce_retracing,
                        jit_compile)
        return made

    return decorated if func is None else decorated(func)


def run_functions_eagerly(run_eagerly):
    """``tf.config.run_functions_eagerly``: call the Python functions themselves instead of graphs."""
    settings.run_functions_eagerly = bool(run_eagerly)


def functions_run_eagerly():
    return settings.run_functions_eagerly

