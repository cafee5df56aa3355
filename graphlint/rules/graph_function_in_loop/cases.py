"""How graph-function-in-loop decides."""

from graphlint.rules.case import Case

CASES = (
    Case(
        """
        import tensorflow as tf

        class Model:
            def forward(self, x):
                return x

            def predict(self, x):
                forward = tf.function(self.forward)
                return forward(x)

        model = Model()
        for i in range(10):
            model.predict(tf.constant(1.0))
        """,
        says="a method that makes a graph function, calls it and forgets it",
    ),
    Case(
        """
        import tensorflow as tf

        class Model:
            def forward(self, x):
                return x

            @property
            def step(self):
                return tf.function(self.forward)

        model = Model()
        for i in range(10):
            model.step(tf.constant(1.0))
        """,
        says="a property that makes a graph function whenever it is read",
    ),
    Case(
        """
        import tensorflow as tf

        def make_step(scale):
            @tf.function
            def step(x):
                return x * scale
            return step

        for i in range(10):
            make_step(2.0)(tf.constant(1.0))
        """,
        says="a factory that is called in a loop, with nothing that the loop makes",
    ),
    Case(
        """
        import tensorflow as tf

        def double(x):
            return x * 2.0

        steps = []
        for i in range(3):
            steps.append(tf.function(double))
        """,
        says="graph functions that a loop stores in a list",
    ),
    Case(
        """
        import tensorflow as tf

        class Model:
            def __init__(self):
                self.step = None

            def forward(self, x):
                return x

            def predict(self, x):
                if self.step is None:
                    self.step = tf.function(self.forward)
                return self.step(x)

        model = Model()
        for i in range(10):
            model.predict(tf.constant(1.0))
        """,
        says="`if self.step is None: self.step = tf.function(self.forward)`",
    ),
    Case(
        """
        import tensorflow as tf

        def power(exponent):
            return tf.function(lambda x: x ** exponent)

        powers = {exponent: power(exponent) for exponent in (2, 3)}
        """,
        says="one graph function for each of a few settings, stored in a dict",
    ),
    Case(
        """
        import tensorflow as tf

        def train(data):
            @tf.function
            def step(x):
                return x * 2.0
            for x in data:
                step(x)

        for epoch in range(10):
            train([tf.constant(1.0), tf.constant(2.0)])
        """,
        says="a function that makes a graph function and calls it many times, and that a loop calls",
    ),
    Case(
        """
        import tensorflow as tf

        def double(x):
            return x * 2.0

        def predict(x):
            return tf.function(double)(x)
        """,
        says="`tf.function(double)(x)` in a function that nothing in the program calls",
        note="with the confidence CONTROL_FLOW",
    ),
    Case(
        """
        import tensorflow as tf

        def double(x):
            return x * 2.0

        if __name__ == "__main__":
            step = tf.function(double)
            print(step(tf.constant(1.0)))
        """,
        says="a program that makes its graph function once",
    ),
    Case(
        """
        import tensorflow as tf

        def double(x):
            return x * 2.0

        def predict(x):
            try:
                return tf.function(double)(x)
            except ValueError:
                return double(x)
        """,
        says="a graph function that is made in a `try`",
    ),
)
