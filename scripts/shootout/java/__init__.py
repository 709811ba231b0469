"""Java as one more language: its implementations, its VMs as compilers, and its programs."""
