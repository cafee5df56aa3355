"""`graphlint confirm`: runs a program eagerly and as a graph, and shows what each finding does."""
from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence

from graphlint import columns
from graphlint.cli.options import DIFFERENT, UNUSABLE, add_backend, add_linting, lint_options, unreadable
from graphlint.cli.progress import progress


def add(commands: argparse._SubParsersAction) -> None:
    """Declare the subcommand."""
    parser = commands.add_parser(
        "confirm", help="run a program eagerly and as a graph, and show what each finding does",
        description="Lint a script, run it eagerly and as a graph in two processes, and show for each finding whether"
                    " the difference was observed and what it was. The script is run up to three times; its standard"
                    " input is empty and what it prints is compared, not shown.",
        epilog="Exit status: 0 no difference but accepted ones, 1 a difference was observed, 2 the program could not be"
               " run, or not to its end, and no difference was seen.")
    parser.add_argument("script", nargs="?", metavar="SCRIPT", help="the program to run")
    parser.add_argument("arguments", nargs=argparse.REMAINDER, metavar="ARG", help="its arguments")
    parser.add_argument("-m", dest="module", nargs=argparse.REMAINDER, metavar="MODULE",
                        help="run a module as `python -m` does; what follows are its arguments")
    parser.add_argument("--pytest", nargs=argparse.REMAINDER, metavar="ARG",
                        help="run tests: what follows are pytest's arguments")
    parser.add_argument("--rules", action="store_true", help="run the examples of every rule instead of a script")
    parser.add_argument("--observe", choices=("runs", "calls"),
                        help="compare whole runs in processes of their own, or each call from the same state in one"
                             " (default: runs; calls for tests)")
    parser.add_argument("--format", choices=("text", "json", "sarif", "html"), default="text",
                        help="of the output (default: text)")
    parser.add_argument("--output", metavar="FILE", help="write to a file, in one step, instead of standard output")
    add_backend(parser)
    add_linting(parser)
    parser.set_defaults(run=run, parser=parser)


