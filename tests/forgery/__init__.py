"""A forger of whole runs: it remakes all sums, and knows how samples look. See rates.py."""
