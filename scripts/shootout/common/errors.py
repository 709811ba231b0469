"""Errors whose text a user reads."""

from __future__ import annotations


class Trouble(Exception):
    """Something the user can mend. The text says what was wrong, where, and what to do."""


class Usage(Trouble):
    """The command line asks for something that is not there: exit status 2."""
