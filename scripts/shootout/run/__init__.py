"""One run of ./do: builds, verifies, times, records, saves."""
