"""Makes the model, and calls it."""

import tensorflow as tf

from scored.models import Scorer

model = Scorer()
scores = model(tf.ones([2, 3]))
