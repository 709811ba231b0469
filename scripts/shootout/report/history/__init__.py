"""Show the figures of a machine over its runs, with verdicts where two differ."""
