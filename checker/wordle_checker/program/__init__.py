"""The program `wordle-check`: a certificate from its first byte to its last, with the plain or the fast checker."""
