"""Two sets of rows in pairs, with intervals: ./do compare, ./do history, ./do compilers."""
