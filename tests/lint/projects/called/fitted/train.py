"""Fits the model, and tries it."""

import tensorflow as tf

from fitted.models import Classifier

model = Classifier()
y = model(tf.ones([2, 3]))
model.compile("sgd", "mse")
model.fit(tf.ones([2, 3]), tf.ones([2, 3]))
