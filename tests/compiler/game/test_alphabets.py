"""Lists in many alphabets, with accents and without: letters in the list, the tree, its proof, and what is typed."""

import io
import json
import unicodedata
from itertools import product
from pathlib import Path

import pytest
from command_runs import wordle_analyze, wordle_compile, wordle_tree
from sampled import sampled

from wordle_checker.program.checking import check
from wordle_compiler import Game, InputError, Rule, WordList, compile_tree, load_list
from wordle_compiler.certificate.certify import certify
from wordle_compiler.export.formats import FORMATS
from wordle_runtime import GameError, load
from wordle_runtime.feedback import JOINER, feedback, graphemes
from wordle_runtime.next.command import main
from wordle_runtime.position import find_word
from wordle_runtime.words import fold_accents, spelled

ALPHABETS = {
    "Spanish": ("", "c a ñ ó n|n i ñ o s|c a n t o|n o c h e|a ñ o r o"),
    "German": ("", "s t r a ß e|g r ö ß e n|f l i e ß t|s t r a s s|g r o s s e"),
    "Turkish": ("", "k ı z ı l|k i l i m|i z m i r|ı ş ı ğ ı|k ı l ı ç"),
    "Greek": ("", "λ ό γ ο ς|κ ό σ μ ο|ν ό μ ο ς|σ ο φ ό ς|μ έ σ ο ς"),
    "Greek with a letter ς": ("ς", "λ ό γ ο ς|κ ό σ μ ο|ν ό μ ο ς|σ ο φ ό ς|μ έ σ ο ς"),
    "Korean": ("", "ㅅ ㅏ ㄹ ㅏ ㅁ|ㅂ ㅏ ㄹ ㅏ ㅁ|ㄱ ㅜ ㄹ ㅡ ㅁ|ㅎ ㅏ ㄴ ㅡ ㄹ|ㅁ ㅏ ㅇ ㅡ ㅁ"),
    "Korean syllables": ("", "사 람|바 람|구 름|하 늘|마 음"),
    "Yoruba": ("", "ọ w ọ́ n|ẹ n i t|ọ̀ n à n|à w ọ n|ẹ̀ y i n"),
    "Vietnamese": ("", "n g ư ờ i|t r ư ớ c|đ ư ờ n g|t i ế n g|n g ư ơ i"),
    "Croatian": ("nj LJ dž", "lj u b a v|nj i h o v|k o nj i c|dž e p o m|p o lj e m"),
    "Dutch": ("ij", "w ij n e n|f ij n e n|l ij d e n|k ij k e n|l i e p e"),
    "Hebrew": ("", "ש ל ו ם|מ י ל ה|ס פ ר י|ע ב ר י"),
    "Hindi": ("", "हि न् दी|मौ स म|पा नी य|कि ता ब|बा ज़ा र"),
    "Ukrainian": ("", "м ' я т а|п ' я т ь|о б ' є м|с і м ' я"),
    "underlined": ("", "b a̱ t|ṯ e b|b a t|t a b"),
}
"""What the line `# letters:` of a list has, and its words, with a blank between letters."""
NAMES = pytest.mark.parametrize("name", ALPHABETS)


def words_of(name: str) -> list[str]:
    """The words as people write them."""
    return ALPHABETS[name][1].replace(" ", "").split("|")


def listed(name: str, form: str = "NFC") -> WordList:
    """The list as somebody might have it, in one of Unicode's forms."""
    lines = [f"# letters: {ALPHABETS[name][0]}", *words_of(name)]
    content = unicodedata.normalize("NFC" if "syllables" in name else form, "\n".join(lines))
    return load_list("-", stdin=io.BytesIO(content.encode()))


def plain_of(name: str) -> dict[str, str]:
    """The same words with a Latin letter for each letter; a final sigma is a sigma unless the list says otherwise."""
    text = ALPHABETS[name][1].replace("ς", "ς" if "ς" in ALPHABETS[name][0] else "σ")
    rows = [unicodedata.normalize("NFC", row).split() for row in text.split("|")]
    number_of = {letter: chr(97 + i) for i, letter in enumerate(sorted({letter for row in rows for letter in row}))}
    return dict(zip(words_of(name), ("".join(map(number_of.__getitem__, row)) for row in rows), strict=True))


def seen(word: str) -> str:
    """A word without what is invisible."""
    return unicodedata.normalize("NFC", word.replace(JOINER, "").replace("\ufe00", ""))


