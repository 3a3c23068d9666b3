"""The exact search: its kernels, its memo, and the trees it produces."""
