"""eager-only-call-in-graph: Python that needs the value of a tensor, in a graph where it has none."""

from graphlint.frameworks.meaning import Kind
from graphlint.rules.rule import Rule

RULE = Rule(
    id="E7310",
    symbol="eager-only-call-in-graph",
    message="%(what)s needs the value of a tensor, which has none while %(traced)s%(path)s, %(fails)s; use %(instead)s",
    description="A call needs the value of a tensor while a graph function is traced, where a tensor has none.",
    why="""\
While TensorFlow traces a function, a tensor is a symbol. It has a dtype and perhaps a shape, but no value. Code that
needs the value works eagerly and raises in a graph: `x.numpy()`, NumPy functions, `bool(x)`, `list(x)`,
`model.predict(x)`, scikit-learn, OpenCV. A text made of a tensor raises nothing, but shows the symbol at every call.""",
    instead="""\
Use TensorFlow's operation: `tf.reduce_max`, `tf.cast`, `tf.unstack`, `tf.strings.format`, `tf.print`, `tf.shape(x)[0]`.
Or return the tensor and take its value outside. `tf.numpy_function` and `tf.py_function` run Python at each call, with
values.""",
    silent="""\
Nothing is reported where it is not known that the value is a tensor, where a check such as `hasattr(x, "numpy")` or
`tf.executing_eagerly()` stands around the call, or for what fails eagerly too (`x.item()`, `round(x)`).""",
    kinds=frozenset({Kind.EAGER_ONLY}),
    divergence="exception",
)
