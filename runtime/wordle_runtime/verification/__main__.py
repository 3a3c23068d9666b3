"""`python -m wordle_runtime.verification` is `wordle-tree verify` without the compiler."""

import os
import sys

from wordle_runtime.verification.command import main

if __name__ == "__main__":
    os._exit(main(sys.argv[1:]))
