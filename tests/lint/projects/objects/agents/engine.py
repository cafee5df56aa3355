from .trainer import Base


class Engine(Base):
    def fit(self, batches):
        for batch in batches:
            self.step(batch)
