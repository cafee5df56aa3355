"""eager-only-call-in-graph: Python that needs the value of a tensor, in a graph where it has none."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="E7310",
    symbol="eager-only-call-in-graph",
    message="%(what)s needs the value of a tensor, which has none while %(traced)s%(path)s, %(fails)s; use %(instead)s",
    description="A call needs the value of a tensor while a graph function is traced, where a tensor has none.",
    why="""\
While a graph function is traced, a tensor is symbolic: it has a dtype and perhaps a shape, and no value. What needs the
value raises, although it works eagerly:

- `x.numpy()` raises `AttributeError` (`NotImplementedError` on a `tf.Variable`).
- NumPy's functions on a tensor, or on a list of tensors, raise `NotImplementedError`: `np.sum(x)`, `np.array(x)`,
  `np.zeros_like(x)`, `np.float32(x)`. Those that look at the shape alone work (`np.ndim(x)`, `np.zeros(x.shape)`), and so
  does arithmetic of arrays and tensors (`np.ones(3) + x`). `math.sqrt(x)` raises `TypeError`. Functions of
  Keras that work on arrays raise as well: `pad_sequences(x)`, `img_to_array(x)`, `random_shear(x, 0.2)`.
- `tf.constant(x)` raises `TypeError` of a tensor, and `NotImplementedError` of a variable; `tf.convert_to_tensor(x)` takes both.
  A shape that holds a tensor raises `NotImplementedError`: `tf.constant(0.0, shape=(n,))`; `tf.fill` takes it.
- A static shape that is a tensor or has one among its sizes raises `TypeError`: `y.set_shape(tf.shape(x))`,
  `tf.ensure_shape(x, [tf.shape(x)[0], 2])`, `tf.TensorShape(…)`, `tf.TensorSpec(…)`.
- The size of a batch is None where Keras traces, and after `ds.batch(n)` without `drop_remainder=True`: a number that is made of
  `x.shape[0]` raises `TypeError` or `ValueError` (`tf.zeros((x.shape[0], 3))`, `loss / y.shape[0]`, `range(x.shape[0])`), and so does
  `tf.random.normal(x.shape)`. Reported where the module shows that it is so: it fits the model, and fixes no size of batches.
- `bool(x)`, `list(x)`, `tuple(x)`, `zip(x, y)`, `enumerate(x)`, `sum(x)`, `min(x, y)`, `max(x, y)`, `any(x)`, `all(x)`,
  `map(f, x)`, `iter(x)`, `a, b = x`, `[*x]` and `x in [1, 2]` raise `OperatorNotAllowedInGraphError`; `reversed(x)`,
  `chr(x)` and `[1, 2][x]` raise `TypeError`, and so does `self.layers[x]` of a list. An array of NumPy raises
  `NotImplementedError` for such an index.
- `float(x)`, `int(x)`, `len(x)`, `range(x)` and `sorted(x)` are turned into operations by AutoGraph; where it is off, or
  does not convert the function, they raise.
- `predict`, `predict_on_batch`, `evaluate` and `fit` of a Keras model run it over a dataset and give values to Python, and
  raise. The model itself is a function of tensors: `model(x)`. What saves or restores raises too: `Checkpoint.save`,
  `CheckpointManager.save`, `model.save_weights`, `tf.saved_model.save`; and so does `dataset.as_numpy_iterator()`.
- Packages that work on arrays raise, each in its way: scikit-learn (`KMeans().fit(x)`), OpenCV, scikit-image, librosa,
  pandas. `tf.strings.join(x)` and `tf.add_n(x)` take lists of tensors, and raise where a tensor stands for one.
- A text made of a tensor (an f-string, `str(x)`, `"%s" % x`, `"{}".format(x)`) raises nothing: it reads
  `Tensor("x:0", shape=(), dtype=float32)` at every call. With a number format (`f"{x:.2f}"`) it raises `TypeError`. Texts
  for logs, exceptions and names are not reported here.

Reported are calls on what is known to be a tensor: what TensorFlow's operations, layers, losses and metrics return, what
operators make of that, and arguments that an annotation, an `input_signature` or all calls in the module show to be
tensors. An element of a dataset, an input of a Keras layer, `data` of `train_step` and the variables of `tf.while_loop` may be
tuples or dicts: what operators make of them is a tensor. `x.numpy()` says it by itself: it is
reported for any argument or local value, with the confidence INFERENCE, unless a check (`hasattr(x, "numpy")`,
`isinstance`, `tf.executing_eagerly()`, `try`) stands around it.""",
    instead="""\
Use TensorFlow's operation of the same name: `tf.reduce_sum`, `tf.convert_to_tensor`, `tf.cast`, `tf.unstack`,
`tf.strings.format`, `tf.print`, `tf.shape(x)[0]`. Or return the tensor and take its value outside. `tf.py_function` and
`tf.numpy_function` run Python at each call, with values.

What fails eagerly too is not reported: `x.item()`, `x.tolist()`, `round(x)`, a tensor as the key of a dict.""",
    kinds=frozenset({Kind.EAGER_ONLY}),
    divergence="exception",
)
