"""The `graphlint` command."""
from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

DIFFERENT, UNUSABLE = 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the result is the exit status."""
    options = _parser().parse_args(arguments)
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
    confirm.add_argument("--rules", action="store_true", help="run the examples of every rule instead of a script")
    confirm.add_argument("--backend", choices=("runtime", "tensorflow"),
                         help="what serves `import tensorflow` (default: tensorflow where it is installed)")
    confirm.add_argument("--timeout", type=_seconds, default=60.0, metavar="SECONDS",
                         help="stop a run after so long (default: 60)")
    confirm.add_argument("--format", choices=("text", "json"), default="text", help="of the output (default: text)")
    confirm.add_argument("--graph-decorators", metavar="NAMES",
                         help="dotted names of your own wrappers of tf.function, separated by commas")
    confirm.set_defaults(run=_confirm, parser=confirm)

    rules = commands.add_parser("rules", help="list the rules")
    rules.set_defaults(run=_rules)

    explain = commands.add_parser("explain", help="show the page of a rule")
    explain.add_argument("rule", metavar="SYMBOL", help="its symbol or id, such as print-in-graph or W7303")
    explain.set_defaults(run=_explain)
    return parser


def _seconds(text):
    seconds = float(text)
    if not 0 < seconds < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is not a number of seconds")
    return seconds


def _confirm(options) -> int:
    from graphlint.confirm import backends, confirmation, report
    from graphlint.confirm.session import Program

    backend = options.backend or backends.default()
    if options.rules:
        if options.script:
            options.parser.error("--rules takes no script")
        return _confirm_rules(options, backend)
    if not options.script:
        options.parser.error("name a script, or give --rules")
    arguments = tuple(options.arguments[1:] if options.arguments[:1] == ["--"] else options.arguments)
    lint = [f"--graph-decorators={options.graph_decorators}"] if options.graph_decorators else []
    try:
        program = Program(options.script, arguments, backend, options.timeout)
        _progress("linting")
        result = confirmation.confirm(program, confirmation.lint_program(program, lint), _progress)
    except confirmation.Unusable as error:
        print(f"graphlint confirm: {error}", file=sys.stderr)
        return UNUSABLE
    finally:
        _progress("")
    if options.format == "json":
        print(json.dumps(report.data(result), indent=2))
    else:
        print(report.text(result), end="")
    return result.status


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
            return 0
    print(f"graphlint explain: no rule {options.rule}; `graphlint rules` lists them", file=sys.stderr)
    return UNUSABLE


def _progress(step: str) -> None:
    """Show on a terminal what is being done; "" clears it."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{step}{'…' if step else ''}")
        sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
