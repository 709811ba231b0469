"""./do java: the method, tables and figures of Hanser's paper on Java."""
