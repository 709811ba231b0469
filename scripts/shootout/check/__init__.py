"""Is a result file sound? What a file says is gathered as evidence, and rules judge it."""
