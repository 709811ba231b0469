"""From an implementation and a compiler to programs."""
