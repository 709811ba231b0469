"""What readers see: tables, comparisons, graphs, the page."""
