"""Layers that prepare data for models: texts, categories, numbers and images. They work in models, in datasets and by themselves."""

from runtime.keras.layers.preprocessing.affine import RandomRotation, RandomTranslation, RandomZoom
from runtime.keras.layers.preprocessing.discretization import Discretization
from runtime.keras.layers.preprocessing.encoding import CategoryEncoding
from runtime.keras.layers.preprocessing.hashing import HashedCrossing, Hashing
from runtime.keras.layers.preprocessing.images import CenterCrop, Resizing
from runtime.keras.layers.preprocessing.lookups import IntegerLookup, StringLookup
from runtime.keras.layers.preprocessing.normalization import Normalization, Rescaling
from runtime.keras.layers.preprocessing.random_images import RandomBrightness, RandomContrast, RandomCrop, RandomFlip
from runtime.keras.layers.preprocessing.text_vectorization import TextVectorization
