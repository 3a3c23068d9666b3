"""Runs the solver's searches on many machines, with Dask; the extra `distributed`.

`opening` begins, `connection` is Dask's client, and `worker_side` does in a worker what the threads of one machine do.
What goes over the network is in `solver.remote`.
"""
