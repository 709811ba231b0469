"""The energy that the fastest implementations take: ./do energy."""
