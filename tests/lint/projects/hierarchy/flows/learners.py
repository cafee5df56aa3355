"""What is told of a base class is not told again of each that derives from it."""

from flows.learning import Learner


class Forest(Learner):
    pass


class Boosted(Learner):
    pass
