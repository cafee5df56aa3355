"""Changes programs at random: the cases and projects of these tests, as somebody might who edits them without a plan."""

from __future__ import annotations

import ast
import copy
import functools
import random
from collections.abc import Iterator
from pathlib import Path

FOLDER = Path(__file__).parent
#: How many changes are made to one program.
_CHANGES = (1, 6)
#: How many statements of a program are taken.
_MOST = 10


@functools.lru_cache(maxsize=None)
def sources() -> tuple[Path, ...]:
    """The programs that are changed."""
    every = sorted([*FOLDER.glob("cases/*.py"), *FOLDER.glob("projects/**/*.py")])
    return tuple(path for path in every if ast.parse(path.read_text()).body)


class Mutator:
    """Changes one program; each change leaves a tree of Python's grammar, though not each compiles."""

    def __init__(self, tree: ast.Module, draw: random.Random) -> None:
        self.tree = tree
        self.random = draw

    def change(self) -> None:
        changes = (
            self.delete, self.double, self.swap, self.move, self.drop_argument, self.drop_argument, self.rename, self.rename, self.replace, self.replace,
            self.wrap, self.decorate, self.drop_parameter, self.constant,
        )  # fmt: skip
        self.random.choice(changes)()
        ast.fix_missing_locations(self.tree)

    def _blocks(self) -> list[list[ast.stmt]]:
        fields = ("body", "orelse", "finalbody")
        found = [getattr(node, field, None) for node in ast.walk(self.tree) for field in fields]
        return [block for block in found if isinstance(block, list) and block]

    def _place(self) -> tuple[list[ast.stmt], int]:
        block = self.random.choice(self._blocks())
        return block, self.random.randrange(len(block))

    def _all(self, *kinds: type[ast.AST]) -> list:
        return [node for node in ast.walk(self.tree) if isinstance(node, kinds)]

    def _one(self, *kinds: type[ast.AST]):
        found = self._all(*kinds)
        return self.random.choice(found) if found else None

    # Statements

    def _take(self) -> ast.stmt:
        block, i = self._place()
        taken = block.pop(i)
        if not block:
            block.append(ast.Pass())
        return taken

    def delete(self) -> None:
        self._take()

    def double(self) -> None:
        block, i = self._place()
        block.insert(i, copy.deepcopy(block[i]))

    def swap(self) -> None:
        (one, i), (other, j) = self._place(), self._place()
        first, second = copy.deepcopy(one[i]), copy.deepcopy(other[j])
        one[i], other[j] = second, first

    def move(self) -> None:
        taken = self._take()
        block, i = self._place()
        block.insert(i, taken)

    def wrap(self) -> None:
        """A statement goes into a loop, a branch, a handler, a function or a class of its own."""
        block, i = self._place()
        inner, test = [block[i]], copy.deepcopy(self._one(ast.Name) or ast.Constant(1))
        if isinstance(test, ast.Name):
            test.ctx = ast.Load()
        name = ast.Name(self._identifier(), ast.Store())
        nothing = ast.arguments([], [], None, [], [], None, [])
        block[i] = self.random.choice((
            ast.For(name, test, inner, []), ast.While(test, inner, []), ast.If(test, inner, []), ast.If(test, [ast.Pass()], inner),
            ast.With([ast.withitem(test, name)], inner), ast.Try(inner, [ast.ExceptHandler(None, None, [ast.Pass()])], [], []),
            ast.Try([ast.Pass()], [], [], inner), ast.While(test, [ast.Pass()], inner), ast.For(name, test, [ast.Break()], inner),
            ast.FunctionDef(name=name.id, args=nothing, body=inner, decorator_list=[], type_params=[]),
            ast.ClassDef(name=name.id, bases=[], keywords=[], body=inner, decorator_list=[], type_params=[]),
        ))  # fmt: skip

    # Expressions and names

    def _identifier(self) -> str:
        names = [node.id for node in self._all(ast.Name)] + [node.name for node in self._all(ast.FunctionDef, ast.ClassDef)]
        return self.random.choice(names or ["x"])

    def rename(self) -> None:
        """A name, attribute or function goes by the name of another one."""
        node = self._one(ast.Name, ast.Name, ast.Attribute, ast.FunctionDef, ast.ClassDef, ast.arg, ast.keyword)
        attributes = [one.attr for one in self._all(ast.Attribute)] or ["x"]
        match node:
            case ast.Name():
                node.id = self._identifier()
            case ast.Attribute():
                node.attr = self.random.choice(attributes)
            case ast.arg() | ast.keyword():
                node.arg = self._identifier()
            case ast.FunctionDef() | ast.ClassDef():
                node.name = self.random.choice((self._identifier(), self.random.choice(attributes)))

    def drop_argument(self) -> None:
        calls = [node for node in self._all(ast.Call) if node.args or node.keywords]
        if calls:
            given = self.random.choice([some for some in self._given(calls) if some])
            given.pop(self.random.randrange(len(given)))

    def _given(self, calls: list[ast.Call]) -> list[list]:
        call = self.random.choice(calls)
        return [call.args, call.keywords]

    def drop_parameter(self) -> None:
        function = self._one(ast.FunctionDef)
        if function is not None and function.args.args:
            function.args.args.pop(self.random.randrange(len(function.args.args)))
            del function.args.defaults[len(function.args.args) :]

    def replace(self) -> None:
        """An expression becomes a copy of another one."""
        holders = [(node, field, value) for node in ast.walk(self.tree) for field, value in ast.iter_fields(node)]
        places = [(node, field, None) for node, field, value in holders if isinstance(value, ast.expr) and isinstance(getattr(value, "ctx", ast.Load()), ast.Load)]
        places += [
            (node, field, i)
            for node, field, value in holders
            if isinstance(value, list) and not isinstance(node, (ast.Delete, ast.JoinedStr))
            for i, one in enumerate(value)
            if isinstance(one, ast.expr) and isinstance(getattr(one, "ctx", ast.Load()), ast.Load)
        ]
        others = [one for one in self._all(ast.expr) if isinstance(getattr(one, "ctx", ast.Load()), ast.Load) and not isinstance(one, (ast.Starred, ast.FormattedValue))]
        if places and others:
            node, field, i = self.random.choice(places)
            made = copy.deepcopy(self.random.choice(others))
            if i is None:
                setattr(node, field, made)
            else:
                getattr(node, field)[i] = made

    def constant(self) -> None:
        node = self._one(ast.Constant)
        if node is not None:
            node.value = self.random.choice((0, 1, -1, 2.5, "x", "loss", None, True, False, ..., b"x", 10**6, ""))

    def decorate(self) -> None:
        """A function loses its decorators, or gets those of another one."""
        one, other = self._one(ast.FunctionDef, ast.ClassDef), self._one(ast.FunctionDef, ast.ClassDef)
        if one is not None:
            one.decorator_list = copy.deepcopy(other.decorator_list) if self.random.random() < 0.6 else []


def _part(body: list[ast.stmt], draw: random.Random) -> Iterator[ast.stmt]:
    """What a program imports and assigns at its top, and some statements that follow each other."""
    first = draw.randrange(len(body))
    for i, statement in enumerate(body):
        if first <= i < first + _MOST or isinstance(statement, (ast.Import, ast.ImportFrom)) or i < first and isinstance(statement, ast.Assign):
            yield statement


def mutant(seed: int) -> str:
    """The changed program of a seed: Python compiles it."""
    draw = random.Random(seed)
    tree = ast.parse(draw.choice(sources()).read_text())
    tree.body = list(_part(tree.body, draw))
    known = ast.unparse(tree)
    for _ in range(draw.randint(*_CHANGES)):
        try:
            Mutator(tree, draw).change()
            source = ast.unparse(tree)
            compile(source, "mutant", "exec", dont_inherit=True)
            known = source
        except (SyntaxError, ValueError, TypeError, AttributeError, RecursionError):
            tree = ast.parse(known)  # the change is no Python: another one is made
    return known
