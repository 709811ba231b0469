"""The driver of the benchmark: it builds, verifies, times, saves and renders."""
