"""Writes down why no tree does better: the optimality certificate of `trees/wordle_trees/CERTIFICATE.md`."""
