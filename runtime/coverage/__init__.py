"""Which of TensorFlow's names a program uses, and which of these the runtime lacks: ``python -m runtime.coverage FOLDER``.

The program is read, never run. What TensorFlow 2.21 has is known from a recorded list, so that names it has not either are told apart.
"""

from runtime.coverage.measurement import Coverage, Name, measure

__all__ = ["Coverage", "Name", "measure"]
