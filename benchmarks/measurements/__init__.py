"""One file per measurement. The first line of its docstring is what `python -m benchmarks list` says about it."""
