"""`python -m wordle_checker`: the same as `wordle-check`."""

from wordle_checker.program.entry import check_command

raise SystemExit(check_command())
