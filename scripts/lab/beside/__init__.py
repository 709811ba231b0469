"""The library beside the code that it calls, and beside other libraries."""
