import settings


class Halve:
    def after(self, loop, index, loss):
        if index % 10 == 9:
            loop.rule.rate = 0.5 * loop.rule.rate


class Cool:
    def after(self, loop, index, loss):
        settings.RATES["keep"] = 0.9**index
