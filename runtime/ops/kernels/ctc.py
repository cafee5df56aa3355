"""Connectionist temporal classification: the loss of label sequences, and the best sequences of given scores."""

from __future__ import annotations

import heapq

import numpy as np

_NEVER = -np.inf


def _log_softmax(x):
    shifted = x - x.max(-1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))


def collapsed(labels):
    """The labels without those that equal the one before."""
    return [label for index, label in enumerate(labels) if not index or label != labels[index - 1]]


def loss_and_gradient(logits, labels, merges):
    """(the negative log of the labels' probability, its gradient) of logits [steps, classes], of which the last is the blank.

    `merges`: whether equal labels that follow each other count as one.
    """
    steps, classes = logits.shape
    scores = _log_softmax(logits.astype(np.float64))
    path = np.full(2 * len(labels) + 1, classes - 1)
    path[1::2] = labels
    emitted = scores[:, path]
    skips = np.zeros(len(path), bool)  # where a blank may be left out
    skips[2:] = (path[2:] != classes - 1) & ((path[2:] != path[:-2]) | (not merges))
    stays = (path == classes - 1) | merges  # where the same may come again
    forward, backward = np.full((steps, len(path)), _NEVER), np.full((steps, len(path)), _NEVER)
    forward[0, :2] = emitted[0, :2]
    backward[-1, -2:] = 0.0

    def moved(values, by):
        result = np.full_like(values, _NEVER)
        if by > 0:
            result[by:] = values[:-by]
        else:
            result[:by] = values[-by:]
        return result

    with np.errstate(invalid="ignore"):
        for step in range(1, steps):
            before = forward[step - 1]
            total = np.logaddexp(np.where(stays, before, _NEVER), moved(before, 1))
            forward[step] = np.logaddexp(total, np.where(skips, moved(before, 2), _NEVER)) + emitted[step]
        for step in range(steps - 2, -1, -1):
            after = backward[step + 1] + emitted[step + 1]
            total = np.logaddexp(np.where(stays, after, _NEVER), moved(after, -1))
            backward[step] = np.logaddexp(total, moved(np.where(skips, after, _NEVER), -2))
    both = forward + backward
    likelihood = np.logaddexp.reduce(forward[-1, -2:])
    shares = np.full((steps, classes), _NEVER)
    for place, label in enumerate(path):
        shares[:, label] = np.logaddexp(shares[:, label], both[:, place])
    if likelihood == _NEVER:
        return np.inf, np.exp(scores)
    return -likelihood, np.exp(scores) - np.exp(shares - likelihood)


def greedy(logits, merges, blank):
    """(the labels, the negative sum of the scores) of the best class of each step."""
    best = logits.argmax(-1)
    total = -logits.max(-1).sum(dtype=logits.dtype) if len(logits) else logits.dtype.type(0)
    keep = best != blank
    if merges:
        keep[1:] &= best[1:] != best[:-1]
    return best[keep], total


class _Beam:
    """A sequence of labels, and the logs of its probabilities: ending with a blank, with its label, and both."""

    __slots__ = ("parent", "label", "children", "total", "blank", "own", "old_total", "old_blank")

    def __init__(self, parent, label):
        self.parent, self.label, self.children = parent, label, {}
        self.total = self.blank = self.own = self.old_total = self.old_blank = _NEVER

    def reset(self):
        self.total = self.blank = self.own = _NEVER

    def labels(self, merges):
        found, beam, before = [], self, None
        while beam.parent is not None:
            if not merges or beam.label != before:
                found.append(beam.label)
            before, beam = beam.label, beam.parent
        return found[::-1]


class _Leaves:
    """The beams with the best totals, at most `width` of them."""

    def __init__(self, width):
        self._width, self._heap, self._count = width, [], 0

    def is_candidate(self, total):
        return total > _NEVER and (len(self._heap) < self._width or total > self._heap[0][0])

    @property
    def least(self):
        return _NEVER if len(self._heap) < self._width else self._heap[0][0]

    def push(self, beam):
        self._count -= 1  # of equals the first goes before the others
        item = beam.total, self._count, beam
        if len(self._heap) < self._width:
            heapq.heappush(self._heap, item)
        else:
            heapq.heappushpop(self._heap, item)[2].reset()

    def taken(self):
        """All beams, the best first; none is left."""
        found, self._heap = sorted(self._heap, reverse=True), []
        return [beam for _, _, beam in found]


def _step(leaves, scores):
    """One more step with these log probabilities, of which the last is the blank's."""
    blank, others = scores[-1], scores[:-1]
    branches = leaves.taken()
    for beam in branches:
        beam.old_total, beam.old_blank = beam.total, beam.blank
    for beam in branches:
        if beam.parent is not None:
            if beam.parent.total > _NEVER:
                before = beam.parent.old_blank if beam.label == beam.parent.label else beam.parent.old_total
                beam.own = np.logaddexp(beam.own, before)
            beam.own += others[beam.label]
        beam.blank = beam.old_total + blank
        beam.total = np.logaddexp(beam.blank, beam.own)
        leaves.push(beam)
    for beam in branches:
        if not leaves.is_candidate(beam.old_total):
            continue
        values = others + beam.old_total
        if beam.label is not None:
            values[beam.label] = others[beam.label] + beam.old_blank
        for label in sorted({*np.flatnonzero(values > leaves.least).tolist(), *beam.children}):
            child = beam.children.get(label)
            if child is not None and child.total > _NEVER:
                continue
            if leaves.is_candidate(values[label]):
                if child is None:
                    child = beam.children[label] = _Beam(beam, label)
                child.blank, child.own = _NEVER, values[label]
                child.total = child.own
                leaves.push(child)
            elif child is not None:  # a branch that is out does not grow
                child.old_total = child.old_blank = _NEVER


def beam_search(logits, width, paths, merges):
    """[(labels, log probability)] of the best `paths`; None if there are fewer."""
    leaves, root = _Leaves(width), _Beam(None, None)
    root.total = root.blank = 0.0
    leaves.push(root)
    for scores in _log_softmax(logits.astype(np.float64)):
        _step(leaves, scores)
    found = leaves.taken()
    return None if len(found) < paths else [(beam.labels(merges), beam.total) for beam in found[:paths]]
