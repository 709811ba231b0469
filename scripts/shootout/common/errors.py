"""Errors whose text is printed for the user."""

from __future__ import annotations


class Trouble(Exception):
    """A failure that the user can mend. The text says what is wrong, where, and what to do."""


class Usage(Trouble):
    """A command line that asks for something that does not exist: exit status 2."""
