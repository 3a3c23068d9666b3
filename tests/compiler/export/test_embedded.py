"""Trees as source code: gcc, node and rustc take it without a warning, and their programs play as the runtime does."""

import itertools
import json
import re
import subprocess
from pathlib import Path

import pytest
from embedded_programs import FORMS, build, output_of, program
from export_trees import FOUR, compiled, hostile_tree
from sampled import sampled
from tree_model import TreeModel

from wordle_compiler import Game, InputError, Rule, Weights, WordList, compile_tree
from wordle_compiler.export.formats import export_tree
from wordle_runtime import GameError, Tree, load

SIX = ("banana", "cabana", "canary", "carbon", "carton", "cotton", "ribbon", "bonbon", "savant", "tartan")
LONG = ("abracadabra!", "abracadabras", "abrocadabras", "мурзилка-ёжи", "zzzzzzzzzzzz")
TRIGRAPHS = ("??=", "??/", "a??", '"?"', "\\0a", "*/*", "/*/")


def six() -> Tree:
    return compiled(SIX, opener="carbon")


def unsolved() -> Tree:
    """BUMPY, DUMPY, then two answers that are never guessed."""
    return compiled(FOUR, opener="bumpy", max_guesses=2, allow_unsolved=True)


TREES = {
    **{name: (lambda name=name: load(name)) for name in ("nyt", "salet-hard", "mastermind")},
    "six letters": six,
    "unsolved": unsolved,
    "one answer": lambda: compiled(("bumpy",), opener="bumpy"),
}


def source(form: str, tree: Tree) -> str:
    return export_tree(tree, form).decode("ascii")


def after(tree: Tree, feedbacks: list[int]) -> str:
    """What the runtime plays after these feedbacks to its guesses."""
    session = tree.session()
    for feedback in feedbacks:
        session.step(feedback)
    return session.guess or "solved"


QUICK = [
    # Every tree in C, which is built soonest.
    *((name, "c") for name in TREES),
    *(("nyt", "js"), ("nyt", "rust"), ("mastermind", "js")),
    # No feedback leads on: its table of feedbacks is empty.
    ("one answer", "rust"),
]
REST = [row for row in itertools.product(TREES, FORMS) if row not in QUICK]


@pytest.mark.parametrize(("name", "form"), sampled([*QUICK, *REST], len(QUICK)))
def test_every_answer_is_found_as_the_runtime_finds_it(form: str, name: str, tmp_path: Path) -> None:
    tree = TREES[name]()

    played = output_of(
        [*program(form, tree, tmp_path), tree.info.game.kind], "".join(f"{word}\n" for word in tree.answers)
    )

    guarantee = tree.guarantee
    histogram = [*guarantee.histogram, *([0] * (tree.info.game.max_guesses - len(guarantee.histogram)))]
    assert played == f"{' '.join(map(str, histogram))} unsolved {len(guarantee.unsolved)}\n"
    assert sum(histogram) + len(guarantee.unsolved) == len(tree.answers)


@pytest.mark.parametrize("name", sampled(["salet", "mastermind"], 1))
def test_rust_needs_no_standard_library(name: str, tmp_path: Path) -> None:
    (tmp_path / "tree.rs").write_text(source("rust", load(name)))
    (tmp_path / "library.rs").write_text("#![no_std]\npub mod tree;\n")

    build("rust", "--crate-type", "lib", "--out-dir", str(tmp_path), str(tmp_path / "library.rs"))


def hostile() -> Tree:
    """Words that mean something elsewhere, from a list whose name would end the comment."""
    model = TreeModel.of(hostile_tree().data)
    model.entries["game"]["answers"]["name"] = '*/ #error " ??/ /* \u202e \\'
    return load(model.pack())


WORDS = {
    "words that mean something elsewhere": hostile,
    "twelve letters": lambda: compiled(LONG, opener=LONG[0]),
    "trigraphs": lambda: compiled(TRIGRAPHS, opener=TRIGRAPHS[0], max_guesses=9),
}


