"""How print-in-graph decides."""

from graphlint.rules.case import Case

CASES = (
    Case("print(x)"),
    Case("print('loss is high')"),
    Case("logging.info('loss %s', x)", imports="import logging"),
    Case("logging.getLogger('train').warning('high loss')", imports="import logging"),
    Case("sys.stdout.write('step')", imports="import sys"),
    Case("warnings.warn('high loss')", imports="import warnings"),
    Case("if tf.reduce_sum(x) > 1.0: warnings.warn('high')", imports="import warnings",
         note="behind a test of a tensor; it warns at the trace, whatever the tensor holds"),
    Case("print('Tracing', x.shape)"),
    Case("print('Building the model')"),
    Case("logging.info('input: %s %s', x.shape, x.dtype)", imports="import logging"),
    Case("print('shape', tf.shape(x))", note="a tensor"),
    Case("logging.debug('loss %s', x)", imports="import logging"),
    Case(
        """
        import tensorflow as tf

        @tf.function
        def f(x):
            try:
                return tf.linalg.inv(x)
            except ValueError:
                print("not square")
                return x

        f(tf.ones([2, 2]))
        """,
        says="`print` in an `except`",
    ),
    Case("tf.print(x)"),
    Case("tf.py_function(lambda value: print(value), [x], [])", note="it runs at each call"),
)
