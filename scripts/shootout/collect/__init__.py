"""Strangers' result files, checked, into data/."""
