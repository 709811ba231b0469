"""Traces that measuring leaves: what else follows from samples, and has to be forged, too."""
