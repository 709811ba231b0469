"""./do collect: check submitted files, and add the sound ones to data/."""
