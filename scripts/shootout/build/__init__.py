"""Compilers, cells (an implementation with a compiler), and the programs built from them."""
