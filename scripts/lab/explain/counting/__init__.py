"""Count the instructions of a hash, sort them into kinds, and find floors of their time."""
