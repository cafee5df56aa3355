import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from tests.conformance.support.tell import fails, show


def numbers(*shape):
    """Numbers of this shape that repeat nothing."""
    count = int(np.prod(shape))
    return tf.constant(np.sin(np.arange(count) * 0.7).reshape(shape).astype("float32"))


def fill(layer):
    """The same weights in any layer of these shapes."""
    layer.set_weights([numbers(*w.shape).numpy() * 0.5 for w in layer.weights])
    return layer


def run(layer, *inputs, **kwargs):
    """The layer's outputs, with weights that depend on their shapes alone, and their masks."""
    layer(*inputs, **kwargs)
    fill(layer)
    outputs = layer(*inputs, **kwargs)
    for output in tf.nest.flatten(outputs):
        show(np.round(output, 4))
        if getattr(output, "_keras_mask", None) is not None:
            print("mask", output._keras_mask.numpy().astype(int).tolist())
    return outputs

# %% masks
x = tf.constant([[[1.0, 2.0], [0.0, 0.0], [3.0, 0.0]], [[0.0, 0.0], [0.0, 0.0], [1.0, 1.0]]])
masked = run(layers.Masking(), x)
tokens = tf.constant([[1, 2, 0], [3, 0, 0]])
embedded = run(layers.Embedding(4, 2, mask_zero=True), tokens)
for layer in (layers.Dense(2, "relu"), layers.Dropout(0.5), layers.Activation("tanh"), layers.BatchNormalization(), layers.LayerNormalization(),
              layers.TimeDistributed(layers.Dense(1)), layers.GlobalAveragePooling1D()):
    print(layer.name)
    run(layer, embedded)
run(layers.Add(), [embedded, masked])
run(layers.Concatenate(), [embedded, masked])
run(layers.BatchNormalization(), embedded, training=True)
print(layers.Flatten()(tf.ones((2, 2))).shape, layers.Masking().compute_mask(x).numpy().tolist())
loss = tf.keras.losses.MeanSquaredError()
print(float(loss(tf.zeros((2, 3, 2)), masked)), float(loss(tf.zeros((2, 3, 2)), x)))
metric = tf.keras.metrics.MeanSquaredError()
metric.update_state(tf.zeros((2, 3, 2)), masked)
print(float(metric.result()))
model = tf.keras.Sequential([layers.Embedding(4, 2, mask_zero=True), layers.LSTM(2, return_sequences=True), layers.Dense(1)])
out = model(tokens)
fill(model)
show(model(tokens))
print(model(tokens)._keras_mask.numpy().tolist())


@tf.function
def graph(tokens):
    return model(tokens)


show(graph(tokens))

# %% recurrent
x = numbers(2, 4, 3)
mask = tf.constant([[True, True, False, True], [True, False, False, False]])
for kind in (layers.LSTM, layers.GRU, layers.SimpleRNN):
    print(kind.__name__)
    run(kind(2), x)
    run(kind(2, return_sequences=True), x, mask=mask)
    run(kind(2, return_sequences=True, zero_output_for_mask=True, return_state=True), x, mask=mask)
    run(kind(2, go_backwards=True, return_sequences=True), x)
    run(kind(2, go_backwards=True, unroll=True), x, mask=mask)
    run(kind(2, use_bias=False), x)
run(layers.GRU(2, reset_after=False), x)
run(layers.LSTM(2, unit_forget_bias=False, activation="relu", recurrent_activation="tanh"), x)
layer = layers.LSTM(2)
run(layer, x, initial_state=[tf.ones((2, 2)), tf.zeros((2, 2))])
print([w.path for w in layer.weights], layer.units, layer.cell)
layer = layers.GRU(2, stateful=True)
layer(x)
fill(layer)
layer.reset_state()
for _ in range(2):
    show(layer(x))
layer.reset_state()
show(layer(x))
print(layer.compute_output_shape((2, 4, 3)), [w.shape for w in layer.weights])

