"""The completion scripts of `wordle-next`, made from its table of options. Imported only for `--completion`."""

import wordle_trees
from wordle_runtime.next.options import OPTIONS, SHELLS

_BASH = """\
_wordle_next() {{
    case $3 in
{cases}
        *) COMPREPLY=($(compgen -W "{flags}" -- "$2")) ;;
    esac
}}
complete -o default -F _wordle_next wordle-next
"""
_ZSH = f"""\
autoload -U +X bashcompinit && bashcompinit
{_BASH}"""


def completion_script(shell: str) -> str:
    """Returns the script for one of `SHELLS`. Options with a file as their value also complete file names."""
    values = {"tree": wordle_trees.names(), "allowed": wordle_trees.list_names(), "completion": SHELLS}
    if shell == "fish":
        lines = ["complete -c wordle-next -f"]
        for option in OPTIONS:
            kind = "" if not option.metavar else " -r -F" if option.name in ("tree", "allowed") else " -x"
            words = f" -a '{' '.join(values[option.name])}'" if option.name in values else ""
            # Inside single quotes, fish reads only \\\\ and \\' as more than themselves.
            text = option.help.replace("\\", "\\\\").replace("'", "\\'")
            lines.append(f"complete -c wordle-next -l {option.name}{kind}{words} -d '{text}'")
        return "\n".join(lines) + "\n"
    cases = [
        f'        --{option.name}) COMPREPLY=($(compgen -W "{" ".join(values.get(option.name, ()))}" -- "$2")) ;;'
        for option in OPTIONS
        if option.metavar
    ]
    script = _ZSH if shell == "zsh" else _BASH
    return script.format(cases="\n".join(cases), flags=" ".join(f"--{option.name}" for option in OPTIONS))
