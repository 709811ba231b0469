"""Which program is faster, and is it sure: ratios with intervals, verdicts, their sentences."""
