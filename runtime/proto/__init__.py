"""Protocol buffers without `protobuf`: the wire format, and tables of the messages that TensorFlow's files are made of."""
