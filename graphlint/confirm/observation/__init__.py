"""In the child process: what the program does, call by call, and the state that it leaves."""
