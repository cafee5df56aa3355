import tensorflow.keras as keras
