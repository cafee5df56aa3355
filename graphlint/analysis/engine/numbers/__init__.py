"""What is known of numbers and dtypes.

`number` is the domain: the one that a number is, or what makes it vary. `expressions` is its one interpreter; `lengths` asks it in one
activation of a trace, for the turns of loops; `records` asks it for what records are made with. `dtypes` stands apart: it tells the dtype
of tensors, of which none has a value that varies from call to call, and looks no further than one function.
"""
