from flows.inference import Inference


class Learner(Inference):  # [outer-value-frozen-in-graph]
    def learn(self, data):
        self._learn(data)
        return self.inspect()

    def _learn(self, data):
        self.models = [f"{data}/model"]


class Near(Learner):
    """Told of its base."""
