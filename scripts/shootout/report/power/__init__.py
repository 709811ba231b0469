"""The graph of power and of energy per byte, on the pages of report/graphs."""
