"""What to write instead, where Python or NumPy would need the value of a tensor."""

#: Function of NumPy or `math`, by its short name -> the one of TensorFlow.
OF_NUMPY = {
    **{name: f"reduce_{name}" for name in "sum mean max min prod any all std var".split()},
    **{name: name for name in "abs exp sqrt square sin cos tan tanh floor where concat stack reshape transpose clip argmax argmin".split()},
    **{name: "convert_to_tensor" for name in ("array", "asarray", "asanyarray", "ascontiguousarray")},
    **{name: f"{name}" for name in "zeros_like ones_like shape size maximum minimum expand_dims squeeze cumsum tile repeat".split()},
    **{name: f"math.{name}" for name in ("log", "log1p", "expm1", "isnan", "isfinite", "isinf")},
    **{"amax": "reduce_max", "amin": "reduce_min", "var": "math.reduce_variance", "std": "math.reduce_std", "concatenate": "concat"},
    **{"clip": "clip_by_value", "power": "pow", "argmax": "argmax", "isnan": "math.is_nan", "isinf": "math.is_inf"},
    **{"ceil": "math.ceil", "round": "round", "float32": "cast", "float64": "cast", "int32": "cast", "int64": "cast"},
    **{"isfinite": "math.is_finite", "absolute": "abs", "linalg.norm": "norm", "dot": "tensordot", "matmul": "matmul"},
    **{"fabs": "abs", "pow": "pow", "max": "reduce_max", "min": "reduce_min"},
}
#: Function of TensorFlow that takes a list -> what takes a tensor.
OF_LISTS = {"tensorflow.strings.join": "tf.strings.reduce_join", "tensorflow.add_n": "tf.reduce_sum"}
#: Builtin -> what TensorFlow has for it.
OF_BUILTIN = {
    "bool": "tf.cast",
    "float": "tf.cast",
    "int": "tf.cast",
    "len": "tf.shape(x)[0]",
    "range": "tf.range",
    "sum": "tf.reduce_sum",
    "any": "tf.reduce_any",
    "all": "tf.reduce_all",
    "list": "tf.unstack",
    "tuple": "tf.unstack",
    "enumerate": "tf.range and an index",
    "zip": "tf.range and an index",
    "reversed": "tf.reverse",
    "complex": "tf.complex",
    "map": "tf.map_fn",
    "filter": "tf.boolean_mask",
}
#: Draw of NumPy's, by its short name -> the function of `tf.random` with that distribution.
OF_DRAWS = {
    **{name: "normal" for name in "normal randn standard_normal".split()},
    **{name: "uniform" for name in "uniform rand random random_sample sample ranf randint integers random_integers".split()},
    **{"shuffle": "shuffle", "permutation": "shuffle", "permuted": "shuffle", "poisson": "poisson", "gamma": "gamma"},
}
#: The same for the module `random`.
OF_PYTHON_DRAWS = {
    **{name: "normal" for name in "gauss normalvariate".split()},
    **{name: "uniform" for name in "random uniform randint randrange".split()},
    **{"shuffle": "shuffle"},
}
