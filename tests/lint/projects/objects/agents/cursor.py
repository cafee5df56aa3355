"""What its properties do is told where other modules read them in a graph."""


class Cursor:
    def __init__(self, values):
        self.values = values
        self.reset()

    def reset(self):
        self.rest = self.values

    @property
    def state(self):
        return self.rest

    @property
    def loud(self):
        print("reading")
        return self.values