# %% cells
x = numbers(2, 3, 2)
run(layers.RNN(layers.LSTMCell(2), return_sequences=True), x)
run(layers.RNN([layers.GRUCell(2), layers.SimpleRNNCell(3)], return_state=True), x)
run(layers.RNN(layers.StackedRNNCells([layers.LSTMCell(2), layers.LSTMCell(2)])), x)
cell = layers.GRUCell(2)
print(cell(tf.ones((1, 3)), [tf.zeros((1, 2))])[0].shape, cell.state_size, cell.output_size, cell.get_initial_state(2)[0].shape)


class Minimal(tf.keras.layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = self.state_size = units

    def build(self, input_shape):
        self.kernel = self.add_weight(shape=(input_shape[-1], self.units), initializer="uniform", name="kernel")
        self.recurrent_kernel = self.add_weight(shape=(self.units, self.units), initializer="uniform", name="recurrent_kernel")

    def call(self, inputs, states):
        output = tf.matmul(inputs, self.kernel) + tf.matmul(states[0], self.recurrent_kernel)
        return output, [output]


run(layers.RNN(Minimal(2)), x)
run(layers.RNN([Minimal(2), Minimal(3)]), x)
fails(lambda: layers.RNN(3))
fails(lambda: layers.LSTM(0))

# %% bidirectional-and-time-distributed
x = numbers(2, 3, 2)
mask = tf.constant([[True, True, False], [True, False, False]])
for merge in ("concat", "sum", "ave", "mul", None):
    run(layers.Bidirectional(layers.LSTM(2, return_sequences=True), merge_mode=merge), x)
layer = layers.Bidirectional(layers.GRU(2, return_state=True))
run(layer, x, mask=mask)
print([w.path for w in layer.weights], layer.forward_layer.name, layer.backward_layer.name)
run(layers.Bidirectional(layers.SimpleRNN(2), backward_layer=layers.SimpleRNN(3, go_backwards=True)), x)
run(layers.TimeDistributed(layers.Conv2D(1, 2)), numbers(1, 2, 3, 3, 1))
fails(lambda: layers.Bidirectional(layers.LSTM(2), merge_mode="max"))
fails(lambda: layers.TimeDistributed(layers.Dense(2))(tf.ones((2, 3))))

# %% convolutions
x, pictures = numbers(2, 6, 3), numbers(1, 4, 5, 2)
run(layers.Conv1D(2, 3), x)
run(layers.Conv1D(2, 2, strides=2, padding="same", activation="relu"), x)
run(layers.Conv1D(2, 2, dilation_rate=2, padding="causal", use_bias=False), x)
run(layers.Conv1D(3, 2, groups=3), x)
run(layers.Conv2D(2, (2, 3), padding="same"), pictures)
for padding in ("valid", "same"):
    run(layers.Conv2DTranspose(2, 3, strides=2, padding=padding), pictures)
    run(layers.Conv1DTranspose(1, 3, strides=2, padding=padding), x)
run(layers.Conv2DTranspose(1, 3, strides=2, padding="same", output_padding=1), pictures)
run(layers.DepthwiseConv2D(2, depth_multiplier=2), pictures)
run(layers.SeparableConv2D(2, 2), pictures)
for layer in (layers.MaxPooling1D(2), layers.AveragePooling1D(3, strides=1, padding="same"), layers.GlobalMaxPooling1D(),
              layers.GlobalAveragePooling1D(keepdims=True)):
    run(layer, x)
for layer in (layers.MaxPooling2D(2), layers.AveragePooling2D((2, 1)), layers.GlobalMaxPooling2D(), layers.GlobalAveragePooling2D(keepdims=True)):
    run(layer, pictures)
print([layer.compute_output_shape((None, 4, 5, 2)) for layer in (
    layers.Conv2DTranspose(2, 3, strides=2), layers.Conv2D(3, 2, padding="same", strides=2), layers.ZeroPadding2D(((1, 2), (0, 3))))])
fails(lambda: layers.Conv2D(2, 3)(tf.ones((2, 3))))

# %% shapes
x, pictures = numbers(2, 4, 2), numbers(1, 2, 3, 1)
for layer in (layers.ZeroPadding1D(1), layers.ZeroPadding1D((0, 2)), layers.Cropping1D(1), layers.UpSampling1D(2), layers.Permute((2, 1)),
              layers.Reshape((2, -1)), layers.Flatten()):
    print(layer.name, layer.compute_output_shape((None, 4, 2)))
    run(layer, x)
for layer in (layers.ZeroPadding2D(1), layers.ZeroPadding2D(((1, 0), (0, 1))), layers.Cropping2D(((0, 1), (1, 0))), layers.UpSampling2D((1, 2))):
    print(layer.name, layer.compute_output_shape((None, 2, 3, 1)))
    run(layer, pictures)
run(layers.RepeatVector(2), numbers(2, 3))
fails(lambda: layers.Permute((1, 3)))
fails(lambda: layers.RepeatVector("2"))

# %% merging
a, b, c = numbers(2, 3), numbers(2, 3) * 2 + 1, tf.ones((2, 3))
for kind in (layers.Add, layers.Multiply, layers.Average, layers.Maximum, layers.Minimum):
    print(kind.__name__)
    run(kind(), [a, b, c])
run(layers.Subtract(), [a, b])
run(layers.Dot(1), [a, b])
run(layers.Dot((1, 2), normalize=True), [numbers(2, 3, 2), numbers(2, 2, 3)])
run(layers.Concatenate(axis=0), [a, b])
show(layers.add([a, b]))
show(layers.concatenate([a, b], axis=1))
print(layers.Add().compute_output_shape([(None, 3), (2, 3)]), layers.Concatenate().compute_output_shape([(None, 3), (None, 4)]))
fails(lambda: layers.Add()([a, numbers(2, 2)]))
fails(lambda: layers.Add()(a))
fails(lambda: layers.Subtract()([a, b, c]))
fails(lambda: layers.Dot(1)([a, numbers(2, 2)]))

# %% regularization
tf.keras.utils.set_random_seed(7)
x = tf.ones((2, 3, 2))
for layer in (layers.SpatialDropout1D(0.5, seed=3), layers.GaussianNoise(0.5, seed=3), layers.GaussianDropout(0.5, seed=3),
              layers.Dropout(0.5, noise_shape=(None, 1, 2), seed=3)):
    print(layer.name)
    run(layer, x, training=True)
    run(layer, x)
run(layers.SpatialDropout2D(0.5, seed=3), tf.ones((1, 2, 2, 4)), training=True)
layer = layers.ActivityRegularization(l1=0.1, l2=0.01)
run(layer, x)
print([float(loss) for loss in layer.losses])
layer = layers.LSTM(2, dropout=0.5, recurrent_dropout=0.3, seed=4)
run(layer, x, training=True)
layer = layers.GRU(2, dropout=0.5, seed=4)
run(layer, x, training=True)
for name in ("max_norm", "non_neg", "unit_norm"):
    show(tf.keras.constraints.get(name)(numbers(3, 2) * 3))
dense = layers.Dense(2, kernel_constraint=tf.keras.constraints.MaxNorm(0.1), kernel_regularizer=tf.keras.regularizers.OrthogonalRegularizer(0.1))
run(dense, numbers(2, 3))
print([f"{float(loss):.5f}" for loss in dense.losses])

# %% normalisation
x = numbers(2, 3, 4)
run(layers.LayerNormalization(axis=(1, 2)), x)
run(layers.GroupNormalization(2), x)
run(layers.UnitNormalization(), x)
run(layers.Rescaling(2.0, offset=-1.0), tf.constant([[1, 2]]))
layer = layers.Normalization()
layer.adapt(numbers(6, 3).numpy())
show(layer(numbers(2, 3)))
show(layer.mean)
show(layer.variance)
print([w.name for w in layer.weights], int(layer.count))
layer = layers.Normalization(axis=None)
layer.adapt(tf.data.Dataset.from_tensor_slices(numbers(6, 3)).batch(2))
show(layer(numbers(2, 3)))
show(layers.Normalization(mean=[1.0, 2.0], variance=[4.0, 9.0])(tf.ones((1, 2))))
show(layers.Normalization(mean=3.0, variance=4.0, invert=True)(tf.ones((1, 2))))
fails(lambda: layers.Normalization(mean=1.0))

# %% attention
query, value = numbers(2, 3, 4), numbers(2, 2, 4) + 0.5
mask = [tf.constant([[True, True, False], [True, False, False]]), tf.constant([[True, False], [True, True]])]
run(layers.Attention(), [query, value])
run(layers.Attention(use_scale=True, score_mode="concat"), [query, value], mask=mask)
run(layers.Attention(), [query, query], use_causal_mask=True, return_attention_scores=True)
run(layers.AdditiveAttention(), [query, value, value * 2])
layer = layers.MultiHeadAttention(2, 3)
run(layer, query, value)
print([(w.path, tuple(w.shape)) for w in layer.weights])
run(layers.MultiHeadAttention(2, 3, value_dim=2, output_shape=5, use_bias=False), query, value, return_attention_scores=True)
run(layers.MultiHeadAttention(1, 2), query, query, use_causal_mask=True)
run(layers.MultiHeadAttention(1, 2), query, value, attention_mask=tf.constant([[[True, False]] * 3] * 2))
embedded = layers.Embedding(4, 4, mask_zero=True, embeddings_initializer="ones")(tf.constant([[1, 2, 0], [3, 0, 0]]))
run(layers.MultiHeadAttention(1, 2), embedded, embedded)
fails(lambda: layers.MultiHeadAttention(0, 2))
fails(lambda: layers.Attention()(query))
run(layers.EinsumDense("abc,cd->abd", output_shape=(None, 2), bias_axes="d"), query)
run(layers.EinsumDense("...x,xy->...y", output_shape=3, activation="relu"), query)

# %% activations
x = tf.constant([[-7.0, -1.0, 0.0, 0.5, 4.0, 8.0]])
for layer in (layers.ReLU(max_value=6.0, negative_slope=0.1, threshold=1.0), layers.ReLU(), layers.LeakyReLU(0.2), layers.ELU(0.5),
              layers.PReLU(alpha_initializer=tf.keras.initializers.Constant(0.25)), layers.Softmax(), layers.Activation("mish")):
    print(layer.name)
    show(layer(x))
show(layers.Softmax()(x, mask=tf.constant([[True, True, False, True, True, False]])))
for name in ("hard_silu", "log_sigmoid", "selu", "gelu", "softsign", "exponential", "relu6", "hard_sigmoid"):
    show(tf.keras.activations.get(name)(x / 4))

# %% fans-of-einsum-weights
import tensorflow as tf
from tell import show
keras = tf.keras
def made(make, *shapes):
    keras.utils.set_random_seed(3)
    layer = make()
    layer(*[tf.ones(shape) for shape in shapes])
    show(*[tf.reshape(weight, [-1])[:4] for weight in layer.get_weights()])
for initializer in "glorot_uniform", "he_normal", "lecun_uniform", "random_normal", keras.initializers.GlorotNormal(seed=1), keras.initializers.GlorotUniform(2, input_axes=[0], output_axes=[1]):
    made(lambda: keras.layers.EinsumDense("abc,cde->abde", output_shape=(None, 5, 6), bias_axes="de", kernel_initializer=initializer), [2, 3, 4])
    made(lambda: keras.layers.EinsumDense("abcd,cde->abe", output_shape=(None, 5), kernel_initializer=initializer), [2, 3, 4, 6])
    made(lambda: keras.layers.EinsumDense("abc,bcd->abd", output_shape=(3, 5), kernel_initializer=initializer), [2, 3, 4])
    made(lambda: keras.layers.MultiHeadAttention(2, 3, value_dim=4, kernel_initializer=initializer), [1, 4, 5], [1, 4, 5])
print(keras.initializers.GlorotUniform().get_config())
