"""Reads trees in the text layout of published Wordle trees, checks them, and makes tree files."""
