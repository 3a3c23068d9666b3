"""`python -m wordle_runtime` is `wordle-next`."""

import sys

from wordle_runtime.next_command import main

if __name__ == "__main__":
    sys.exit(main())
