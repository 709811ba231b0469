"""Tell which compiler and options are worth what."""
