"""`watch()`: which graph functions of a running program retrace and why, and which Python ran at traces alone.

`watch` is the public face, `hooks` what is put into TensorFlow or the runtime, `places` which code is the user's, `effects` what a
statement does, `seen` what is kept and told, `foresight` the linter's findings beside it, `shown` the report.
"""
