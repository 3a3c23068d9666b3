"""SHA-256 from the interpreter's own small module, where there is one.

`hashlib` loads OpenSSL, which costs `wordle-next` about a millisecond at its start: `python -c 'import hashlib'` takes
8.1 ms where `python -c pass` takes 7.2. The digests are the same.
"""

import sys

if sys.version_info >= (3, 12):
    try:
        from _sha2 import sha256
    except ImportError:
        from hashlib import sha256
else:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import sha256

__all__ = ["sha256"]
