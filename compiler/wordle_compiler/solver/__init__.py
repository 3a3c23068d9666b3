"""The solver: starts searches in worker threads, one opener or all of them, and keeps what they prove."""
