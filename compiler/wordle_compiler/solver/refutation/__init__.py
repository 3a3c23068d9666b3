"""Proofs that no tree keeps a limit of guesses."""
