"""Hand-made hostile files: each function makes one, and says which rule refuses it.

What is wrong is the only thing wrong.
"""

from . import archives, claims, lines, supercop
from .making import FILES, REAL, Hostile

__all__ = ["FILES", "REAL", "Hostile", "archives", "claims", "lines", "supercop"]
