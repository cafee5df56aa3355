"""What answers were made of: the questions to the files of the program that each of them needed.

A *question* is about files and folders alone, told without evaluating anything: what a text says, what a name leads to, who imports
whom. It is noted with its answer, and not with what that was made of: an edit that changes no answer changes nothing that was made of
them. All that is kept for several modules to ask for, and is no question, is a *step*: it brings along what it was made of.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

_Answer = TypeVar("_Answer")


class Question(NamedTuple):
    """The name of a question, and what it is about: texts, numbers, and tuples of these."""

    name: str
    about: tuple


@dataclass
class Step:
    number: int = 0


class Dependencies:
    """The questions and steps that have been needed so far. Each has a number."""

    def __init__(self) -> None:
        #: By number: a question and its answer, or the numbers that a step was made of.
        self._known: list[tuple[Question, Any] | frozenset[int]] = [frozenset()]
        self._frames: list[set[int]] = [set()]
        #: What is needed by what is being found out just now.
        self.current: set[int] = self._frames[0]

    @property
    def depth(self) -> int:
        """How many steps are being made."""
        return len(self._frames)

    @contextlib.contextmanager
    def step(self) -> Iterator[Step]:
        """What is found out inside is one step; its number is there behind it."""
        step = Step()
        self.begin()
        try:
            yield step
        finally:
            step.number = self.end()

    def begin(self) -> None:
        """Begins a step."""
        self.current = set()
        self._frames.append(self.current)

    def end(self) -> int:
        """Ends the step that was begun last: its number. What it is a part of is made of it."""
        frame = self._frames.pop()
        self.current = self._frames[-1]
        if not frame:
            return 0
        self._known.append(frozenset(frame))
        number = len(self._known) - 1
        self.current.add(number)
        return number

    def answered(self, question: Question, answer: Any) -> int:
        """Ends the step that was begun last, which has answered a question: the number of that."""
        self._frames.pop()
        self.current = self._frames[-1]
        self._known.append((question, answer))
        return len(self._known) - 1

    def needs_since(self, depth: int) -> None:
        """Says that what is being found out is made of all that the steps around it, from one on, were made of so far."""
        for frame in self._frames[depth:-1]:
            self.current |= frame

    def questions(self, number: int) -> dict[Question, Any]:
        """All questions that a step was made of, at any remove, with their answers."""
        found: dict[Question, Any] = {}
        queue, seen = [number], {number}
        while queue:
            known = self._known[queue.pop()]
            if isinstance(known, frozenset):
                new = known - seen
                seen |= new
                queue += new
            else:
                found[known[0]] = known[1]
        return found


class Kept(dict):
    """Answers that are kept, by key. What asks for one is made of what that was made of."""

    def __init__(self, dependencies: Dependencies) -> None:
        super().__init__()
        self._dependencies = dependencies
        self._steps: dict[Any, int] = {}

    def known(self, key: Any) -> Any:
        """The answer for a key, or None."""
        answer = self.get(key)
        if answer is not None:
            self._dependencies.current.add(self._steps[key])
        return answer

    def keep(self, key: Any, answer: Any, step: int) -> None:
        self[key] = answer
        self._steps[key] = step

    def find(self, key: Any, find: Callable[[], _Answer]) -> _Answer:
        """The answer for a key, which is found out in one step and never None."""
        answer = self.known(key)
        if answer is None:
            self._dependencies.begin()
            try:
                answer = find()
            finally:
                step = self._dependencies.end()
            self.keep(key, answer, step)
        return answer


def question(method: Callable[..., _Answer]) -> Callable[..., _Answer]:
    """Makes a method a question, which is asked once for what it is about. Its object has `dependencies`."""
    name = method.__name__

    @functools.wraps(method)
    def ask(self: Any, *about: Any) -> _Answer:
        try:
            answers = self.answers[name]
        except KeyError:
            answers = self.answers[name] = {}
        known = answers.get(about)
        dependencies = self.dependencies
        if known is None:
            dependencies.begin()
            try:
                answer = method(self, *about)
            except BaseException:
                dependencies.end()
                raise
            known = answers[about] = dependencies.answered(Question(name, about), answer), answer
        dependencies.current.add(known[0])
        return known[1]

    ask.is_question = True  # type: ignore[attr-defined]
    return ask


def digest(answer: Any) -> str:
    """What tells answers apart: equal ones have the same, in all processes."""
    return hashlib.blake2b(_shown(answer).encode("utf-8", "surrogatepass"), digest_size=9).hexdigest()


def _shown(answer: Any) -> str:
    if isinstance(answer, (set, frozenset)):
        return f"{{{','.join(sorted(map(_shown, answer)))}}}"
    if isinstance(answer, dict):
        return f"{{{','.join(f'{_shown(key)}:{_shown(value)}' for key, value in answer.items())}}}"
    if isinstance(answer, (list, tuple)):
        return f"({','.join(map(_shown, answer))})"
    return repr(answer)


