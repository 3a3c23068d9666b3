"""The commands `wordle-compile`, `wordle-analyze` and `wordle-tree`: each opens, calls the library, and prints.

One file per family of commands.
"""
