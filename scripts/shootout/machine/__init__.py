"""The machine that is timed: its processor, extensions, counters and name."""