@NAMES
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_list_has_the_letters_that_its_words_have(name: str, form: str) -> None:
    words = listed(name, form)

    expected = {unicodedata.normalize("NFC", row) for row in ALPHABETS[name][1].split("|")}
    assert {" ".join(map(seen, graphemes(word))) for word in words.words} == expected
    assert words.length == len(ALPHABETS[name][1].split("|")[0].split())
    # The list that is written down is read as the same one.
    assert load_list("-", stdin=io.BytesIO("\n".join(words.words).encode())) == words


@NAMES
def test_capitals_are_the_same_words(name: str) -> None:
    text = "\n".join(words_of(name))
    capitals = (text.replace("i", "İ") if name == "Turkish" else text).replace("ß", "ẞ").upper()

    header = f"# letters: {ALPHABETS[name][0]}\n"
    assert load_list("-", stdin=io.BytesIO((header + capitals).encode())) == listed(name)


@pytest.mark.parametrize(
    "name", sampled(sorted(ALPHABETS, key=lambda name: name not in ("Croatian", "Greek", "Yoruba")), 3)
)
@pytest.mark.parametrize("rule", [Rule.ANY, Rule.HARD])
def test_a_tree_is_that_of_the_same_words_in_latin_letters(name: str, rule: Rule) -> None:
    words, plain = listed(name), plain_of(name)
    latin = WordList.from_words(plain.values(), "latin")
    shown = {seen(word): word for word in words.words}

    for one, other in product(plain, repeat=2):
        assert feedback(shown[one], shown[other]) == feedback(plain[one], plain[other])
    game = Game(words, words, rule)
    tree = load(compile_tree(game, n_workers=1).data)
    assert tree.answers == words.words
    assert tree.guarantee.total == compile_tree(Game(latin, latin, rule), n_workers=1).guarantee.total
    assert tree.length == latin.length
    proof = certify(game, tree.data, n_workers=1)
    for is_plain in (True, False):
        assert check(tree.data, io.BytesIO(proof), words.words, words.words, plain=is_plain).sentence


