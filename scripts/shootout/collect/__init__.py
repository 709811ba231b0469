"""./do collect: check strangers' result files, and copy the sound ones to data/."""
