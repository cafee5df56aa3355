"""outer-value-frozen-in-graph: a variable or attribute that the graph reads once, and that changes later."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="W7312",
    symbol="outer-value-frozen-in-graph",
    message="%(place)s is read only while %(traced)s%(path)s, and %(change)s: the graph keeps"
    " the old value; %(instead)s",
    description="A Python variable or attribute is read only while a graph function is traced, and is rebound between the calls.",
    why="""\
A global, a closure variable or an attribute is read when the function is traced, and its value becomes a constant of the
graph. Assigning it again has no effect on that graph: the learning rate that a schedule lowers stays where it was, the
step that is counted stays at the first, a flag that is switched keeps the branch that was traced. The object that a method
belongs to is part of what a graph is kept for, what is in its attributes is not, so nothing is traced again. Nothing is
raised, and only a new trace (for another shape, say) happens to read the new value.""",
    instead="""\
Pass the value in as an argument, as a tensor: `step(x, tf.constant(rate))`. Or keep it in a `tf.Variable`, and change it
with `assign`: the graph reads a variable at each call. A flag that selects between two graphs is best an argument: `True`
and `False` then have a graph each.

Reported are places that are changed around the calls of graph functions: counted or scaled (`self.step += 1`), set in the loop
that calls the function, set to what the graph function itself returns (`self.state = self.step()`), set to one constant and to another, bound to another object for each turn of such a loop, or set in a
Keras model, layer or loss by a callback, wherever that is, or between two `fit` (`layer.trainable`, the `rate` of a Dropout, the
`epsilon` or `clipnorm` of its optimizer: only a new `compile` makes them count); directly, or by a method or function that
assigns what it is given or something made of that, also from another module, or in what it is given and its parts, as hooks do:
`hook.before_epoch(trainer, epoch)`; or in a dict that a callback is made with (`self.settings["weight"] = 0.1 * epoch`). A callback may also set a flag for good, where an epoch
ends or from one epoch on, itself or by a method of the layers of its model (`if isinstance(layer, Noisy): layer.switch_off()`): not
one that it sets anew where the next epoch begins. So are arrays of NumPy that a method of the object puts what it is given into
(`self.states[index] = state`): the graph holds a copy of what was in them. A method that makes an attribute decay (`self.epsilon *= 0.99`), or counts steps or
epochs by it, need not be called in sight.

A public method that sets an attribute to what it is given, or to a new optimizer or variable, and then runs a graph function of
the same object that reads it is reported as well: `fit(data, rate=0.1)` may be called twice, and trains at the first rate. So
is a function that binds a global, if it is in sight that it is called again. It is not where the arguments of the graph
function follow the setting, so that another value is traced anew, where the method makes the graph function itself, or where
all its calls are in sight and each has an object of its own. What is assigned in `__init__`, `build` and the like only is not
reported.

Some methods are there for objects that are in use, and have no effect on those whose graph is made. Where nobody in sight calls
them, but a constructor, these are reported as well:

- a public method that does nothing but set what has a value from the start, or what the graph asks for (`def set_window(self,
  size): self.window = size`), and the setter of a property; not where the class has setters for most of what its constructor
  sets, for that is a way to write attributes;
- a public method that puts new objects in the place of the old ones (`reset`, `rebuild`), and what a method learns anew each time
  (`fit`, `train`, `adapt`, `update`) and another one reads in a graph;
- `compile` of a Keras model, with what it is given or what Keras' own sets, read by a `tf.function` of the model: Keras makes only
  its own functions again. A second `compile` of the same object, in sight, is reported too;
- a context manager of the package, with what it sets to what it is given;
- what counts on where a dataset is gone over that the object keeps: its function was traced when the dataset was made.

What is in a list, dict, set or array counts as well: `weights["l1"] = 0.1 * epoch`, `blocks.append(block)` or `mask[i] = 0` in
the loop that calls the graph function, or between two of its calls, also where the dict is one of another module's. So do the variables that a model trains: where layers are
frozen or thawed (`base.trainable = True`) between two calls of a graph function that reads `model.trainable_variables`, it
goes on with those that it has read. A method called between two calls of a graph function counts with what it sets, in its
own object or in a part of it (`model.predict(x); model.calibrate(data); model.predict(x)`), a function with the global that it
binds, and so does a record of settings that is replaced there. Silent is a flag that chooses between graph functions, each of
which is called with one value of it, and what something compiles or makes the graph function again after.""",
    kinds=frozenset({Kind.FROZEN}),
    divergence="value",
)
