"""Asks the checker in both its modes about drawn claims, and says where a verdict is wrong.

    python tests/support/hostile_verdicts.py FIRST END N_SPOILT

prints a line of JSON for each game, so that a process that dies tells how far it came. A verdict that takes more than
a minute of processor time, or memory that a process may not have, is a fault.
"""

import io
import json
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from hostile_claims import Claim, claims_of

from wordle_checker import CertificateError, check

_LONGEST = 300
_MOST_SECONDS = 60
_MOST_MEMORY = 4 << 30


@dataclass
class Tally:
    """What came of some claims.

    Attributes:
        counts: How many claims were `true`, `false` or neither, with what the checker said.
        faults: Verdicts that are wrong, or that differ between the modes, each in a line.
        slowest: The most seconds of processor time that one verdict took.
    """

    counts: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    slowest: float = 0.0

    def ask(self, claims: Iterable[Claim], label: str = "") -> None:
        """Asks both modes about each claim."""
        for claim in claims:
            started = time.process_time()
            plain = verdict(claim, plain=True)
            between = time.process_time()
            fast = verdict(claim, plain=False)
            self.slowest = max(self.slowest, between - started, time.process_time() - between)
            kind = "true" if claim.is_true else "false" if claim.wrong else "may be refused"
            self.counts[f"{kind}: {plain[0]}"] += 1
            said = f"{label} {claim.name} ({'; '.join(claim.wrong)})"
            for mode, found in (("plain", plain), ("fast", fast)):
                if (claim.is_true and found[0] != "proven") or (claim.wrong and found[0] == "proven"):
                    self.faults.append(f"{said}: {kind}, but {mode} says {': '.join(found)}"[:_LONGEST])
            if plain != fast:
                self.faults.append(f"{said}: {': '.join(plain)}, but fast says {': '.join(fast)}"[:_LONGEST])


def verdict(claim: Claim, *, plain: bool) -> tuple[str, str]:
    """Returns what the checker says: "proven" and the number of lemmas, or "refused" and the message."""
    try:
        # Whatever the number of threads, the verdict is the same.
        certificate, n_workers = io.BytesIO(claim.certificate), 1 + 2 * (len(claim.certificate) % 2)
        proof = check(
            claim.tree,
            certificate,
            claim.answers,
            claim.allowed,
            plain=plain,
            n_workers=n_workers,
            seconds=_MOST_SECONDS,
            clock=time.process_time,
        )
    except CertificateError as error:
        return "refused", str(error)
    return "proven", str(proof.n_lemmas)


def main() -> None:
    first, end, n_spoilt = map(int, sys.argv[1:4])
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    for number in range(first, end):
        print(json.dumps({"begins": number}), flush=True)
        tally = Tally()
        claims = list(claims_of(number, n_spoilt))
        tally.ask(claims, f"game {number}:")
        n_codes = max((claim.n_codes for claim in claims), default=0)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
        print(json.dumps({**vars(tally), "n_codes": n_codes, "peak": peak}), flush=True)


if __name__ == "__main__":
    main()
