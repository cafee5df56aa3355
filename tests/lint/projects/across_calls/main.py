"""What lies between the calls of graph functions of another module: shapes that vary, attributes of tensors."""

import numpy as np
import tensorflow as tf

import arrays
import steps

x = tf.constant(1.0)
x.unit = "km"
steps.convert(x)
print(steps.labelled(x).label)  # miss: [attribute-of-traced-tensor]

trainer = steps.Trainer()
seen = np.zeros([0, 2], np.float32)
for n in range(10):
    steps.total(arrays.ones(n))  # [retrace-by-shape]
    steps.total(arrays.fixed(n))
    steps.relaxed(arrays.ones(n))
    seen = np.vstack([seen, arrays.fixed(n)])
    trainer.step(seen)  # [retrace-by-shape]
