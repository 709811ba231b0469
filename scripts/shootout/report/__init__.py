"""Output for readers: tables, comparisons, graphs, the page."""
