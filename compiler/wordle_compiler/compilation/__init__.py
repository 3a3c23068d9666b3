"""From a strategy to a checked tree file, and the report on it."""
