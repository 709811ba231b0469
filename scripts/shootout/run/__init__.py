"""A run of ./do: it builds, verifies, times, records and saves."""