def split(parser: argparse.ArgumentParser, words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The words for the parser, up to the name of the program, and those that are the program's own."""
    known = parser._option_string_actions
    skip = False
    for index, word in enumerate(words):
        name, has_value, _ = word.partition("=")
        if skip:
            skip = False
        elif word == "--":
            return words[:index + 2], words[index + 2:]
        elif not word.startswith("-") or word == "-":
            return words[:index + 1], words[index + 1:]
        elif name not in known and name[:2] in known:  # -mMODULE
            return words[:index + 1], words[index + 1:]
        else:
            meant = [name] if name in known else [option for option in known if option.startswith(name)]
            action = known[meant[0]] if len(meant) == 1 else None
            if action is not None and action.nargs == argparse.REMAINDER:
                end = index + 1 + (action.dest == "module")
                return words[:end], words[end:]
            skip = action is not None and action.nargs is None and not has_value
    return words, []


def hand_on(options: argparse.Namespace, words: Sequence[str]) -> None:
    """Give the program its own words, and say so where some look as if they were meant for graphlint."""
    kind = "module" if options.module is not None else "pytest" if options.pytest is not None else "script"
    {"module": options.module, "pytest": options.pytest, "script": options.arguments}[kind].extend(
        words[1:] if words[:1] == ["--"] else words)
    own = words[:words.index("--")] if "--" in words else words
    known = options.parser._option_string_actions
    names = [name for name in dict.fromkeys(word.partition("=")[0] for word in own)
             if name.startswith("--") and name != "--help" and name in known]
    if names:
        what = {"module": "the module", "pytest": "--pytest", "script": "the script"}[kind]
        print(f"graphlint confirm: {', '.join(names)} after {what} {'is' if len(names) == 1 else 'are'} given to"
              f" {kind if kind == 'pytest' else 'it'}; options of graphlint stand before {what}"
              f" (write -- after {what} to leave this note out)", file=sys.stderr)


def run(options: argparse.Namespace) -> int:
    """Run it; the result is the exit status."""
    from graphlint.confirm import backends, confirmation

    backend = options.backend or backends.default()
    named = [name for name, value in (("a script", options.script), ("-m", options.module is not None),
                                      ("--pytest", options.pytest is not None), ("--rules", options.rules)) if value]
    if len(named) != 1:
        options.parser.error(f"{' and '.join(named)} exclude each other" if named else
                             "name a script, -m MODULE, --pytest or --rules")
    if options.rules:
        if options.format in ("sarif", "html") or options.output:
            options.parser.error("--rules shows a table, or JSON, on standard output")
        return _confirm_rules(options, backend)
    try:
        program = _program(options, backend)
        progress("linting")
        result = confirmation.confirm(program, confirmation.lint_program(program, lint_options(options)), progress)
    except confirmation.Unusable as error:
        print(f"graphlint confirm: {error}", file=sys.stderr)
        return UNUSABLE
    finally:
        progress("")
    text = _formatted(result, options.format, options.output)
    return result.status if _write(text, options.format, options.output) else UNUSABLE


def _formatted(result, form, path):
    from graphlint.confirm.shown import page, report, sarif

    if form in ("json", "sarif"):
        return json.dumps((report if form == "json" else sarif).data(result), indent=2) + "\n"
    if form == "html":
        return page.text(result)
    return report.text(result, columns.terminal() if path is None else columns.WIDTH)


def _write(text, form, path):
    """Write to a file or to standard output; whether that was possible."""
    if path is None:
        # The page says that it is UTF-8: references to characters are right in any encoding.
        print(text.encode("ascii", "xmlcharrefreplace").decode() if form == "html" else text, end="")
        return True
    from graphlint.edits import source
    try:
        source.write(path, text.encode("utf-8", "backslashreplace").decode(), "utf-8")
    except OSError as error:
        print(f"graphlint confirm: cannot write {path}: {error.strerror}", file=sys.stderr)
        return False
    return True


def _program(options, backend):
    from graphlint.confirm import confirmation, project
    from graphlint.confirm.session import Program

    why = unreadable([options.script] if options.script else [])
    if why:
        raise confirmation.Unusable(why)
    common = {"backend": backend, "timeout": options.timeout, "memory": options.memory,
              "pictures": options.format == "html", "observe": options.observe or "runs"}
    if options.pytest is not None:
        return Program("", tuple(options.pytest), **{**common, "observe": options.observe or "calls"}, kind="pytest")
    if options.module is not None:
        if not options.module:
            options.parser.error("-m needs the name of a module")
        module, *arguments = options.module
        path = project.module_file(module, os.getcwd())
        if path is None:
            raise confirmation.Unusable(f"no module named {module}, or none that can be run, from here")
        return Program(path, tuple(arguments), **common, kind="module", module=module)
    return Program(options.script, tuple(options.arguments), **common)


def _confirm_rules(options, backend):
    from graphlint.confirm import confirmation, rules

    results = []
    try:
        for result in rules.confirm_rules(backend, options.timeout, progress):
            results.append(result)
            if options.format == "text":
                progress("")
                if len(results) == 1:
                    print(f"{'rule':36}  {'bad.py':24}  good.py")
                print("{:36}  {:24}  {}".format(*result.row()), flush=True)
    except confirmation.Unusable as error:
        print(f"graphlint confirm: {error}", file=sys.stderr)
        return UNUSABLE
    finally:
        progress("")
    if options.format == "json":
        from graphlint.confirm.shown import report
        print(json.dumps([{"id": result.rule.id, "symbol": result.rule.symbol, "proven": result.proven,
                           "bad": report.data(result.bad), "good": report.data(result.good)} for result in results],
                         indent=2))
    return 0 if all(result.proven for result in results) else DIFFERENT
