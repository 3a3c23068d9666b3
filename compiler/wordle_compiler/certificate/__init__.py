"""Writes the proof that no tree is better: the optimality certificate of `trees/wordle_trees/CERTIFICATE.md`."""
