"""Kernels: functions that numba compiles, each of them once, what they read and write, and when they are compiled."""
