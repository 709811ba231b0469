"""Studies of results: what few users need; each command is loaded when it is asked for."""
