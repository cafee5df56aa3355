"""Datasets that a function asks for, and objects that are functions of their own."""

import pandas as pd
import tensorflow as tf


class OnEach:
    """Its tests tell a dataset from an element: what is done with the one is not done with the other."""

    def __call__(self, features):
        if isinstance(features, tf.data.Dataset):
            print("not in a trace")
            return features.map(self)
        if isinstance(features, pd.Series):
            print("nor is this")
        return self.transform(features)

    def transform(self, features):
        return features


class OfEach:
    def __call__(self, features):
        print("once")  # [print-in-graph]
        return features

    def over(self, data: tf.data.Dataset):
        return data.map(self)


class ByMethod:
    def __call__(self, features):
        if isinstance(features, tf.data.Dataset):
            return features.map(self.transform)
        return self.transform(features)

    def transform(self, features):
        print("once")  # [print-in-graph]
        return features


def tables(features):
    if isinstance(features, pd.Series):
        return features.map(lambda x: print(x))
    if not isinstance(features, tf.data.Dataset):
        return features.map(lambda x: print(x))
    return features


def events(stream):
    from rx import Observable

    return Observable.from_(stream).take_while(lambda event: print(event))
