"""`ImmutableDict`: a mapping that does not change."""

from __future__ import annotations

import collections.abc as abc


class ImmutableDict(abc.Mapping):
    """A `dict` without the methods that change it; hashable if its values are."""

    def __init__(self, *args, **kwargs):
        self._dict = dict(*args, **kwargs)

    def __getitem__(self, key):
        return self._dict[key]

    def __contains__(self, key):
        return key in self._dict

    def __iter__(self):
        return iter(self._dict)

    def __len__(self):
        return len(self._dict)

    def __hash__(self):
        return hash(tuple(sorted(self._dict.items(), key=lambda item: repr(item[0]))))

    def __eq__(self, other):
        return self._dict == (other._dict if isinstance(other, ImmutableDict) else other)

    def __repr__(self):
        return f"ImmutableDict({self._dict})"


def with_mappings(value, kind):
    """`value` with each mapping in it as one of the class `kind`."""
    if isinstance(value, (dict, ImmutableDict)):
        return kind([(key, with_mappings(item, kind)) for key, item in value.items()])
    return tuple(with_mappings(item, kind) for item in value) if isinstance(value, tuple) else value
