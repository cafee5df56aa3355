"""The scope that the body of a converted function runs in."""

from runtime.core.scopes import name_scope

from ..options import ControlStatusCtx, Feature, Status
from .variables import UndefinedReturnValue


class FunctionScope:
    """`with FunctionScope(...) as fscope:` around the body; `fscope.callopts` are the options for its calls.

    Feature.NAME_SCOPES names the ops in it after the function. Feature.AUTO_CONTROL_DEPS has no effect: graphs of the
    runtime keep the order of effects anyway.
    """

    __slots__ = ("name", "options", "callopts", "_contexts")

    def __init__(self, function_name, scope_name, options):
        self.name = scope_name
        self.options = options
        self.callopts = options.call_options()
        contexts = ()
        if options.user_requested:
            contexts = (ControlStatusCtx(Status.ENABLED, options),)
        if options.uses(Feature.NAME_SCOPES):
            contexts += (name_scope("fn" + function_name if function_name.startswith("_") else function_name),)
        self._contexts = contexts

    def __enter__(self):
        for context in self._contexts:
            context.__enter__()
        return self

    def __exit__(self, *exc_info):
        for context in reversed(self._contexts):
            context.__exit__(*exc_info)

    def ret(self, value, did_return):
        """The value that the function returns: None if no `return` was reached."""
        del did_return
        return None if isinstance(value, UndefinedReturnValue) else value


def with_function_scope(thunk, scope_name, options):
    """The FunctionScope of a lambda: `thunk(fscope)` gives the value."""
    with FunctionScope("lambda_", scope_name, options) as scope:
        return thunk(scope)
