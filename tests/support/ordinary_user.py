"""Lets file modes count in tests that the administrator runs."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

_NOBODY = 65534


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Lets file modes count: the administrator, whom they do not stop, is nobody for a while."""
    is_administrator = hasattr(os, "geteuid") and os.geteuid() == 0
    if is_administrator:
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        if is_administrator:
            os.seteuid(0)
