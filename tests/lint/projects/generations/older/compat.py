try:
    import tf_keras as keras
except ImportError:
    import keras
