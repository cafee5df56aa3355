"""What happens between the calls of graph functions: what runs again, what is written, what is made anew.

May import `trace` and what is below.
"""
