"""The machine that is timed: its CPU, extensions, counters and name."""
