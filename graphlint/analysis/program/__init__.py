"""Which files there are: modules, who imports whom, which may trace anything, the generation of Keras.

Reads text and outlines; nothing is evaluated. May import `values` and `syntax`.
"""
