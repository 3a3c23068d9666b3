"""Shows that no tree keeps a limit of guesses, by small parts of the answers that no tree solves in one guess less."""
