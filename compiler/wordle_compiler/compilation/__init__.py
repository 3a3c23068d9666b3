"""Compiles a strategy to a checked tree file, and reports on it. The only writer of the tree format."""
