"""What any program needs: errors, progress, limits of memory and workers, the folder for kernels. Knows no game."""
