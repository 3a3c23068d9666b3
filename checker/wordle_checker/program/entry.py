"""`wordle-check`: reads the command line, checks, prints. The work is in `checking.py`.

It imports only what `pip install wordle-tree` installs, so that a missing extra is reported in one line.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import wordle_trees
from wordle_checker.errors import CertificateError
from wordle_checker.program.checking import check
from wordle_runtime import load
from wordle_runtime.command_line import DONE, CommandLine, Console, UsageError, json_text, parse_options
from wordle_runtime.words import read_words, words_allowed_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_checker.statements import Progress

NOT_PROVEN = 1
_MOST_WORKERS = 256
_SECONDS, _MOST_SECONDS = 4 * 3600, 9_999_999
_FASTEST, _SLOWEST = 1e-11, 4e-10
"""The processor seconds that the bundled certificates take for each pair of answer and guess in each lemma."""

OPTIONS = {
    "answers": ("LIST", "the possible answers: a file, or a bundled list [default: found by the digest in TREE]"),
    "allowed": ("LIST", "the allowed guesses: a file, or a bundled list [default: found by the digest in TREE]"),
    "workers": ("N", f"threads, 1 to {_MOST_WORKERS}; -j N does the same [default: one per processor]"),
    "time-limit": ("S", "the seconds that the check may take [default: 4 hours]; after that it ends with status 1"),
    "plain": ("", "check in plain Python, without numpy and numba: for small games"),
    "json": ("", "print the result as one JSON object; docs/json.md lists its keys"),
    "completion": ("SHELL", "print the script that completes options: bash, zsh or fish"),
    "version": ("", "print the version"),
    "help": ("", "print this help; -h does too"),
}
_HELP = """\
Usage: wordle-check [OPTIONS] TREE [CERTIFICATE]

Checks that CERTIFICATE proves TREE to be optimal.

TREE is a file, or the name of a bundled tree. CERTIFICATE may be left out if TREE is a bundled tree that has a bundled
certificate.

The check recomputes every lemma of the certificate by the rules of CERTIFICATE.md, with independent code. By default it
finds the lists by the digests in TREE; --answers and --allowed name them explicitly. If TREE has likely answers, the
proof is about these alone, and --answers names them.

Options:
{options}

Examples:
  wordle-check salet
  wordle-compile --start salet --certificate salet.proof
  wordle-check salet.optimal.any.tree salet.proof --answers original-answers --allowed original-allowed

Exit status: 0 proven; 1 not proven, with the first error found; 2 the command line, the tree or a list is invalid; 130
stopped by Ctrl-C or SIGTERM.
"""


def check_command(argv: Sequence[str] | None = None) -> int:
    """Runs `wordle-check` and returns its exit status, as in the help; 141 if nobody reads the output any more.

    Args:
        argv: The arguments after the command's name; None means those of the process.
    """
    console = Console("wordle-check")
    given = sys.argv[1:] if argv is None else argv
    # `-j N`, `-jN` and `-j=N`.
    arguments = ["--workers" if one == "-j" else re.sub(r"^-j=?(?=\d)", "--workers=", one) for one in given]
    if argv is None:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
    status = console.run(OPTIONS, _HELP, lambda: parse_options(OPTIONS, arguments), lambda line: _check(line, console))
    if argv is None and "numba" in sys.modules:
        # The interpreter's own end takes compiled kernels apart, and may crash there. A thread that compiles a kernel
        # after Ctrl-C cannot be interrupted, either; all other threads have ended.
        os._exit(status)
    return status


def _check(line: CommandLine, console: Console) -> int:
    """Checks what the command line names, says what came of it, and returns the exit status."""
    if not 1 <= len(line.words) <= 2:
        raise UsageError(f"give TREE and CERTIFICATE, not {len(line.words)} arguments; --help lists the options")
    tree, certificate = line.words[0], line.words[1] if len(line.words) > 1 else None
    n_processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    n_workers = line.number("workers", 1, _MOST_WORKERS, n_processors or 1)
    seconds = line.number("time-limit", 0, _MOST_SECONDS, _SECONDS)
    loaded = load(tree)
    if unsolved := (loaded.guarantee.likely or loaded.guarantee).unsolved:
        raise UsageError(f"{tree!a} leaves {len(unsolved)} answers unsolved: there are no proofs for it")
    if certificate is None:
        paths = {name: wordle_trees.certificate_path(name) for name in wordle_trees.names()}
        if (certificate := paths.get(tree)) is None:
            certified = ", ".join(name for name in paths if paths[name])
            raise UsageError(f"{tree!a} has no bundled certificate (only {certified} have one): name a certificate")
    answers, allowed = line.get("answers"), line.get("allowed")
    words = loaded.likely_answers if answers is None else read_words(answers)
    guesses = words_allowed_in(loaded.info.game, loaded.nodes) if allowed is None else read_words(allowed)
    if guesses is None:
        raise UsageError("no bundled list has the digest of the tree's allowed words: give --allowed")
    # numpy's linear algebra is not used, and its threads spin after they start.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    proof, reasons = None, []

    def warn(n_pairs: int) -> None:
        # The first seconds are those of the start.
        took = f"{1 + n_pairs * _FASTEST:,.0f} to {2 + n_pairs * _SLOWEST:,.0f} s"
        limit = f"this one may take longer, and ends after {seconds:,} s (--time-limit) or by Ctrl-C"
        console.tell(f"checks of this size have taken {took}; {limit}")

    with Path(certificate).open("rb") as file:
        try:
            proof = check(
                *(loaded.data, file, words, sorted(guesses)),
                n_workers=n_workers,
                plain="plain" in line,
                warn=warn,
                progress=_progress(os.fstat(file.fileno()).st_size, console, is_plain="plain" in line),
                seconds=seconds,
            )
        except CertificateError as error:
            reasons.append(str(error))
        except ModuleNotFoundError as error:
            raise UsageError(str(error)) from None
    if "json" in line:
        told = {"file": tree, "certificate": certificate, "holds": proof is not None, "reasons": reasons}
        told |= {"status": loaded.info.status, "claim": proof and proof.sentence.removeprefix("proven: ")}
        told |= {name: getattr(proof, name, None) for name in ("n_lemmas", "n_bytes", "seconds")}
        console.write(f"{json_text(told)}\n")
    elif proof is None:
        console.tell(f"not proven: {reasons[0]}")
    else:
        # In one write: a reader that needs only the first line may be gone before a second write.
        counts = f"{proof.n_lemmas:,} lemmas in {proof.n_bytes:,} bytes, checked in {proof.seconds:.1f} s"
        console.write(f"{proof.sentence}\n{counts}\n")
    return NOT_PROVEN if proof is None else DONE


def _progress(n_bytes: int, console: Console, *, is_plain: bool) -> Progress | None:
    """Returns a callback that shows the progress on standard error if that is a terminal, else None.

    Where kernels are about to be compiled, a line says so.
    """
    if not is_plain and all(find_spec(name) for name in ("numpy", "numba")):
        from wordle_checker.fast.compiling import is_first_use

        if is_first_use():
            console.tell("compiling kernels, kept for later checks ...")
    if sys.stderr is None or not sys.stderr.isatty():
        return None

    def show(done: int, total: int, what: str) -> None:
        # The progress of chapters counts the bytes read. The next line is written over this one.
        print(f"{100 * done // (total or n_bytes or 1):3} % {what}\x1b[K\r", end="", file=sys.stderr, flush=True)

    return show
