"""Metrics of TensorFlow 1: each is a tensor with the value so far, and an operation that takes a batch into account.

    common   their Variables, and how predictions, labels and weights are brought into line
    means    means, errors, accuracies
    counts   true and false positives and negatives, and what is made of them
    top      what stands among the k best predictions
"""
