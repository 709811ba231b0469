"""Graphs as PDF and SVG."""
