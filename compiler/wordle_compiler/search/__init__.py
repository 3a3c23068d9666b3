"""The exact search: its kernels, what they remember, and the tree nodes that come out of them."""
