"""./do store and ./do query: the figures of result files as Parquet, and questions to them."""
