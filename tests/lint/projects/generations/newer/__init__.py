"""A package that is written for Keras 3, and reads the files of the other."""
