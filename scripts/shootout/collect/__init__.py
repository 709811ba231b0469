"""Collection of strangers' result files: checked, then stored in data/."""
