"""Layouts: where code, stack and message lie while an implementation is timed."""
