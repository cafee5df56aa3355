"""The ground floor: dtypes, shapes, errors, structures, tensors, graphs and the one way to run or record an op."""
