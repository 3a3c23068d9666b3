"""The fast checker: the plain checker's steps as kernels, and chapters side by side in threads."""
