"""The fast checker: the plain checker's rules as kernels, and chapters in parallel threads."""
