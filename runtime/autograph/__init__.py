"""`tf.autograph`: Python control flow that depends on tensors becomes graph control flow.

`calls` decides what is converted, `converter` makes the converted function, `operators` is what that calls when it runs.
All of it is imported on first use only.
"""
from runtime.core.absent import absent_from

_LAZY = {
    "to_code": "calls", "to_graph": "calls", "convert_for_tracing": "calls", "tf_convert": "calls", "convert": "calls",
    "do_not_convert": "calls", "converted_call": "calls", "autograph_artifact": "calls",
    "is_autograph_artifact": "calls", "set_verbosity": "verbosity", "trace": "verbosity", "control_status_ctx": "options"}

__all__ = ["experimental", "set_verbosity", "to_code", "to_graph", "trace"]


def __getattr__(name):
    import importlib
    if name == "experimental":
        return importlib.import_module(__name__ + ".experimental")
    home = _LAZY.get(name)
    if home is None:
        return absent_from("tf.autograph")(name)
    value = getattr(importlib.import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value
