"""What is known of numbers and dtypes: their values, the lengths of loops, whether they vary from call to call."""
