from fuzzing import run_seeds

# Random programs: `python -m tests.conformance.fuzz_autograph --print --seed N` shows the one of a seed.

# %% seeds-0-to-19
run_seeds(0)

# %% seeds-20-to-39
run_seeds(20)

# %% seeds-40-to-59
run_seeds(40)

# %% seeds-60-to-79
run_seeds(60)

# %% seeds-80-to-99
run_seeds(80)

# %% seeds-100-to-119
run_seeds(100)

# %% seeds-120-to-139
run_seeds(120)

# %% seeds-140-to-159
run_seeds(140)

# %% seeds-160-to-179
run_seeds(160)

# %% seeds-180-to-199
run_seeds(180)

# %% seeds-200-to-219
run_seeds(200)

# %% seeds-220-to-239
run_seeds(220)

# %% seeds-240-to-259
run_seeds(240)

# %% seeds-260-to-279
run_seeds(260)

# %% seeds-280-to-299
run_seeds(280)
