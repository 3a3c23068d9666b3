"""Runs the solver's searches on many machines, with Dask; the extra `distributed`.

`opening` begins, `connection` is Dask's client, `worker_side` holds what Dask calls in a worker, and `piece_runner`
does there what the threads of one machine do. What goes over the network is in `solver.remote`.
"""
