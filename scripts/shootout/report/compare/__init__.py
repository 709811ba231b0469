"""Compare two result files, or two implementations in one: ratios with confidence intervals."""
