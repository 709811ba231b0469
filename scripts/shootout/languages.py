"""The languages of a run, in the order of its stages: C's counters give Java its ticks."""

from .java.language import Java
from .run.c import C

LANGUAGES = (C(), Java())
