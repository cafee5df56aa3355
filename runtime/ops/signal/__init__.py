"""Ops of `tf.signal`: Fourier and cosine transforms, frames, windows, mel."""
