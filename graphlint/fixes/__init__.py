"""`graphlint fix`: which edits are offered, and the proof that each mends what it is made for."""
