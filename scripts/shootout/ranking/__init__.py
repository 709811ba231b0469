"""Which program is faster, and how sure is that: ratios with intervals, verdicts in words."""
