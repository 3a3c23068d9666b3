"""`python -m wordle_runtime.next` is `wordle-next`."""

import sys

from wordle_runtime.next.command import main

if __name__ == "__main__":
    sys.exit(main())