# Trigraphs mean something only in C.
@pytest.mark.parametrize(("name", "form"), sampled([*itertools.product(WORDS, FORMS)], 7))
def test_every_node_has_its_guess(form: str, name: str, tmp_path: Path) -> None:
    tree = WORDS[name]()
    histories = [[code for _, code in node.path] for node in tree.walk()]
    histories += [[*history, tree.nodes.all_green] for history in histories]

    lines = "".join(f"{' '.join(map(str, history))}\n" for history in histories)
    asked = output_of([*program(form, tree, tmp_path), "ask"], lines).splitlines()

    expected = []
    for history in histories:
        try:
            expected.append(after(tree, history))
        except GameError:
            expected.append("not in tree")
    assert asked == expected
    assert expected.count("solved") == tree.guarantee.n_solved


@pytest.mark.parametrize("form", FORMS)
def test_what_the_answers_mean(form: str, tmp_path: Path) -> None:
    asked = {
        "": "bumpy",
        "80": "dumpy",
        "242": "solved",
        "80 242": "solved",
        # DUMPY is the last guess, and the feedback leaves JUMPY and KUMPY.
        "80 80": "not in tree",
        "0": "not in tree",
        "0 80": "not in tree",
        "0 999": "not in tree",
        "243": "bad input",
        "80 -1": "bad input",
        "-1 80": "bad input",
        "2147483647": "bad input",
        "242 242": "bad input",
        "242 0 80": "bad input",
    }

    printed = output_of([*program(form, unsolved(), tmp_path), "ask"], "".join(f"{line}\n" for line in asked))

    assert dict(zip(asked, printed.splitlines(), strict=True)) == asked


PASTES = json.loads((Path(__file__).parents[2] / "support/pastes.json").read_text(encoding="utf-8"))["rows"]
# Every notation as the runtime reads it; the names of squares in chats are refused.
MARKS = {
    f"marks({json.dumps(row['text'], ensure_ascii=False)})": int(row["means"], 3)
    if "means" in row and ":" not in row["text"]
    else -3
    for row in PASTES
    if (row["kind"], row["length"]) == ("wordle", 5)
} | {
    f'marks("{text}")': -3
    for text in ("__g_y_", "é_g_y", "é_gy", "⬛🟨⬛⬛", "⬛🟨⬛⬛🟩🟩", "\u2b1a____", "\ufe0d____", "🟫____")
}
PEGS = {
    "pegs(0, 0)": 0,
    "pegs(2, 1)": 11,
    "pegs(0, 4)": 4,
    "pegs(4, 0)": 20,
    "pegs(3, 1)": -3,
    "pegs(4, 1)": -3,
    "pegs(5, 0)": -3,
    "pegs(0, 5)": -3,
    "pegs(2, 2147483647)": -3,
}


# What no type checker stops.
WRONG_IN_JS = {
    'guess("length")': "null",
    "guess(undefined)": "null",
    "guess(1.5)": "null",
    "guess(NOT_IN_TREE)": "null",
    'step(START, "0")': -3,
    "step(START, NaN)": -3,
    "step(START, 0.5)": -3,
    "step(null, 0)": -3,
    "marks(22222)": -3,
    "marks(null)": -3,
    'next("00000")': "null",
}
WRONG_IN_C = {
    "guess(INT32_MAX) != 0": 0,
    "guess(INT32_MIN) != 0": 0,
    "guess(WT_N_POSITIONS) != 0": 0,
    "next(NULL, 0) != 0": 1,
    "next(NULL, 1) != 0": 0,
    "step(WT_N_POSITIONS, 0)": -3,
    "step(INT32_MIN, 0)": -3,
    "marks(NULL)": -3,
}
PROGRAMS = {
    "c": (
        '#include <stdio.h>\n#include "tree.h"\nint main(void) {{\n{lines}return 0;\n}}\n',
        'printf("%d\\n", (int)(wt_{call}));\n',
    ),
    "js": (
        'import * as tree from "./tree.mjs";\n'
        "const {{ guess, marks, next, NOT_IN_TREE, pegs, START, step }} = tree;\n{lines}",
        "console.log({call});\n",
    ),
    "rust": ("mod tree;\nuse tree::*;\nfn main() {{\n{lines}}}\n", 'println!("{{}}", {call}.map_or(-3, i64::from));\n'),
}


