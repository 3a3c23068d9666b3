"""The commands `wordle-compile` and `wordle-tree`: each opens, calls the library, and prints. One file per command."""
