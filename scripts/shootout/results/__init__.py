"""Result files and the figures in them: one reader, one definition of each figure."""
