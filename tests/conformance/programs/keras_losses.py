import numpy as np
import tensorflow as tf
from tensorflow.keras import losses
from tests.conformance.support.tell import fails, near, show

RANDOM = np.random.RandomState(0)
LABELS = np.array([[1, 2, 2], [3, 0, 0], [1, 1, 1], [0, 0, 0], [1, 2, 3]])
LOGITS = RANDOM.randn(5, 6, 4).astype("float32")
MASKS, GUESSES = np.array([[1.0, 0, 1, 1], [0, 1, 1, 0]], "float32"), np.array([[0.8, 0.1, 0.6, 0.3], [0.3, 0.9, 0.2, 0.1]], "float32")
CLASSES, PROBABILITIES = np.eye(4, dtype="float32")[[1, 3]], np.array([[0.1, 0.6, 0.2, 0.1], [0.3, 0.3, 0.3, 0.1]], "float32")
EMBEDDINGS, KINDS = tf.math.l2_normalize(RANDOM.randn(6, 3).astype("float32"), 1), np.array([0, 1, 0, 1, 2, 0])


def told(loss, y_true, y_pred):
    """Values, their weighted mean, the gradient, and the config."""
    show(loss(y_true, y_pred))
    loss.reduction = None
    values = loss(y_true, y_pred)
    show(values)
    x = tf.constant(y_pred)
    with tf.GradientTape() as tape:
        tape.watch(x)
        value = tf.reduce_sum(loss(y_true, x))
    print((np.round(tape.gradient(value, x).numpy().astype("float64"), 4) + 0.0).tolist())
    config = loss.get_config()
    print(sorted(config.items(), key=str))
    print(type(loss).from_config(config).get_config() == config)

# %% ctc
told(losses.CTC(), LABELS, LOGITS)

# %% ctc-of-too-few-steps
show(losses.CTC(reduction=None)(LABELS, LOGITS[:, :2]), losses.CTC()(LABELS[:1], LOGITS[:1, :3]))

# %% ctc-errors
fails(losses.CTC(), LABELS[0], LOGITS)
fails(losses.CTC(), LABELS, LOGITS[0])
show(losses.CTC(reduction="sum")(tf.constant(LABELS, tf.int64), tf.constant(LOGITS, tf.float64)))

# %% ctc-in-a-model
tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.Input((6, 4)), tf.keras.layers.Dense(4, kernel_initializer="ones")])
model.compile("sgd", losses.CTC())
near(*model.fit(LOGITS, LABELS, epochs=3, verbose=0).history["loss"])

# %% dice
told(losses.Dice(), MASKS, GUESSES)
told(losses.Dice(axis=-1), MASKS, GUESSES)

# %% dice-of-others
show(losses.Dice()(np.zeros((2, 2)), np.zeros((2, 2))), losses.Dice(axis=(1, 2))(np.ones((2, 2, 2)), np.full((2, 2, 2), 0.5)))
show(losses.Dice(axis=1)(MASKS, GUESSES, sample_weight=[1.0, 0.0]))
print(losses.get("dice").__name__, type(losses.get("Dice")).__name__, losses.Dice().name)

# %% tversky
told(losses.Tversky(), MASKS, GUESSES)
told(losses.Tversky(0.3, 0.7, axis=1), MASKS, GUESSES)

# %% tversky-of-others
show(losses.Tversky(alpha=1.0, beta=0.0)(np.zeros((2, 2)), np.ones((2, 2))), losses.tversky(np.ones(3), np.ones(3)))
show(losses.Tversky(reduction="sum", axis=1)(MASKS, GUESSES, sample_weight=[1.0, 2.0]))

# %% circle
told(losses.Circle(), KINDS, EMBEDDINGS)
told(losses.Circle(gamma=4.0, margin=0.2, remove_diagonal=False), KINDS, EMBEDDINGS)

# %% circle-of-references
show(losses.circle(KINDS[:2], EMBEDDINGS[:2], ref_labels=KINDS[2:], ref_embeddings=EMBEDDINGS[2:], remove_diagonal=False))
show(losses.circle(KINDS, EMBEDDINGS, gamma=2))
show(losses.Circle()(np.arange(6), EMBEDDINGS))

# %% categorical-hinge
told(losses.CategoricalHinge(), CLASSES, PROBABILITIES)
show(losses.categorical_hinge(CLASSES, 3 * PROBABILITIES), losses.CategoricalHinge()([[0, 1], [0, 0]], [[0.6, 0.4], [0.4, 0.6]]))

# %% categorical-focal-crossentropy
told(losses.CategoricalFocalCrossentropy(), CLASSES, PROBABILITIES)
told(losses.CategoricalFocalCrossentropy(from_logits=True, label_smoothing=0.1, gamma=3.0, alpha=0.5), CLASSES, PROBABILITIES)

# %% categorical-focal-crossentropy-of-others
show(losses.categorical_focal_crossentropy(CLASSES, PROBABILITIES, axis=0), losses.categorical_focal_crossentropy(CLASSES, np.ones((2, 4))))
fails(losses.categorical_focal_crossentropy, CLASSES, PROBABILITIES, axis=True)

# %% generalized-cross-entropy
told(losses.CategoricalGeneralizedCrossEntropy(0.3), np.array([0, 3]), PROBABILITIES)
show(losses.categorical_generalized_cross_entropy(np.array([0, 3]), tf.constant(PROBABILITIES), 0.5))
fails(losses.CategoricalGeneralizedCrossEntropy, 1.0)
fails(losses.CategoricalGeneralizedCrossEntropy, 0)
