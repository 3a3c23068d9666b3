"""The progress of a proof: how many openers were settled in which way, and the estimated time left."""

from __future__ import annotations

from collections import deque

_RECENT = 200
_ENOUGH_RESULTS = 20
_ENOUGH_SECONDS = 2.0


class TimeLeft:
    """Counts settled openers and estimates the time left from the recent ones.

    A bound takes less time than a search, and the share of searches changes as the proof advances. So each kind has its
    own mean time, and the share is taken from the last few hundred openers.
    """

    def __init__(self, n_openers: int, n_workers: int, *, n_done: int = 0) -> None:
        """Starts counting; `n_done` openers were settled before and do not affect the estimate."""
        self._n_openers = n_openers
        self._n_workers = n_workers
        self.n_refuted = 0
        self.n_searched = 0
        self._n_done_before = n_done
        self._seconds = 0.0
        self._recent: deque[bool] = deque(maxlen=_RECENT)
        self._seconds_of: dict[bool, deque[float]] = {is_search: deque(maxlen=_RECENT) for is_search in (False, True)}

    @property
    def n_done(self) -> int:
        """How many openers are settled, including those known before."""
        return self._n_done_before + self.n_refuted + self.n_searched

    def add(self, *, is_search: bool, seconds: float) -> None:
        """Counts an opener and the time one worker spent on it."""
        if is_search:
            self.n_searched += 1
        else:
            self.n_refuted += 1
        self._seconds += seconds
        self._recent.append(is_search)
        self._seconds_of[is_search].append(seconds)

    def describe(self) -> str:
        """Returns `about 3 min left`, or `time left unknown` while too little is known."""
        if len(self._recent) < _ENOUGH_RESULTS or self._seconds < _ENOUGH_SECONDS:
            return "time left unknown"
        mean = {kind: sum(times) / len(times) if times else 0.0 for kind, times in self._seconds_of.items()}
        n_left = self._n_openers - self.n_done
        n_searches = self._expect_searches(n_left)
        seconds = n_searches * mean[True] + (n_left - n_searches) * mean[False]
        return f"about {_in_words(seconds / self._n_workers)} left"

    def _expect_searches(self, n_left: int) -> float:
        """Estimates how many of the remaining openers need a search.

        The most promising openers come first, so the share that needs one falls. The estimate assumes that it keeps
        falling by the factor between the older and the newer half of the recent openers.
        """
        kinds = list(self._recent)
        half = len(kinds) // 2
        older, newer = sum(kinds[:half]) / half, sum(kinds[half:]) / (len(kinds) - half)
        if newer >= older:
            return newer * n_left
        factor = newer / older
        return min(newer * n_left, half * newer * factor / (1 - factor))


def _in_words(seconds: float) -> str:
    """Formats a time: in seconds up to two minutes, in minutes up to two hours, then in hours."""
    if seconds < 120:
        return f"{max(1, round(seconds))} s"
    return f"{round(seconds / 60)} min" if seconds < 7200 else f"{round(seconds / 3600)} h"
