"""From a function object to its syntax tree, with the line numbers of the user's file."""

import ast
import inspect
import linecache
import re

from ..errors import InaccessibleSourceCodeError, UnsupportedLanguageElementError

_DEFINITION = re.compile(r"\s*(?:@|(?:async\s+)?def\s)")
_LAMBDA_LINES = 40  # a lambda that spans more lines is looked for in the whole file


def is_lambda(function):
    """Whether `function` was made by a lambda expression (a wrapper may have renamed it)."""
    return function.__name__ == "<lambda>" or function.__code__.co_name == "<lambda>"


def parse_function(function):
    """The FunctionDef, AsyncFunctionDef or Lambda node of a Python function.

    Raises InaccessibleSourceCodeError where there is no source text,
    UnsupportedLanguageElementError where a lambda cannot be told from its neighbours.
    """
    code = function.__code__
    lines = _file_lines(function, code)
    if is_lambda(function):
        return _parse_lambda(function, code, lines)
    try:
        return _parse_definition(code, lines)
    except OSError as e:
        raise _inaccessible(function, e) from None


def _file_lines(function, code):
    filename = code.co_filename
    linecache.checkcache(filename)
    lines = linecache.getlines(filename, function.__globals__)
    if not lines:
        is_dynamic = filename.startswith("<") and filename.endswith(">")
        raise _inaccessible(function, "could not get source code" if is_dynamic else "source code not available")
    return lines


def _inaccessible(function, cause):
    return InaccessibleSourceCodeError(
        f"Unable to locate the source code of {function}. Note that functions defined in certain environments, like "
        "the interactive Python shell, do not expose their source code. If that is the case, you should define them in "
        "a .py source file. If you are certain the code is graph-compatible, wrap the call using "
        f"@tf.autograph.experimental.do_not_convert. Original error: {cause}")


def lines_of(node, function):
    """{line number: text} of an expression in the file of `function`, without what stands before and after it."""
    lines = linecache.getlines(function.__code__.co_filename, function.__globals__)[node.lineno - 1:node.end_lineno]
    # Offsets count bytes.
    lines[-1] = lines[-1].encode()[:node.end_col_offset].decode()
    lines[0] = lines[0].encode()[node.col_offset:].decode()
    return {number: text.strip() for number, text in enumerate(lines, node.lineno)}


def _indentation(line):
    text = line.rpartition("\f")[2]  # Python counts anew after a form feed
    return len(text) - len(text.lstrip())


def _parse_block(lines, first, last):
    """The statements of lines[first:last], at any indentation, or None if they do not parse."""
    indented = _indentation(lines[first]) > 0
    # Blank lines before the text keep the user's line numbers; `if 1:` admits the indentation.
    head = "\n" * (first - 1) + "if 1:\n" if indented and first else "\n" * first
    try:
        body = ast.parse(head + "".join(lines[first:last])).body
    except (SyntaxError, ValueError):
        return None
    return body[0].body if indented and first else body


def _parse_definition(code, lines):
    first = code.co_firstlineno - 1
    if first >= len(lines):
        raise OSError("lineno is out of bounds")
    while first > 0 and not _DEFINITION.match(lines[first]):
        first -= 1
    depth = _indentation(lines[first])
    for last in range(first + 1, len(lines) + 1):
        # The definition ends where the indentation returns, unless that is inside a string or brackets.
        if last < len(lines):
            text = lines[last].strip()
            if not text or text[0] == "#" or _indentation(lines[last]) > depth:
                continue
        body = _parse_block(lines, first, last)
        if body and isinstance(body[0], (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            return body[0]
    raise OSError("could not find the end of the function definition")


def _statements_around(lines, number):
    """The statements that may hold a lambda which starts on line `number` (1-based)."""
    first = number - 1
    if not lines[first].lstrip().startswith("lambda"):
        for last in range(number, min(number + _LAMBDA_LINES, len(lines)) + 1):
            body = _parse_block(lines, first, last)
            if body:
                return body
    body = ast.parse("".join(lines)).body
    return [node for node in body if getattr(node, "lineno", number) <= number]


def _parse_lambda(function, code, lines):
    number = code.co_firstlineno
    if number > len(lines):
        raise _inaccessible(function, "lineno is out of bounds")
    found = [node for statement in _statements_around(lines, number) for node in ast.walk(statement)
             if isinstance(node, ast.Lambda)]
    candidates = [node for node in found if node.lineno <= number <= node.end_lineno]
    if len(candidates) == 1:
        return candidates[0]
    if not candidates:
        texts = "\n".join(ast.unparse(node) for node in found)
        raise UnsupportedLanguageElementError(
            f"could not parse the source code of {function}: no matching AST found among candidates:\n{texts}")
    matches = [node for node in candidates if _has_signature_of(node.args, function)]
    if len(matches) == 1:
        return matches[0]
    texts = "\n".join(f"Match {i}:\n{ast.unparse(node)}\n" for i, node in enumerate(matches))
    raise UnsupportedLanguageElementError(
        f"could not parse the source code of {function}: found multiple definitions with identical signatures at the "
        "location. This error may be avoided by defining each lambda on a single line and with unique argument names. "
        f"The matching definitions were:\n{texts}")


def _has_signature_of(args, function):
    spec = inspect.getfullargspec(function)
    return ([a.arg for a in args.posonlyargs + args.args] == spec.args
            and (args.vararg.arg if args.vararg else None) == spec.varargs
            and (args.kwarg.arg if args.kwarg else None) == spec.varkw
            and [a.arg for a in args.kwonlyargs] == spec.kwonlyargs)
