"""Types of programs that TensorFlow takes for its own (`tf.experimental.ExtensionType`).

    immutable       the mapping in which fields are kept
    annotations     which annotations a field may have, and how values are brought to them
    fields          the fields of a class, and its constructor
    spec, types     the base of the specs, and that of the values
    batching        values that can be rows of others
    anonymous       what stands for a type that a SavedModel names and the program does not have
"""
