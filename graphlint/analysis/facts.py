"""What is known of one linted module: its graph functions, each followed, and what happens between their calls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from astroid import nodes

from graphlint.analysis.contexts.graph_functions import graph_functions, is_eager
from graphlint.analysis.engine.view import View
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.timeline.cached_draws import cached_draws
from graphlint.analysis.timeline.frozen_values import frozen_reads
from graphlint.analysis.timeline.makings.repeated_creations import repeated_creations
from graphlint.analysis.timeline.makings.replaced_arguments import replaced_arguments
from graphlint.analysis.timeline.reshaped import reshaped
from graphlint.analysis.timeline.retracing import GraphCall, graph_calls, retraces
from graphlint.analysis.timeline.tensor_attributes import tensor_attributes
from graphlint.analysis.timeline.unhashable_arguments import unhashable
from graphlint.analysis.timeline.unshaped_data import fitted
from graphlint.analysis.timeline.writes.changed_parts import changed_parts
from graphlint.analysis.trace.batch_sizes import batch_sizes
from graphlint.analysis.trace.leaked_tensors import leaks_between_traces
from graphlint.analysis.trace.trace import Trace
from graphlint.analysis.values.offence import Offence
from graphlint.frameworks.meaning import Kind


class Facts:
    """What the queries of the rules ask, found out in the order in which data flows.

    An error in one search costs what that would have found, and is one of the program's faults.
    """

    def __init__(self, program: View, module: nodes.Module) -> None:
        self.program = program
        self.module = module
        self.graph_functions = graph_functions(program, module)
        """The functions of the module that something traces, in the order of the source."""
        program.roots.update(function.node for function in self.graph_functions)
        program.makers.update(filter(None, map(names.enclosing, program.roots)))
        self.traces: list[Trace] = []
        """Each of them, followed as if it were traced."""
        self.traced: set[FunctionNode] = set()
        """All functions that a trace has entered."""
        self._effects: list[Offence] = []
        for function in self.graph_functions:
            self._follow(Trace(program, function))
        self.batch_sizes = self._searched(lambda: batch_sizes(program, module, self.traces))
        """Sizes of the batch that are asked for where they are not known yet."""
        self.leaked = self._searched(lambda: leaks_between_traces(program, self.traces))
        """Tensors that one graph function leaves for another one."""
        self.frozen_reads = self._searched(lambda: frozen_reads(program, module, self.traces))
        """Places that a trace has read and that are rebound later."""
        self.runs_graphs = bool(self._searched(lambda: () if is_eager(program, module) else (True,)))
        """Whether the program runs what it traces as graphs, rather than eagerly."""
        self.repeated_creations = self._between(lambda: repeated_creations(program, module, self.traced))
        """Graph functions that are made again and again."""
        self.graph_calls: list[GraphCall] = self._between(lambda: graph_calls(program, module, self.traced))
        """The calls of graph functions in the module."""
        self.retraces = self._between(lambda: retraces(program, self.graph_calls))
        """Those that build a new graph for each value."""
        self.reshaped = self._between(lambda: reshaped(program, self.graph_calls))
        """Those that build a new graph for each shape."""
        self.tensor_attributes = self._searched(lambda: tensor_attributes(program, self.traces, self.graph_calls))
        """Attributes of tensors that are read on the other side of a trace."""
        self.unhashable = self._between(lambda: unhashable(program, self.graph_calls))
        """Those that give what cannot be part of the key of a graph."""
        self.fitted_unshaped = self._between(lambda: fitted(program, module))
        """The calls that train a model with data of unknown shape."""
        self.cached_draws = self._between(lambda: cached_draws(program, module, self.traces))
        """The datasets that are cached after random numbers were drawn for them."""
        outside = [call for call in self.graph_calls if not call.is_traced]
        self.replaced_arguments = self._between(lambda: replaced_arguments(program, outside))
        """Those that give another model or optimizer than before."""
        self.changed_parts = self._between(lambda: changed_parts(program, module))
        """Parts of a Keras model that are changed while it is trained, or between two trainings."""

    def effects(self, kinds: Collection[Kind | str]) -> Iterable[Offence]:
        """What the traces do, of some kinds."""
        return [offence for offence in self._effects if offence.kind in kinds]

    def _follow(self, trace: Trace) -> None:
        with self.program.faults.isolated(*trace.root.about):
            self._effects += trace.run()
            self.traces.append(trace)
        self.traced |= trace.entered

    def _searched(self, search: Callable[[], Iterable]) -> list:
        """What a search finds; its steps are isolated one by one, this is for what they have in common."""
        found: list = []
        with self.program.faults.isolated(self.module):
            found.extend(search())
        return found

    def _between(self, search: Callable[[], Iterable]) -> list:
        """The same, of what happens between the calls of graphs: nothing where there are none."""
        return self._searched(search) if self.runs_graphs else []
