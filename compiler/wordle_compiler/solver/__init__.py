"""The solver: runs searches of one opener or of all openers in worker threads, and records what they prove."""
