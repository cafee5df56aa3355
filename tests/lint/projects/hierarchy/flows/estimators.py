"""What learns from data anew each time that it is asked to; subclasses in other modules predict."""


class Estimator:
    def __init__(self):
        self.model = None

    def fit(self, data):
        model, history = self._fit(data)
        self.model = model
        return history
