"""The driver of the benchmark: builds, verifies, times, saves, renders."""

VERSION = "20261121"
