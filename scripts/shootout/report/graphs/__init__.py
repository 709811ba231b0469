"""The graphs, as PDF and SVG."""
