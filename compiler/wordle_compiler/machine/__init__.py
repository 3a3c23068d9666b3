"""What any program has: errors, progress, limits of memory and workers, the folder for kernels. Knows no game."""
