"""The evidence in a result file, and the rules that decide whether it is sound."""
