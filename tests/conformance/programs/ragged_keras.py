import tensorflow as tf
from tell import fails, show

K = tf.keras
words = tf.ragged.constant([[1, 2, 3], [4], [5, 6]])
reals = tf.ragged.constant([[1.0, 2.0], [3.0]])
steps = tf.ragged.constant([[[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]]], ragged_rank=1)


class Mean(K.layers.Layer):
    def call(self, x):
        return tf.reduce_mean(x, axis=1)


# %% inputs
print(K.Input(shape=[None], ragged=True, name="a"), K.Input(shape=[None], dtype="int64", ragged=True).ragged, K.Input([2]).ragged, K.KerasTensor((2, None), ragged=True).ragged)
fails(K.Input, shape=[None], ragged=True, sparse=True)
layer = K.layers.InputLayer(shape=[None], ragged=True, name="words")
print(layer.get_config())

# %% layers
print(K.layers.Embedding(10, 2, embeddings_initializer="ones")(words), K.layers.Activation("relu")(reals), K.layers.ReLU()(-reals), K.layers.Dropout(0.5)(reals), K.layers.Lambda(lambda x: x * 2)(reals), K.layers.Concatenate(axis=1)([reals, reals]), K.layers.Add()([reals, reals]), K.layers.Rescaling(2.0)(reals), K.layers.GlobalAveragePooling1D()(steps))
fails(K.layers.LayerNormalization(), reals)

# %% ops
print(K.ops.sum(reals), K.ops.relu(reals), K.ops.convert_to_tensor(reals), K.ops.cast(reals, "int32"), K.ops.shape(reals), K.ops.add(reals, 1), K.ops.multiply(reals, reals))

# %% layers-of-programs
class Model(K.Model):
    def __init__(self):
        super().__init__()
        self.embed = K.layers.Embedding(10, 2, embeddings_initializer="ones")
        self.mean = Mean()
        self.dense = K.layers.Dense(1, kernel_initializer="ones")

    def call(self, x):
        return self.dense(self.mean(self.embed(x)))


model = Model()
print(Mean()(reals), model(words))
model.compile("sgd", "mse")
show(model.fit(words, tf.constant([[1.0], [2.0], [3.0]]), epochs=2, batch_size=3, shuffle=False, verbose=0).history["loss"])
show(model.predict(words, verbose=0), model.evaluate(words, tf.constant([[1.0], [2.0], [3.0]]), verbose=0))
data = tf.data.Dataset.from_tensor_slices((words, [[1.0], [2.0], [3.0]])).batch(2)
show(model.fit(data, shuffle=False, verbose=0).history["loss"])
show(model.train_on_batch(words, tf.ones([3, 1])))

# %% functional-models
inputs = K.Input([None], ragged=True, dtype="int32")
embedded = K.layers.Embedding(10, 2, embeddings_initializer="ones")(inputs)
outputs = Mean()(embedded)
model = K.Model(inputs, outputs)
print(embedded.shape, embedded.ragged, outputs.shape, outputs.ragged, model(words), model.input_shape)

# %% losses-and-metrics
print(K.losses.MeanSquaredError()(reals, reals + 1), K.metrics.Mean()(reals))
