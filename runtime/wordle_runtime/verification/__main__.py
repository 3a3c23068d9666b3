"""`python -m wordle_runtime.verification` is `wordle-tree verify` without the compiler."""

import sys

from wordle_runtime.verification.command import main

if __name__ == "__main__":
    sys.exit(main())
