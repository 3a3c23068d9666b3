"""Writes the measured times of README.md and docs/ from the results files, which alone are edited by hand.

`TIMES` says where a time is measured and where it is shown: a place is a file and the text around the time, which `{}`
stands for. `python scripts/write_times.py` fills in what has changed.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "benchmarks" / "results"
Place = tuple[str, str]

README, COMPILE, PROOFS = "README.md", "docs/compile.md", "docs/proofs.md"
EMBED, OPENERS, OPEN = "docs/embed.md", "docs/openers.md", "docs/open-problem.md"
GAMES, PROMISING = "docs/games.md", "open-problem-promising.csv"
TIMES: dict[Place, tuple[Place, ...]] = {
    ("first-minute.md", "| salet-any | {} |"): ((COMPILE, "7920, optimal below its opener | {} |"),),
    ("main-job.md", "| optimal, SALET, hard | original-answers / original-allowed | 8122 | {} |"): (
        (COMPILE, "the same, `--rule hard` | 8122 | {} |"),
    ),
    ("first-minute.md", "| tarse-any | {} |"): ((COMPILE, "--start tarse` | 11219 | {} |"),),
    ("first-minute.md", "| best-candidates | {} |"): ((COMPILE, "PLATE 8227 | {} |"),),
    ("first-minute.md", "`all-candidates` ({})."): (
        (COMPILE, "938 can solve all in 6 | {} |"),
        (README, "under rule candidates take {};"),
    ),
    ("first-minute.md", "| best-any | {} |"): (
        (COMPILE, "the original game and proves it, in {} on two cores."),
        (COMPILE, "best opener of 12,972, proven | SALET 7920 | {} |"),
        (README, "the best of 12,972, in {};"),
    ),
    ("first-minute.md", "| best-hard | {} |"): (
        (COMPILE, "| SALET 8122 | {} |"),
        (README, "under the hard rule 8122, in {} |"),
    ),
    ("first-minute.md", "| best-any-2023 | {} |"): ((COMPILE, "| TARSE 11219 | {} |"),),
    ("todays-game.md", "held some 560 of the 14,855 openers | {},"): (
        (COMPILE, "| {}, from a journal that held some 560 openers |"),
    ),
    ("main-job.md", "| plate | load, answer to 3 turns | 40 | {} |"): (
        (COMPILE, "| load a tree of 2315 answers and answer | | {} |"),
        (README, "| {} to load a tree of 2315 answers and answer;"),
    ),
    ("main-job.md", "| plate | session.step(feedback as code) | 5912 | {} |"): (
        (COMPILE, "(one lookup) | | {} |"),
        (README, "and answer; {} per step"),
        (EMBED, "answers in {} for a step of a session"),
        (EMBED, "One step takes {} with a feedback"),
    ),
    ("main-job.md", "| plate | session.step(feedback as text) | 5912 | {} |"): ((EMBED, "and {} with text"),),
    ("main-job.md", "| plate | next_guess(3 turns as one text) | 1192 | {} |"): (
        (EMBED, "or {} for a history of three turns."),
    ),
    ("todays-game.md", "| `wordle-check nyt` | {},"): ((PROOFS, "likely answers | 286 KB | {} |"),),
    ("certificates.md", "| 422,534 | 87,393 | 1.93 s | 4.27 s | 242 MB | {} |"): ((PROOFS, "| 423 KB | {} |"),),
    ("first-minute.md", "2026-11-26: `salet` {} ("): (
        (PROOFS, "| 14 KB | {} |"),
        (README, "a proof of 14 KB, checked in {};"),
    ),
    ("certificates.md", "| 52,547 | 829 | 72.5 s | 80.3 s | 439 MB | {} |"): (
        (PROOFS, "| 53 KB | {} |"),
        (README, "show it, and are checked in {} |"),
    ),
    ("first-minute.md", "`salet-hard` {} ("): ((PROOFS, "| 1.1 MB | {} |"),),
    ("open-problem.md", "54,508 lemmas | {}, beside other work |"): (
        (PROOFS, "| 2.6 MB | {} |"),
        (OPEN, "checked in\n{} of processor time."),
    ),
    ("certificates.md", "| 1038 | 57 | 555 ms | 694 ms | 157 MB | {} |"): (
        (PROOFS, "4 pegs and 6 colours | 1 KB | {} |"),
    ),
    ("certificates.md", "| 1043 | 58 | 502 ms | 688 ms | 157 MB | {} |"): ((PROOFS, "within 5 guesses | 1 KB | {} |"),),
    ("one-mechanism.md", "the search with two fixed guesses) | 54.7 | {} |"): (
        ("docs/analyze.md", "it in {} of processor time"),
    ),
    ("openers.md", "| original-answers, any | bounds | 12972 | {} |"): ((OPENERS, "every opener | {} | | 127 s |"),),
    ("openers.md", "| nyt-2023-answers, any | bounds | 14855 | {} |"): ((OPENERS, "every opener | 84 s | | {} |"),),
    ("openers.md", "| the best 100 proven, with worst cases | 12972 | {} |"): ((OPENERS, "| {} for 100 |"),),
    ("openers.md", "| original-answers, candidates | worst cases | 938 | {} |"): ((OPENERS, "| {} for all |"),),
    ("published.csv", "--game mastermind,,,{},processor,mastermind"): (
        (GAMES, "takes {} of processor time for 4 pegs and 6"),
    ),
    ("published.csv", "--game mastermind --colours 7,,,{},processor"): (
        (GAMES, "`--max-guesses 5`), {} for 4 pegs and"),
    ),
    ("published.csv", "--game bulls-and-cows,,,{},processor"): ((GAMES, "(11228), and {} for Bulls"),),
    ("codes.md", "| 183966, at most 7 | {} |"): ((GAMES, "--strategy minimax` takes {} of processor"),),
    ("codes.md", "| 180287, at most 7 | {} |"): ((GAMES, "`expected-size` {} (180,287"),),
    ("codes.md", "| 1352 candidates searched | {} |"): (("docs/play.md", "take {} of processor time;"),),
    ("open-problem.md", "38,657 bytes | {} |"): ((OPEN, "by the search, in {} of processor time;"),),
    ("open-problem.md", "the bundled tree and certificate | 1 | {}, beside"): (
        (OPEN, "certificate again, in {} of processor"),
    ),
    ("open-problem.md", "55,981 lemmas in 1,094,466 bytes | {} |"): ((OPEN, "LANTS it takes {}, and writes"),),
    ("open-problem.md", "TARNS, 52762; none within 5; 32,178 lemmas in 6,001,968 bytes | {} |"): (
        (OPEN, "are too few, in {} of processor time. Its"),
    ),
    ("open-problem.md", "six.tree five.proof --answers original-allowed --allowed original-allowed` | proven | {} |"): (
        (OPEN, "checked it in {} of processor time ("),
    ),
    ("open-problem.md", "no tree within 6, whatever its opener | {} | 1.2 GB"): (
        (OPEN, "in {} of processor time, that 6 guesses"),
    ),
    ("open-problem.md", "164 lemmas in 20,900 bytes | {} | 0.4 GB"): (
        (OPEN, "{} of processor time, that no tree stays within 4"),
    ),
    ("open-problem.md", "394,841 lemmas in 14,774,415 bytes | {} |"): ((OPEN, "certificate in {} of processor time:"),),
    ("open-problem.md", "hardsix.tree hardfive.proof` | proven | {} |"): ((OPEN, "The second checked it in {} of"),),
    (PROMISING, "parts,,,,52878,{}"): ((OPEN, "| PARTS | | 52878 | {} |"),),
    (PROMISING, "tarns,,,,52762,{}"): ((OPEN, "| TARNS | | 52762 | {} |"),),
    (PROMISING, "lants,52864,,,52896,{}"): ((OPEN, "| LANTS | 52864 | 52896 | {} |"),),
    (PROMISING, "perts,52872,52896,{},52949,945"): ((OPEN, "| 52949 | {} without a limit, 945 s within 6 |"),),
    (PROMISING, "perts,52872,52896,694,52949,{}"): ((OPEN, "| 52949 | 694 s without a limit, {} within 6 |"),),
}
SHOWN = r"\d[\d.,]* (?:µs|ms|s|min|seconds|minutes|hours)\b"
"""How a time is written in the docs."""
_MEASURED = r"(\d[\d.,]*) ?(ns|us|ms|min|s)?"
_SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0}


def round_time(seconds: float) -> str:
    """Returns a time as the docs show it: two digits, whole seconds from 100 s, whole minutes from half an hour."""
    if seconds >= 1800:
        return f"{seconds / 60:.0f} min"
    if seconds >= 99.5:
        return f"{seconds:.0f} s"
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= 0.1 * size:
            return f"{seconds / size:.2g} {unit}"
    return f"{seconds / 1e-6:.2g} µs"


def measured(name: str, quote: str) -> str:
    """Returns the time that stands in the results file where the quote has `{}`, as the docs show it."""
    text = (RESULTS / name).read_text(encoding="utf-8")
    ((number, unit),) = _find(quote, _MEASURED, text, name)
    return round_time(float(number.replace(",", "")) * _SECONDS[unit or "s"])


def with_times(page: str, text: str, shown: str | None = None) -> str:
    """Returns the text of a page with its times filled in, or with `shown` in place of each."""
    for source, places in TIMES.items():
        for _, quote in (place for place in places if place[0] == page):
            _find(quote, SHOWN, text, page)
            before, after = map(re.escape, quote.split("{}"))
            filled = quote.replace("{}", measured(*source) if shown is None else shown)
            text = re.sub(before + SHOWN + after, lambda _, filled=filled: filled, text)
    return text


def _find(quote: str, pattern: str, text: str, name: str) -> list[tuple[str, ...]]:
    """Returns what stands at the only place of a quote; a quote that is not there, or is there twice, is an error."""
    found = re.findall(pattern.join(map(re.escape, quote.split("{}"))), text)
    assert len(found) == 1, f"{name} has {quote!r} {len(found)} times"
    return found


def pages() -> list[str]:
    """Returns the pages that show times, as paths from the root."""
    return sorted({page for places in TIMES.values() for page, _ in places})


if __name__ == "__main__":
    for page in pages():
        path = ROOT / page
        path.write_text(with_times(page, path.read_text(encoding="utf-8")), encoding="utf-8")
