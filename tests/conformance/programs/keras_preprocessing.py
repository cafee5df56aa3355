import random
import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import fails, near, show

sequence, text, image = (getattr(tf.keras.preprocessing, name) for name in ("sequence", "text", "image"))
steps = np.arange(12)
sentences = ["The cat sat on the mat.", "The dog, ate my homework!", "ünï"]
pictures = (np.random.RandomState(0).rand(7, 6, 5, 3) * 255).astype("float32")


def told(batch):
    for part in batch if isinstance(batch, tuple) else (batch,):
        print(np.asarray(part).dtype, np.shape(part), np.round(np.asarray(part, "float64").ravel()[::71], 2).tolist())

# %% windows-of-a-series
generator = sequence.TimeseriesGenerator(steps, steps * 2, 3, batch_size=4)
print(len(generator))
for batch in generator:
    show(*batch)

# %% windows-with-strides-and-backwards
generator = sequence.TimeseriesGenerator(np.stack([steps, steps], 1), steps, 4, sampling_rate=2, stride=2, reverse=True, start_index=1,
                                         end_index=10, batch_size=2)
print(len(generator))
show(*generator[0], *generator[1])

# %% windows-in-random-order
np.random.seed(1)
show(*sequence.TimeseriesGenerator(steps, steps, 3, shuffle=True, batch_size=4)[0])

# %% series-that-do-not-fit
fails(lambda: sequence.TimeseriesGenerator(steps, steps[:2], 3))
fails(lambda: sequence.TimeseriesGenerator(steps, steps, 30))

# %% skipgrams
random.seed(2)
print(sequence.skipgrams([1, 2, 3, 0, 4], 5, window_size=2))
print(sequence.skipgrams([1, 2, 3], 5, shuffle=False, categorical=True, negative_samples=0.5))
show(sequence.make_sampling_table(10))

# %% skipgrams-by-frequency
random.seed(3)
print(sequence.skipgrams([1, 2, 3], 5, sampling_table=sequence.make_sampling_table(5, 0.1), seed=3))
print(sequence.skipgrams([], 5), sequence.pad_sequences([[1]], maxlen=2))
show(sequence.make_sampling_table(4, 0.5))

# %% words
print(text.text_to_word_sequence(sentences[0]), text.text_to_word_sequence("a-b c", filters="", lower=False))
print(text.hashing_trick(sentences[0], 10, "md5"), text.hashing_trick("a b", 5, len), len(text.one_hot(sentences[0], 10)))
print(text.hashing_trick("aXb", 9, len, analyzer=lambda words: words.split("X")), text.text_to_word_sequence("a;b", split=";"))

# %% numbers-of-words
for options in ({}, {"num_words": 4}, {"oov_token": "<u>"}, {"num_words": 4, "oov_token": "<u>"}, {"char_level": True}, {"lower": False},
                {"analyzer": lambda words: words.split("a")}):
    tokenizer = text.Tokenizer(**options)
    tokenizer.fit_on_texts(sentences)
    print(tokenizer.word_index, sorted(tokenizer.index_docs.items()), tokenizer.document_count)
    found = tokenizer.texts_to_sequences(sentences + ["new cat", ["the", "cat"]])
    print(found, tokenizer.sequences_to_texts(found))

# %% rows-of-words
tokenizer = text.Tokenizer(num_words=6)
tokenizer.fit_on_texts(sentences)
for mode in ("binary", "count", "freq", "tfidf", "x"):
    fails(lambda: show(tokenizer.texts_to_matrix(sentences, mode)))
tokenizer = text.Tokenizer(num_words=5)
tokenizer.fit_on_sequences([[1, 2], [2]])
print(sorted(tokenizer.index_docs.items()))
show(tokenizer.sequences_to_matrix([[1, 2, 9]], "tfidf"))

# %% words-as-json
tokenizer = text.Tokenizer(oov_token="?")
tokenizer.fit_on_texts(sentences)
again = text.tokenizer_from_json(tokenizer.to_json())
print(again.texts_to_sequences(sentences), again.get_config() == tokenizer.get_config(), sorted(tokenizer.get_config()))

# %% bad-tokenizers
fails(lambda: text.Tokenizer().texts_to_matrix(["a"]))
fails(lambda: text.Tokenizer(num_words=3).texts_to_matrix(["a"], "tfidf"))
fails(lambda: text.Tokenizer(foo=1))

# %% arrays-and-sizes-of-pictures
show(image.img_to_array(np.ones((2, 3))), image.img_to_array(np.ones((1, 2, 3)), dtype="uint8"))
fails(lambda: image.img_to_array(np.ones(3)))
for size in ((3, 3), (8, 2), (2, 2, 2)):
    fails(lambda: told(image.smart_resize(pictures[0], size)))
