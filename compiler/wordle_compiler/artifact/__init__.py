"""The tree file: what is written down in FORMAT.md, and how it gets its bytes."""
