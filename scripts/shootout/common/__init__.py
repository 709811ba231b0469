"""Helpers for every other package: errors, paths, processes, atomic files."""
