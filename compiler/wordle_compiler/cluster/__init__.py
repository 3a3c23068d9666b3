"""The exact search on many machines, by way of Dask; the extra `distributed`.

This side (`dispatch`, `settling`, `growing`) cuts the search into tasks and puts their results together; the workers
(`task_runner`, `worker_state`, `cancellation`) do them
with the same kernels as the threads of one machine. `messages` is all that the
two say to each other, and `connection` and `opening` are all that knows Dask on this side.
"""
