"""What the words of the command line do, on top of all other packages."""
