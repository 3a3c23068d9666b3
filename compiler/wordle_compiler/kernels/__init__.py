"""Kernels: functions that numba compiles once each, the arrays they share, and the compilation itself."""
