"""What every other package may use: errors, paths, processes, files that appear whole."""
