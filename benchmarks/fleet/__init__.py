"""A Dask fleet on this machine for the measurements of the cluster: its processes, their traffic, a search replayed."""
