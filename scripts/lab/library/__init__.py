"""A library of the fastest implementations, chosen by measurements: `./do library`."""
