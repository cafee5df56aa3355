"""A package that is built on Keras 2, as its helpers tell."""
