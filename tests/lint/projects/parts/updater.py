class Updater:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    def replace(self, optimizer):
        self.optimizer = optimizer

    def apply(self, gradients, variables):
        self.optimizer.apply_gradients(zip(gradients, variables))
