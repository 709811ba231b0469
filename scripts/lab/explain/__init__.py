"""Tell why an implementation is as fast as it is, from what is timed and counted."""
