"""./do tune: orders and registers of straight-line code, and the search for better ones."""