@NAMES
def test_words_are_typed_as_people_write_them(tmp_path: Path, name: str) -> None:
    words, plain = listed(name), plain_of(name)
    (tmp_path / "x.tree").write_bytes(compile_tree(Game(words, words), "first", n_workers=1, allow_unsolved=True).data)
    opener = seen(load(tmp_path / "x.tree").opener)

    for answer in words_of(name)[-2:]:
        said = "".join("_yg"[feedback(plain[opener], plain[answer]) // 3**i % 3] for i in reversed(range(words.length)))
        for typed in (opener, unicodedata.normalize("NFD", opener), opener.replace("ß", "ẞ").upper()):
            out, err = io.StringIO(), io.StringIO()
            if "i" in opener and name == "Turkish" and typed.isupper():
                continue
            assert main(["--tree", str(tmp_path / "x.tree"), typed, said], None, out, err) == 0, err.getvalue()


@pytest.mark.parametrize(
    ("words", "typed", "meant"),
    [
        pytest.param(["kıl", "kil", "iz"], "KIL", "kıl", id="Turkish I"),
        pytest.param(["kıl", "kil", "iz"], "KİL", "kil", id="Turkish İ"),
        pytest.param(["crimp"], "CRIMP", "crimp", id="English I"),
        pytest.param(["kitap", "kırık"], "KITAP", "kitap", id="I for i in Turkish"),
        pytest.param(["l\u034fjubav"], "ǈubav", "l\u034fjubav", id="digraph as one code point"),
        pytest.param(["4*7=28", "9/3=3"], "9÷3=3", "9/3=3", id="signs of equations"),
        pytest.param(["cote", "año"], "Coté", "cote", id="a list without accents"),
        pytest.param(["cote", "coté"], "coté", "coté", id="a list with accents"),
        pytest.param(["cote", "été"], "coté", "coté", id="not in a list with accents"),
        pytest.param(["c\u034fhico"], "CHICO", "c\u034fhico", id="digraph"),
        pytest.param(["νόμος\ufe00", "σοφία"], "ΝΌΜΟΣ", "νόμος\ufe00", id="final sigma"),
        pytest.param(["ㅅㅏㄹㅏㅁ"], "사람", "ㅅㅏㄹㅏㅁ", id="syllables for jamo"),
    ],
)
def test_what_is_typed_is_spelled_as_in_the_list(words: list[str], typed: str, meant: str) -> None:
    assert spelled(typed, words) == meant


def test_turkish_capitals_are_read_as_such_where_the_list_has_turkish_letters() -> None:
    for lines, words in (("KIZIL\nİZMİR\n", "izmir kızıl"), ("KIZIL\nkılıç\n", "kılıç kızıl"), ("CRIMP\n", "crimp")):
        assert load_list("-", stdin=io.BytesIO(lines.encode())).words == tuple(sorted(words.split()))


def test_twelve_letters_may_be_more_code_points() -> None:

    assert load_list("-", stdin=io.BytesIO(b"# letters: lj\n" + b"lj" * 12 + b"\n")).length == 12


def test_letters_that_make_words_too_long_for_a_tree_are_refused() -> None:
    with pytest.raises(InputError, match="too many combining marks"):
        WordList.from_words(["a\u0331\u0316\u0317b\u0331\u0316\u0317"], "mine")


@pytest.mark.parametrize("flags", [(), ("--batch",)])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_standard_input_is_utf_8_whatever_the_terminal(tmp_path: Path, flags: tuple[str, ...], mark: str) -> None:
    words = WordList.from_words(["größe", "grüße", "blöße"], "mine")
    (tmp_path / "x.tree").write_bytes(compile_tree(Game(words, words), opener="grüße", n_workers=1).data)
    out, err = io.StringIO(), io.StringIO()
    stdin = io.TextIOWrapper(io.BytesIO(f"{mark}grüße gg_gg\n".encode()), encoding="cp1252")

    assert main(["--tree", str(tmp_path / "x.tree"), *flags], stdin, out, err) == 0
    assert (out.getvalue(), err.getvalue()) == ("größe\n", "")


def test_utf_16_is_told_in_the_words_used_for_lists() -> None:
    said = "standard input is UTF-16 text: save it as UTF-8"
    err = io.StringIO()
    content = "crane __y_g".encode("utf-16")

    assert main([], io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"), io.StringIO(), err) == 2
    assert err.getvalue() == f"wordle-next: {said}\n"
    with pytest.raises(InputError, match=said):
        load_list("-", stdin=io.BytesIO(content))
    result = wordle_analyze("game", stdin=content)
    assert (result.exit_code, result.stderr) == (2, f"wordle-analyze game: {said}\n")


@pytest.mark.parametrize("name", ["Yoruba", "Hindi", "Croatian", "Turkish", "Ukrainian"])
def test_words_are_typed_alone_where_a_game_is_played(tmp_path: Path, name: str) -> None:
    words = listed(name)
    (tmp_path / "x.tree").write_bytes(compile_tree(Game(words, words), "first", n_workers=1, allow_unsolved=True).data)
    out = io.StringIO()

    for word in words_of(name):
        for typed in (word, unicodedata.normalize("NFD", word)):
            flags = ["--tree", str(tmp_path / "x.tree"), "--interactive"]
            assert main(flags, io.StringIO(f"{typed}\nquit\n"), out, io.StringIO()) == 0
    assert out.getvalue().count("you play") == 2 * len(words_of(name)), out.getvalue()
    assert JOINER not in out.getvalue()


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("Croatian", "poljen", "poljem"),
        ("Turkish", "kilic", "kılıç or kilim"),
        # Also where a bundled list has the word that was typed.
        ("Spanish", "CANON", "cañón"),
        ("German", "STRASSE", "straße or strass"),
    ],
)
def test_a_word_is_meant_whatever_its_marks(name: str, typed: str, meant: str) -> None:
    words = listed(name)

    with pytest.raises(GameError) as caught:
        find_word(Game(words, words), typed, 1, frozenset(words))
    assert f": did you mean {meant}?" in seen(str(caught.value))


@pytest.mark.usefixtures("_folder")
def test_no_command_shows_what_joins_the_code_points_of_a_letter() -> None:
    Path("words").write_text(
        f"# letters: {ALPHABETS['Croatian'][0]}\n" + "\n".join(words_of("Croatian")), encoding="utf-8"
    )
    game = ("--answers", "words", "-j", "1")
    # None has a picture.
    forms = [form for form, row in FORMATS.items() if not row.is_binary and form != "svg"]
    runs = [
        (wordle_compile, *game, "--start", "konjic"),
        (wordle_compile, *game, "--start", "konjic", "--certificate", "x.proof", "-o", "x.tree", "--verbose"),
        (wordle_compile, *game, "--start", "konjic", "--strategy", "first", "-o", "y.tree"),
        (wordle_analyze, "openers", "words", *game, "--csv", "openers.csv"),
        (wordle_analyze, "pairs", "words", *game, "--csv", "pairs.csv"),
        (wordle_analyze, "strategies", *game, "optimal", "entropy", "--start", "konjic", "--markdown"),
        (wordle_analyze, "position", *game, "konjic", "_____"),
        (wordle_analyze, "game", *game, "konjic", "_y___", "džepom", "ggggg", "--html", "review.html"),
        (wordle_analyze, "game", *game, "konjic", "ggggg", "ljubav", "_____"),
        (wordle_analyze, "letters", "words", "--csv", "letters.csv"),
        *((wordle_tree, command, "x.tree") for command in ("info", "verify", "stats")),
        (wordle_tree, "verify", "y.tree", "--answers", "original-answers"),
        (wordle_tree, "diff", "x.tree", "y.tree"),
        (wordle_tree, "play", "x.tree", "--answer", "ljubav"),
        *((wordle_tree, "export", "x.tree", "--format", form, "-o", f"x.{form}") for form in forms),
        (wordle_tree, "import", "x.text", *game[:2], "-o", "again.tree"),
    ]

    for command, *arguments in runs:
        assert JOINER not in command(*arguments).output, arguments
    written = {file.name for file in Path().iterdir() if file.suffix not in (".tree", ".proof")}
    assert {"konjic.optimal.any.words.tree", "again.tree"} <= set(map(str, Path().iterdir()))
    assert {"review.html", "openers.csv", "pairs.csv", "letters.csv", *(f"x.{form}" for form in forms)} < written
    assert not [name for name in written if JOINER in Path(name).read_text("utf-8")]
    for form, part in ("json", "kon\\u034fjic"), ("c", "opener     konjic"), ("text", "\n       GGGGG1"):
        assert part in Path(f"x.{form}").read_text()


FRENCH = ("côte", "coté", "forê", "años", "anos")
"""Four words without accents: COTE, FORE, AÑOS and ANOS."""


@pytest.fixture
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # One of them is written with a combining mark.
    Path("mots").write_text("\n".join([unicodedata.normalize("NFD", FRENCH[0]), *FRENCH[1:]]), encoding="utf-8")


MOTS = ("--answers", "mots", "--allowed", "mots", "-j", "1", "--quiet")


FOLDED = """été ete|où ou|forêt foret|naïve naive|leçon lecon|corazón corazon|pingüino pinguino|año año
ångström angstrom|São Sao|việt viet|kůň kun|ŝaŭ sau|ΆΡΗΣ ΑΡΗΣ|чёй чей|łoś łos|œuvre œuvre|crane:⬛🟩 crane:⬛🟩"""


@pytest.mark.parametrize(("word", "plain"), [row.split() for row in FOLDED.replace("\n", "|").split("|")])
def test_what_is_folded(word: str, plain: str) -> None:
    assert fold_accents(word) == fold_accents(unicodedata.normalize("NFD", word)) == plain


def test_words_that_become_equal_are_one() -> None:
    words = WordList.from_words(FRENCH, "mots").without_accents()

    assert (words.name, words.words) == ("mots", ("anos", "años", "cote", "fore"))


def test_word_whose_length_changes_is_refused() -> None:
    """No letter has x with a circumflex in one code point."""
    with pytest.raises(InputError, match="letters"):
        WordList("odd", ("ax\u0302", "été")).without_accents()


@pytest.mark.usefixtures("_folder")
def test_accents_count_without_the_option() -> None:
    plain = json.loads(wordle_compile("--start", "anos", "--json", "-o", "plain.tree", *MOTS).stdout)
    fold = ("--start", "côté", "--json", "-o", "folded.tree", "--fold-accents")
    folded = json.loads(wordle_compile(*fold, *MOTS).stdout)
    out = io.StringIO()
    main(["--tree", "folded.tree", "cote", "_g_g"], None, out, io.StringIO())

    assert (plain["n_answers"], folded["n_answers"], folded["opener"]) == (5, 4, "cote")
    assert load("folded.tree").answers == ("anos", "años", "cote", "fore")
    assert out.getvalue() == "fore\n"


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["game", "coté", "forê"], id="game"),
        pytest.param(["game", "coté", "--answer", "forê"], id="answer"),
        pytest.param(["position", "coté:_g_g"], id="position"),
        pytest.param(["openers", "mots"], id="openers"),
        pytest.param(["pairs", "mots"], id="pairs"),
    ],
)
@pytest.mark.usefixtures("_folder")
def test_words_may_be_typed_with_accents(arguments: list[str]) -> None:
    assert wordle_analyze(*arguments, "--fold-accents", *MOTS).exit_code == 0
    assert wordle_analyze(*arguments, "--fold-accents", "--game", "mastermind", *MOTS).exit_code == 2
