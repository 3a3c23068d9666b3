"""Checks a tree file: every answer is played out, and every claim that follows from it is compared."""
