from fuzzing import run_seeds

# Random programs: python -m tests.conformance.fuzz_autograph --print --seed N shows one.


# %% seeds-0-to-9
run_seeds(0)

# %% seeds-10-to-19
run_seeds(10)

# %% seeds-20-to-29
run_seeds(20)

# %% seeds-30-to-39
run_seeds(30)

# %% seeds-40-to-49
run_seeds(40)

# %% seeds-50-to-59
run_seeds(50)

# %% seeds-60-to-69
run_seeds(60)

# %% seeds-70-to-79
run_seeds(70)

# %% seeds-80-to-89
run_seeds(80)

# %% seeds-90-to-99
run_seeds(90)

# %% seeds-100-to-109
run_seeds(100)

# %% seeds-110-to-119
run_seeds(110)

# %% seeds-120-to-129
run_seeds(120)

# %% seeds-130-to-139
run_seeds(130)

# %% seeds-140-to-149
run_seeds(140)

# %% seeds-150-to-159
run_seeds(150)

# %% seeds-160-to-169
run_seeds(160)

# %% seeds-170-to-179
run_seeds(170)

# %% seeds-180-to-189
run_seeds(180)

# %% seeds-190-to-199
run_seeds(190)

# %% seeds-200-to-209
run_seeds(200)

# %% seeds-210-to-219
run_seeds(210)

# %% seeds-220-to-229
run_seeds(220)

# %% seeds-230-to-239
run_seeds(230)

# %% seeds-240-to-249
run_seeds(240)

# %% seeds-250-to-259
run_seeds(250)

# %% seeds-260-to-269
run_seeds(260)

# %% seeds-270-to-279
run_seeds(270)

# %% seeds-280-to-289
run_seeds(280)

# %% seeds-290-to-299
run_seeds(290)
