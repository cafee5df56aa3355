"""Annotations that say nothing, or nothing that makes sense."""

from typing import Annotated, Dict, List, Optional, Tuple, Union

import tensorflow as tf

from base import Mapping


class Odd:
    empty: Tuple[()] = ()
    nothing: Dict[()]
    lonely: Annotated[Mapping]
    text: "x = 1"
    broken: "List["
    blank: ""
    number: 3
    many: "a #@\nb #@"
    nested: "'Mapping'"
    either: Union[()]
    optional: Optional[()]
    far: Tuple[Mapping, ...]
    itself: "Odd"

    @tf.function
    def run(self, x, key):
        for held in (self.empty, self.nothing, self.lonely, self.text, self.broken, self.blank, self.number, self.many):
            for one in held:
                x = one.run(x) + held[0].run(x) + held[key].run(x)
        for held in (self.nested, self.either, self.optional, self.itself, self.itself.itself):
            x = held.apply(held[-1].apply(x)).apply()
        return self.far[99].apply(x)