@pytest.mark.parametrize(
    ("form", "name", "calls"),
    [
        *((form, *row) for form in FORMS for row in (("salet", MARKS), ("mastermind", PEGS))),
        ("js", "salet", WRONG_IN_JS),
        ("c", "salet", WRONG_IN_C),
    ],
)
def test_feedbacks_are_read(form: str, name: str, calls: dict[str, object], tmp_path: Path) -> None:
    text, line = PROGRAMS[form]
    lines = "".join(line.format(call=call) for call in calls)

    printed = output_of(program(form, load(name), tmp_path, text.format(lines=lines)))

    assert dict(zip(calls, printed.splitlines(), strict=True)) == {call: str(value) for call, value in calls.items()}


CANDIDATES = {
    "c": """#include <stdio.h>\n#include "tree.h"
int main(void) {{
    const char *words[9];
    int32_t position = wt_step(WT_START, {code}), n = wt_candidates(position, words, 9);
    printf("%d %d %d\\n", (int)n, (int)wt_candidates(WT_SOLVED, words, 9), (int)wt_candidates(WT_START, NULL, 0));
    for (int32_t i = 0; i < n && i < 9; i++) puts(words[i]);
    return 0;
}}
""",
    "js": """import {{ candidates, SOLVED, START, step }} from "./tree.mjs";
const found = candidates(step(START, {code}));
console.log(found.length, candidates(SOLVED).length, candidates(START).length);
for (const word of found.slice(0, 9)) console.log(word);
""",
    "rust": """mod tree;\nuse tree::*;\nfn main() {{
    let position = START.step({code});
    let counts = [position, Position::Solved, START].map(|here| here.candidates().count());
    println!("{{}} {{}} {{}}", counts[0], counts[1], counts[2]);
    position.candidates().take(9).for_each(|word| println!("{{word}}"));
}}
""",
}


@pytest.mark.parametrize("form", FORMS)
def test_the_words_that_are_left(form: str, tmp_path: Path) -> None:
    tree = load("plate")
    session = tree.session()
    session.step("__g_g")

    counts, *words = output_of(program(form, tree, tmp_path, CANDIDATES[form].format(code=20))).splitlines()

    assert counts == f"{session.candidates_left} 0 2315"
    # CRAVE may be the answer, and is found before the rest.
    assert (words[0], len(set(words)), set(words) - set(session.candidates())) == ("crave", 9, set())


def test_several_trees_in_one_c_file(tmp_path: Path) -> None:
    text = '#include "tree.h"\n#include "tree.h"\n#include "other.h"\nint main(void) { return MM_START + WT_START; }\n'
    (tmp_path / "other.h").write_bytes(export_tree(load("mastermind"), "c", prefix="mm"))

    # The same tree twice is one.
    output_of(program("c", load("plate"), tmp_path, text))
    (tmp_path / "other.h").write_bytes(export_tree(load("mastermind"), "c"))
    with pytest.raises(AssertionError, match="redefinition"):
        program("c", load("plate"), tmp_path, text)
    for prefix in ("1a", "a b", "é", "a-b"):
        with pytest.raises(InputError, match="--prefix is what names in C begin with"):
            export_tree(load("mastermind"), "c", prefix=prefix)


def test_tables_live_where_a_program_says(tmp_path: Path) -> None:
    # Entry by entry, through a function of the program's own, as from a memory that is not in the address space.
    where = (
        "#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n"
        "static uint32_t fetch(const void *entry, size_t size) {\n"
        "    uint32_t value = 0;\n    memcpy(&value, entry, size);\n    return value;\n}\n"
        '#define WT_TABLE __attribute__((section("tables")))\n#define WT_READ(entry) fetch(&(entry), sizeof(entry))\n'
        '#include "tree.h"\nint main(void) {\n    char word[WT_WORD_BYTES + 1];\n'
        '    wt_copy(wt_step(WT_START, wt_marks("__g_g")), word);\n    puts(word);\n    wt_copy(WT_SOLVED, word);\n'
        "    puts(word);\n    return 0;\n}\n"
    )

    assert output_of(program("c", load("plate"), tmp_path, where)) == "crave\n\n"


