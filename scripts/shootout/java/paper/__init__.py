"""./do java: Java by the method of Hanser's paper, with its tables and figures."""
