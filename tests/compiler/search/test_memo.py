"""The memo: a hash never stands for a set, exact totals and higher bounds replace lower ones, a full memo forgets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wordle_compiler.search.memo import EXACT, LOWER, Memo, find, new_memo, store


def words(*values: int) -> np.ndarray:
    return np.array(values, np.uint16)


def get(memo: Memo, key: np.uint64, head: np.ndarray, members: np.ndarray) -> tuple[int, int] | None:
    """Returns the stored total and its kind, or None."""
    slot = find(memo, key, head, members)
    return None if slot < 0 else (int(memo.value[slot]), int(memo.kind[slot]))


@given(
    st.lists(
        st.tuples(
            st.integers(1, 3),
            st.integers(1, 4),
            st.sets(st.integers(0, 5), min_size=1),
            st.integers(1, 20),
            st.booleans(),
        ),
        max_size=60,
    )
)
def test_the_memo_never_says_what_was_not_stored(entries: list[tuple[int, int, set[int], int, bool]]) -> None:
    # Few keys for many sets in little memory: whatever is found must have been stored for just that set.
    memo = new_memo(16, 48)
    exact: dict[tuple[int, int, tuple[int, ...]], int] = {}
    bounds: dict[tuple[int, int, tuple[int, ...]], set[int]] = {}
    for key, left, members, value, is_exact in entries:
        entry = (key, left, tuple(sorted(members)))
        if is_exact:
            value = exact.setdefault(entry, value)
        else:
            bounds.setdefault(entry, set()).add(value)
        store(memo, np.uint64(key), words(left), words(*entry[2]), value, EXACT if is_exact else LOWER)
        found = get(memo, np.uint64(key), words(left), words(*entry[2]))
        if found is not None:
            assert found[0] == exact[entry] if found[1] == EXACT else found[0] in bounds[entry]
    for key, left, members in {**exact, **bounds}:
        found = get(memo, np.uint64(key), words(left), words(*members))
        if found is not None:
            total, kind = found
            assert total == exact[key, left, members] if kind == EXACT else total in bounds[key, left, members]
