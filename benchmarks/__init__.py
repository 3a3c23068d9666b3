"""What the project claims, measured: `python -m benchmarks list` names the measurements."""
