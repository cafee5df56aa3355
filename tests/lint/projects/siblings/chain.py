def run(sampler, x, steps, adapt=None):
    for _ in range(steps):
        x = sampler.one(x)
        if adapt is not None:
            adapt.update(sampler, float(x))
    return x
