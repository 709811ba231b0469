"""The languages of a run. C is the first: Java's ticks are those of its counter."""

from ..java.java import Java
from ..run.c import C
from ..run.language import Language

LANGUAGES: tuple[Language, ...] = (C(), Java())
