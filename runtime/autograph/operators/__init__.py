"""What converted functions call, as `ag__.<name>`: the operators that stage on tensors and run Python otherwise."""

from ..options import STANDARD_OPTIONS as STD
from ..options import ConversionOptions, Feature
from .control_flow import for_stmt, if_stmt, while_stmt
from .data_structures import (
    GetItemOpts, ListPopOpts, ListStackOpts, get_item, list_append, list_pop, list_stack, new_list, set_item)
from .exceptions import assert_stmt
from .function_scope import FunctionScope, with_function_scope
from .logical import and_, eq, if_exp, not_, not_eq, or_
from .variables import Undefined, UndefinedReturnValue, ld, ldu

__all__ = [
    "ConversionOptions", "Feature", "FunctionScope", "GetItemOpts", "ListPopOpts", "ListStackOpts", "STD", "Undefined",
    "UndefinedReturnValue", "and_", "assert_stmt", "eq", "for_stmt", "get_item",
    "if_exp", "if_stmt", "ld", "ldu", "list_append", "list_pop", "list_stack", "new_list", "not_", "not_eq", "or_", "set_item",
    "while_stmt", "with_function_scope"]