def test_an_atmega2560_has_room_for_plate_and_not_for_nyt(tmp_path: Path) -> None:
    text = (
        '#include <avr/io.h>\n#include "tree.h"\nint main(void) {\n    char word[WT_WORD_BYTES + 1];\n'
        '    int32_t position = wt_step(WT_START, wt_marks("__g_g"));\n    wt_copy(position, word);\n'
        "    PORTA = (uint8_t)word[0];\n    PORTB = (uint8_t)wt_candidates(position, NULL, 0);\n    return 0;\n}\n"
    )
    (tmp_path / "main.c").write_text(text)
    made = ["-mmcu=atmega2560", str(tmp_path / "main.c"), "-o", str(tmp_path / "main")]
    headers = {name: source("c", load(name)) for name in ("nyt", "plate")}

    assert ["ATmega2560" in header for header in headers.values()] == [True, False]
    (tmp_path / "tree.h").write_text(headers["nyt"])
    with pytest.raises(AssertionError, match="the tables take 167167 bytes, and a pointer"):
        build("avr", *made)
    (tmp_path / "tree.h").write_text(headers["plate"])
    build("avr", *made)
    sizes = subprocess.run(["avr-size", str(tmp_path / "main")], capture_output=True, encoding="utf-8", check=True)
    flash, data, zeroed = (int(size) for size in sizes.stdout.splitlines()[1].split()[:3])
    # The tables take 25,467 bytes of flash, and nothing of the 8 KB of memory.
    assert 25_467 < flash < 25_467 + 2_000 + 500
    assert data + zeroed < 64


@pytest.mark.parametrize("name", ["plate", "mastermind"])
def test_types_name_what_the_module_exports(name: str) -> None:
    module, types = (source(form, load(name)) for form in ("js", "ts"))

    def exported(text: str) -> set[str]:
        return set(re.findall(r"^export (?:const|function) (\w+)", text, re.MULTILINE))

    assert exported(types) == exported(module) > {"START", "WINNING", "step", "candidates"}
    assert "{{" not in types


@pytest.mark.parametrize("form", FORMS)
def test_text_is_deterministic_and_says_whose_it_is(form: str) -> None:
    tree = load("nyt")
    heading = source(form, tree).split("A feedback is")[0]

    assert source(form, load(tree.data)) == source(form, tree)
    assert tree.info.checksum.hex() in heading
    assert "solved     14855 of 14855 words, 14855 allowed guesses\n" in heading
    assert "likely     3158 answers (nyt-2023-answers): mean 3.5526, total 11219, within 6 guesses\n" in heading
    assert "claimed    optimal (likely total, within 6 guesses, rule any)" in heading


def test_tables_are_packed() -> None:
    """One byte a feedback, two a child and a guess, and six a word; not a symbol for each node. The header says so."""
    text = source("c", load("salet"))
    n_nodes, n_words = (
        int(re.search(pattern, text)[1]) for pattern in (r"WT_N_POSITIONS = (\d+)", r"wt_words\[(\d+)\]")
    )

    assert (
        f"The tables take {5 * n_nodes + 2 + 6 * n_words} bytes:\n * {n_nodes} feedbacks, {2 * n_nodes + 2} children,"
        in text
    )

    assert "static const uint8_t wt_feedbacks[" in text
    assert "static const uint16_t wt_children[" in text
    assert "static const uint16_t wt_guesses[" in text
    assert text.count("static const ") == 4
    assert "static const int32_t wt_feedbacks[" in source("c", compiled(LONG, opener=LONG[0]))
    assert max(map(len, text.splitlines())) <= 120


def test_a_tree_whose_words_are_weighted_says_so() -> None:
    words = WordList.from_words(FOUR, "four")
    weights = Weights.of({"bumpy": 1, "dumpy": 2, "jumpy": 3, "kumpy": 4}, words)
    made = compile_tree(Game(words, words, Rule.ANY), "minimax", opener="bumpy", weights=weights, n_workers=1)

    # BUMPY, DUMPY, JUMPY and KUMPY, one after the other.
    assert "weighted   mean 3.0000, total 30 by " in source("c", load(made.data))


def test_a_part_of_a_tree_is_refused() -> None:
    with pytest.raises(InputError, match="--path is not an option of format c"):
        export_tree(load("salet"), "c", path=[("salet", "_____")])
