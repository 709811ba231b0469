"""`./do claims`: what the papers state, computed from our figures."""
