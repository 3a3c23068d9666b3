"""The exact search on many machines, with Dask; the extra `distributed`.

The client side (`fleet`, `settling`) cuts the search into tasks and combines their results. The
workers (`task_runner`, `worker_state`, `cancellation`) run the tasks with the same kernels as the threads of one
machine. `messages` defines everything that the two sides exchange. On the client side, only `connection` and `opening`
use Dask.
"""
