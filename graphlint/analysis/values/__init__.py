"""The domain, plain data: places, scalars, tensors, conditions, events, activations, graph functions, offences.

What these ask of the engine stands as a Protocol in heap.py. May import `syntax`.
"""