told(image.smart_resize(tf.constant(pictures), (3, 3), interpolation="nearest"))
fails(lambda: image.smart_resize(pictures[0, 0], (3, 3)))

# %% channels-and-flips
np.random.seed(1)
told(image.random_channel_shift(pictures[0], 30, 2))
told(image.apply_channel_shift(pictures[0], 20, 2))
told(image.apply_affine_transform(pictures[0], row_axis=0, col_axis=1, channel_axis=2))
told(image.random_zoom(pictures[0], (1, 1), row_axis=0, col_axis=1, channel_axis=2))
generator = image.ImageDataGenerator(horizontal_flip=True, vertical_flip=True, channel_shift_range=9.0)
print(generator.get_random_transform((6, 5, 3), seed=1))
told(generator.random_transform(pictures[0], seed=4))

# %% bad-transforms
for make in (lambda: image.apply_affine_transform(pictures[0], row_axis=0, col_axis=0),
             lambda: image.apply_affine_transform(pictures[0], row_axis=0, col_axis=1, channel_axis=4),
             lambda: image.apply_affine_transform(pictures[0, 0], row_axis=0, col_axis=1, channel_axis=2),
             lambda: image.apply_affine_transform(pictures[0], row_axis=0, col_axis=2, channel_axis=1),
             lambda: image.random_zoom(pictures[0], (1,)), lambda: image.random_brightness(pictures[0], (1,))):
    fails(make)

# %% endless-batches-of-arrays
generator = image.ImageDataGenerator(horizontal_flip=True, rescale=1 / 255)
np.random.seed(5)
batches = generator.flow(pictures, np.arange(7), batch_size=3)
print(len(batches), batches.n)
for _ in range(4):
    told(next(batches))
batches = generator.flow(pictures, np.arange(7), batch_size=3, shuffle=False, seed=2, sample_weight=np.ones(7))
for _ in range(2):
    told(next(batches))
print(batches[2][1].tolist(), batches.total_batches_seen)
fails(lambda: batches[3])

# %% parts-of-arrays
generator = image.ImageDataGenerator(validation_split=0.3)
for part in ("training", "validation"):
    batches = generator.flow(pictures, np.arange(7) % 2, subset=part, ignore_class_split=True, shuffle=False)
    print(batches.n, next(batches)[1].tolist())
several = generator.flow((pictures, [np.arange(7), np.arange(7)]), shuffle=False, batch_size=2)
print([np.shape(part) for part in next(several)])
for make in (lambda: generator.flow(pictures, np.arange(7), subset="validation"), lambda: generator.flow(pictures, np.arange(3)),
             lambda: generator.flow(pictures[0]), lambda: generator.flow(pictures, subset="x"),
             lambda: generator.flow((pictures, np.arange(2))), lambda: generator.flow(pictures, sample_weight=np.ones(2))):
    fails(make)

# %% normalized-pictures
import warnings
warnings.simplefilter("ignore")
for options in ({"featurewise_center": True, "featurewise_std_normalization": True}, {"samplewise_std_normalization": True},
                {"preprocessing_function": lambda picture: picture / 2}, {"featurewise_std_normalization": True}):
    generator = image.ImageDataGenerator(**options)
    if "featurewise_center" in options:
        generator.fit(pictures, augment=True, rounds=2, seed=3)
        near(generator.mean, generator.std)
    told(generator.standardize(pictures[0].copy()))
generator = image.ImageDataGenerator(zca_whitening=True)
generator.fit(pictures[:3, :2, :2])
print(generator.zca_whitening_matrix.shape)

# %% warnings-of-generators
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    for options in ({"zca_whitening": True, "featurewise_std_normalization": True}, {"featurewise_std_normalization": True},
                    {"samplewise_std_normalization": True}):
        image.ImageDataGenerator(**options).standardize(pictures[0].copy())
print([str(warning.message) for warning in caught])
for options in ({"zoom_range": "ab"}, {"brightness_range": 3}, {"data_format": "x"}, {"validation_split": 2}):
    fails(lambda: image.ImageDataGenerator(**options))
fails(lambda: image.ImageDataGenerator().fit(pictures[0]))

# %% training-on-a-generator
model = tf.keras.Sequential([tf.keras.Input((6, 5, 3)), tf.keras.layers.Flatten(), tf.keras.layers.Dense(1, kernel_initializer="ones")])
model.compile("sgd", "mse")
batches = image.ImageDataGenerator(rescale=1 / 255).flow(pictures, np.arange(7), batch_size=4, shuffle=False)
near(model.fit(batches, epochs=2, verbose=0, shuffle=False).history["loss"])
near(model.predict(batches, verbose=0).shape, model.evaluate(batches, verbose=0))
