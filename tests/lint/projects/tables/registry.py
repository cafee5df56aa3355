"""A dict that is called as a decorator."""


class Registry(dict):
    def __call__(self, *names):
        def register(made):
            for name in names:
                self[name] = made
            return made

        return register

    def create(self, name, *arguments):
        return self[name](*arguments)


RULES = Registry()
