"""`keras.optimizers.legacy`: names that Keras 3 keeps and refuses."""


class LegacyOptimizerWarning:
    """What these names are. Raises ImportError, in Keras' words, when it is made."""

    def __init__(self, *args, **kwargs):
        raise ImportError("`keras.optimizers.legacy` is not supported in Keras 3. When using `tf.keras`, to continue using a "
                          "`tf.keras.optimizers.legacy` optimizer, you can install the `tf_keras` package (Keras 2) and set the environment variable "
                          "`TF_USE_LEGACY_KERAS=True` to configure TensorFlow to use `tf_keras` when accessing `tf.keras`.")


Adagrad = Adam = Ftrl = Optimizer = RMSprop = SGD = LegacyOptimizerWarning
