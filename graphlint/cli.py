"""The `graphlint` command."""
from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Sequence

DIFFERENT, UNUSABLE = 1, 2
_ticker: threading.Event | None = None  # set when the step that is shown is over


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the result is the exit status."""
    parser, commands = _parser()
    first = next(iter(sys.argv[1:] if arguments is None else arguments), "")
    if first.endswith(".py") or first not in commands and os.path.isdir(first):
        parser.error(f"no command: `pylint --load-plugins graphlint {first}` lints it, `graphlint confirm {first}` runs it")
    options = parser.parse_args(arguments)
    try:
        return options.run(options)
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader, such as `head`, has enough
        sys.stderr.close()
        return 0


def _parser():
    parser = argparse.ArgumentParser(
        prog="graphlint", description="Finds what tf.function freezes, loses or rebuilds, and proves it.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    confirm = commands.add_parser(
        "confirm", help="run a program eagerly and as a graph, and show what each finding does",
        description="Lint a script, run it eagerly and as a graph in two processes, and show for each finding whether"
                    " the difference was observed and what it was. The script is run up to three times; its standard"
                    " input is empty and what it prints is compared, not shown.",
        epilog="Exit status: 0 no difference, 1 a difference was observed, 2 the program could not be run, or not to"
               " its end, and no difference was seen.")
    confirm.add_argument("script", nargs="?", metavar="SCRIPT", help="the program to run")
    confirm.add_argument("arguments", nargs=argparse.REMAINDER, metavar="ARG", help="its arguments")
    confirm.add_argument("-m", dest="module", nargs=argparse.REMAINDER, metavar="MODULE",
                         help="run a module as `python -m` does; what follows are its arguments")
    confirm.add_argument("--pytest", nargs=argparse.REMAINDER, metavar="ARG",
                         help="run tests: what follows are pytest's arguments")
    confirm.add_argument("--rules", action="store_true", help="run the examples of every rule instead of a script")
    confirm.add_argument("--observe", choices=("runs", "calls"),
                         help="compare whole runs in processes of their own, or each call from the same state in one"
                              " (default: runs; calls for tests)")
    confirm.add_argument("--format", choices=("text", "json", "sarif", "html"), default="text",
                         help="of the output (default: text)")
    confirm.add_argument("--output", metavar="FILE", help="write to a file, in one step, instead of standard output")
    _add_backend(confirm)
    confirm.set_defaults(run=_confirm, parser=confirm)

    fix = commands.add_parser(
        "fix", help="show or make the edits that mend findings",
        description="Make the edits that the rules offer. Safe ones change nothing but what is found; the others may"
                    " change a dtype, and are made where a run of the program shows that they hold.",
        epilog="Exit status: 0 nothing left to do, 1 edits were shown and not written, or did not hold, 2 a file could"
               " not be read, written or run.")
    fix.add_argument("paths", nargs="+", metavar="FILE",
                     help="files and folders; with --verify, a program, and after -- its arguments")
    how = fix.add_mutually_exclusive_group()
    how.add_argument("--diff", action="store_true", help="show the edits as a unified diff (the default)")
    how.add_argument("--write", action="store_true", help="make them: each file is replaced in one step")
    fix.add_argument("--unsafe", action="store_true", help="also those that may change more, such as a dtype")
    fix.add_argument("--verify", action="store_true",
                     help="run the program before and after, and keep the edits that mend what they should and no more")
    _add_backend(fix)
    fix.set_defaults(run=_fix, parser=fix)

    rules = commands.add_parser("rules", help="list the rules")
    rules.set_defaults(run=_rules)

    explain = commands.add_parser("explain", help="show the page of a rule, and run its example both ways")
    explain.add_argument("rule", metavar="SYMBOL", help="its symbol or id, such as print-in-graph or W7303")
    explain.add_argument("--no-run", action="store_true", help="do not run its example")
    explain.add_argument("--backend", choices=("runtime", "tensorflow"), default="runtime",
                         help="what the example is run on (default: runtime)")
    explain.set_defaults(run=_explain)
    return parser, commands.choices


def _add_backend(parser):
    parser.add_argument("--backend", choices=("runtime", "tensorflow"),
                        help="what serves `import tensorflow` (default: tensorflow where it is installed)")
    parser.add_argument("--timeout", type=_seconds, default=60.0, metavar="SECONDS",
                        help="stop a run after so long (default: 60)")
    parser.add_argument("--memory", type=_megabytes, metavar="MB",
                        help="let a run take so much more memory than it starts with (default: no limit)")
    parser.add_argument("--graph-decorators", metavar="NAMES",
                        help="dotted names of your own wrappers of tf.function, separated by commas")


def _lint_options(options):
    return [f"--graph-decorators={options.graph_decorators}"] if options.graph_decorators else []


def _megabytes(text):
    megabytes = int(text)
    if not 0 < megabytes < 1 << 30:
        raise argparse.ArgumentTypeError(f"{text} is not a number of megabytes")
    return megabytes << 20


def _seconds(text):
    seconds = float(text)
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds")
    return seconds


def _confirm(options) -> int:
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
        _progress("linting")
        result = confirmation.confirm(program, confirmation.lint_program(program, _lint_options(options)), _progress)
    except confirmation.Unusable as error:
        print(f"graphlint confirm: {error}", file=sys.stderr)
        return UNUSABLE
    finally:
        _progress("")
    return result.status if _write(_formatted(result, options.format), options.output) else UNUSABLE


def _formatted(result, form):
    from graphlint.confirm import page, report, sarif

    if form in ("json", "sarif"):
        return json.dumps((report if form == "json" else sarif).data(result), indent=2) + "\n"
    return (page if form == "html" else report).text(result)


def _write(text, path):
    """Write to a file or to standard output; whether that was possible."""
    if path is None:
        print(text, end="")
        return True
    from graphlint.fixes import source
    try:
        source.write(path, text, "utf-8")
    except OSError as error:
        print(f"graphlint confirm: cannot write {path}: {error.strerror}", file=sys.stderr)
        return False
    return True


def _program(options, backend):
    from graphlint.confirm import confirmation, project
    from graphlint.confirm.session import Program

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
    arguments = options.arguments[1:] if options.arguments[:1] == ["--"] else options.arguments
    return Program(options.script, tuple(arguments), **common)


def _confirm_rules(options, backend):
    from graphlint.confirm import confirmation, rules

    results = []
    try:
        for result in rules.confirm_rules(backend, options.timeout, _progress):
            results.append(result)
            if options.format == "text":
                _progress("")
                if len(results) == 1:
                    print(f"{'rule':36}  {'bad.py':24}  good.py")
                print("{:36}  {:24}  {}".format(*result.row()), flush=True)
    except confirmation.Unusable as error:
        print(f"graphlint confirm: {error}", file=sys.stderr)
        return UNUSABLE
    finally:
        _progress("")
    if options.format == "json":
        from graphlint.confirm import report
        print(json.dumps([{"id": result.rule.id, "symbol": result.rule.symbol, "proven": result.proven,
                           "bad": report.data(result.bad), "good": report.data(result.good)} for result in results],
                         indent=2))
    return 0 if all(result.proven for result in results) else DIFFERENT


def _fix(options) -> int:
    from graphlint.findings import lint
    from graphlint.fixes import command

    if options.verify:
        return _fix_verified(options)
    try:
        _progress("linting")
        report = lint(options.paths, _lint_options(options), fixes=True)
        _progress("")
        return command.fix_files(report, options.unsafe, options.write)
    except (OSError, UnicodeEncodeError) as error:
        print(f"graphlint fix: {error}", file=sys.stderr)
        return UNUSABLE
    finally:
        _progress("")


def _fix_verified(options) -> int:
    from graphlint.confirm import backends, confirmation
    from graphlint.confirm.session import Program
    from graphlint.fixes import command, verify

    script, *arguments = options.paths
    program = Program(script, tuple(arguments), options.backend or backends.default(), options.timeout,
                      memory=options.memory)
    try:
        _progress("linting")
        report = confirmation.lint_program(program, _lint_options(options), fixes=True)
        outcomes = verify.verify(program, report, _lint_options(options), _progress)
        _progress("")
        return command.fix_verified(outcomes, options.write)
    except (confirmation.Unusable, OSError, UnicodeEncodeError) as error:
        print(f"graphlint fix: {error}", file=sys.stderr)
        return UNUSABLE
    finally:
        _progress("")


def _rules(_options) -> int:
    from graphlint.rules import RULES

    for rule in RULES:
        print(f"{rule.id}  {rule.symbol:28}  {rule.description}")
    return 0


def _explain(options) -> int:
    from graphlint.docs import page
    from graphlint.rules import RULES

    for rule in RULES:
        if options.rule in (rule.symbol, rule.id):
            print(page(rule).rstrip())
            return 0 if options.no_run else _run_example(rule, options.backend)
    print(f"graphlint explain: no rule {options.rule}; `graphlint rules` lists them", file=sys.stderr)
    return UNUSABLE


def _run_example(rule, backend):
    from graphlint.confirm import confirmation, live
    from graphlint.confirm.session import Program

    program = Program(str(rule.bad), (), backend)
    try:
        result = confirmation.confirm(program, confirmation.lint_program(program), _progress)
    except confirmation.Unusable as error:
        print(f"graphlint explain: {error}", file=sys.stderr)
        return UNUSABLE
    finally:
        _progress("")
    print(f"\n## Run\n\nbad.py on {backend} {result.eager.framework}:\n\n{live.text(result)}", end="")
    return 0


def _progress(step: str) -> None:
    """Show on a terminal what is being done, and after a while for how long; "" clears it."""
    global _ticker
    if not sys.stderr.isatty():
        return
    if _ticker is not None:
        _ticker.set()
    _show(f"{step}…" if step else "")
    if step:
        _ticker = threading.Event()
        threading.Thread(target=_tick, args=(step, _ticker), daemon=True).start()


def _tick(step, over):
    begin = time.monotonic()
    while not over.wait(1.0):
        _show(f"{step}… {time.monotonic() - begin:.0f} s")


def _show(text):
    sys.stderr.write(f"\r\033[K{text}")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
