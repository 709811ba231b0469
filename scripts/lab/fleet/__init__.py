"""Runs of the benchmark on the nodes of a Slurm cluster."""
