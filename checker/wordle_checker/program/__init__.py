"""The program `wordle-check`: checks a whole certificate, with the plain or the fast checker."""
