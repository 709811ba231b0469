"""Hand-made hostile files: each function makes one, and says which rule refuses it.

What is wrong is the only thing wrong.
"""

from lab.tune.making import FILES, REAL, Hostile

from lab.tune import archives, claims, lines, supercop

__all__ = ["FILES", "REAL", "Hostile", "archives", "claims", "lines", "supercop"]
