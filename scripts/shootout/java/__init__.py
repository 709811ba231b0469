"""Java as a language: its implementations, its VMs as compilers, and its programs."""
