"""The command `wordle-next`."""
