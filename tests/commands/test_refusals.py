"""What the commands refuse: each in one line that begins as said here, with status 2, and no file is changed."""

import shlex
from functools import partial
from pathlib import Path

import pytest
from command_runs import bodge_tree, wordle_analyze, wordle_compile, wordle_tree, write_lists
from next_runs import run, run_printing

from wordle_checker.program.entry import check_command

COMMANDS = {"wordle-compile": wordle_compile, "wordle-analyze": wordle_analyze, "wordle-tree": wordle_tree}
HELP = "; --help lists the options\n"

# In a folder with the lists `one`, `three` and `four`, a tree of them, two files that are not trees, and a folder.
# Three dots stand for some words.
ARGUMENTS = """
wordle-compile --max-guesses 0       Invalid value for '--max-guesses': must be a whole number, 1 to 255, not '0'
wordle-compile --max-guesses 256     Invalid value for '--max-guesses': must be a whole number, 1 to 255, not '256'
wordle-compile -j 0                  Invalid value for '-j' / '--workers': must be a whole number, at least 1, not '0'
wordle-compile --require-mean nan    Invalid value for '--require-mean': 'nan' is not a decimal number such as 3.42
wordle-compile --require-mean 3,42   Invalid value for '--require-mean': '3,42' is not a decimal number such as 3.42
wordle-compile --require-mean 1e9    Invalid value for '--require-mean': '1e9' is not a decimal number such as 3.42
wordle-compile --rule hrad           Invalid value for '--rule': 'hrad' is not one of 'any', 'hard', 'candidates'
wordle-compile --start               Option '--start' requires an argument
wordle-compile --nonsense            No such option '--nonsense'
wordle-compile bumpy                 Got unexpected extra argument (bumpy)
wordle-tree show                     No such command 'show'
wordle-tree --nope                   No such option '--nope'
wordle-tree list nyt                 Got unexpected extra argument (nyt)
wordle-tree info bodge.tree y        Got unexpected extra argument (y)
wordle-tree verify x --answers       Option '--answers' requires an argument
wordle-tree export                   Missing argument 'TREE'
wordle-tree export x --depth 0       Invalid value for '--depth': must be a whole number, at least 1, not '0'
wordle-tree export x --format gif    Invalid value for '--format': 'gif'
wordle-analyze ranking               No such command 'ranking'
wordle-analyze letters               Missing argument 'LIST'
wordle-analyze pairs all --openers   No such option '--openers'
wordle-analyze position --top 0      Invalid value for '--top': must be a whole number, at least 1, not '0'
wordle-analyze position bumpy:_gggg LISTS --top many  Invalid value for '--top': must be ... at least 1, not 'many'
wordle-analyze opener --top 0        Invalid value for '--top': must be a whole number, at least 1, not '0'
wordle-analyze game bumpy --no-serch  No such option '--no-serch'
wordle-analyze openers all LISTS --below 0  Invalid value for '--below': must be a whole number, at least 1, not '0'
wordle-analyze openers all LISTS --start bodge  No such option '--start'.
wordle-analyze pairs all LISTS --journal proof.db  No such option '--journal'. Did you mean '--json'?
wordle-analyze pairs all LISTS --top 0  Invalid value for '--top': must be a whole number, at least 1, not '0'
wordle-analyze strategies first --max-guesses 0 FOUR  Invalid value for ... must be a whole number, 1 to 255, not '0'
wordle-analyze strategies first --workers 0 FOUR  Invalid value for '-j' ... must be a whole number, at least 1, not '0'
wordle-check  give TREE and CERTIFICATE, not 0 arguments
wordle-check salet /dev/null more  give TREE and CERTIFICATE, not 3 arguments
wordle-check salet /dev/null --quick  unknown option '--quick'
wordle-compile --game chess  Invalid value for '--game': 'chess' is not one of 'wordle', 'mastermind', 'bulls-and-cows'
wordle-compile --game mastermind --colours 36  Invalid value for '--colours': must be a whole number, 2 to 35, not '36'
"""
VALUES = """
wordle-analyze game                  no guess is given: write turns such as salet:__y_g, or guesses and the answer
wordle-compile LISTS --start zzzzz            the opener 'zzzzz' is not among the 4 allowed words
wordle-compile LISTS --start abc              the opener 'abc' is not among the 4 allowed words
wordle-compile LISTS --strategy luck          there is no strategy 'luck': choose one of optimal, expected-size,
wordle-compile LISTS --strategy entropy:bumpy  --strategy takes no opener: leave out ':bumpy'
wordle-compile LISTS --strategy entropy:      --strategy takes no opener: leave out ':'
wordle-compile LISTS --strategy optimal@effort=3 --effort 3  'optimal@effort=3@effort=3': the option effort is
wordle-compile LISTS --strategy optimal@time-limit=3 --time-limit 5  'optimal@time-limit=3@time_limit=5': the option
wordle-compile LISTS --strategy entropy@depth=3  'entropy@depth=3': 'depth=3' is not an option of strategy entropy
wordle-compile LISTS --time-limit 0  the time limit must be a number of seconds above 0, such as 60 or 0.5, not 0
wordle-compile LISTS --time-limit soon  the time limit must be a number of seconds above 0, such as 60 or 0.5
wordle-compile LISTS --time-limit 1e3  the time limit must be a number of seconds above 0, such as 60 or 0.5
wordle-compile LISTS --strategy minimax --effort 3  'minimax@effort=3': 'effort=3' is not an option of strategy minimax
wordle-compile LISTS -o nowhere/x.tree        there is no folder nowhere: create it first
wordle-compile LISTS -o .                     . is a folder: give -o the name of a file in it
wordle-compile LISTS -o /dev/null             /dev/null is not a file: -o - writes to standard output
wordle-compile --answers nowhere.txt          nowhere.txt is neither a list's name nor a file of words: use one of
wordle-compile --answers folder               cannot read folder: Is a directory
wordle-compile --answers four --allowed three  1 of the 4 answers in four is not in three (bodge)
wordle-compile --memory-limit 200M --quiet    this takes about ... feedbacks to 2,315 answers ... limit is 200 MiB
wordle-compile --strategy minimax --memory-limit 200M --quiet  this takes about
wordle-analyze openers all --top 2 --memory-limit 200M --quiet  this takes about
wordle-analyze pairs all --memory-limit 200M --quiet  this takes about
wordle-analyze position salet:__y_g --memory-limit 200M --quiet  this takes about
wordle-tree info damaged                      damaged: not a tree file
wordle-tree info empty                        empty: truncated: the value at byte 0 goes on beyond the end of the file
wordle-tree info folder                       folder: Is a directory
wordle-tree info nowhere.tree                 nowhere.tree: no such file; the bundled trees are nyt, nyt-hard,
wordle-tree verify damaged                    damaged: not a tree file
wordle-tree verify page                       page: not a tree file: it is a page, as `wordle-tree export` makes one
wordle-tree export bodge.tree --path bodge            turn 1: 'bodge' has no feedback after it
wordle-tree export bodge.tree --path bumpy:_gggg      turn 1: the tree plays bodge here, not 'bumpy'
wordle-tree export bodge.tree --path bodge:____z      turn 1: feedback '____z' has the unknown mark 'z' at place 5
wordle-tree export bodge.tree --path bodge:ygggg      turn 1: no candidate gives ygggg to bodge
wordle-tree export bodge.tree --format text --path bodge:ygggg  turn 1: no candidate gives ygggg to bodge
wordle-tree export bodge.tree --format csv --path bodge:ygggg  turn 1: no candidate gives ygggg to bodge
wordle-tree export bodge.tree --format markdown --path bodge:ygggg  turn 1: no candidate gives ygggg to bodge
wordle-tree export bodge.tree --format c -o bodge.rs  -o bodge.rs names a file of format rust, but --format says c
wordle-tree export bodge.tree --depth 2 -o bodge.h    --depth is not an option of format c: use it with dot, svg,
wordle-tree export bodge.tree --format csv --depth 2  --depth is not an option of format csv: use it with dot, svg,
wordle-tree export bodge.tree --format markdown --full  --full is not an option of format markdown: use it with text
wordle-tree export bodge.tree -o nowhere/x.dot        there is no folder nowhere: create it first
wordle-tree export bodge.tree -o bodge.tex            no format has the suffix .tex: use one of .dot, .gv, .svg,
wordle-analyze position bumpy:_gggg dumpy LISTS       turn 2: 'dumpy' has no feedback after it
wordle-analyze position bumpy:_gggg LISTS --max-guesses 1  no guess is left
wordle-analyze position crane:ggggg slate:ggggg      turn 2: the game was solved at turn 1: give one game at a time
wordle-analyze letters no-such-list                   no-such-list is neither a list's name nor a file
wordle-analyze letters original-answers --csv folder  folder is a folder: give --csv the name of a file in it
wordle-compile LISTS --weights three                  three, line 1: it has 1 parts
wordle-analyze position bumpy:02222 LISTS --weights three  three, line 1: it has 1 parts
wordle-analyze openers all LISTS --weights three --csv x  three, line 1: it has 1 parts
wordle-tree play bodge.tree --answer bumpy --adversarial  give exactly one of --answer WORD
wordle-tree play bodge.tree --adversarial --worst-case  give exactly one of --answer WORD, --adversarial or --worst-case
wordle-tree play bodge.tree                           give exactly one of --answer WORD, --adversarial or --worst-case
wordle-analyze opener                                 name a word, or ask for --top or --csv
wordle-analyze opener salet slat                      'slat' (4 letters) is not an opener of today's game
wordle-analyze opener crane --top 2 --hard            --hard takes words or --top, and cannot be combined
wordle-analyze opener salet --csv nowhere/x.csv       there is no folder nowhere: create it first
wordle-analyze game plate --tree plate --rule any     --rule cannot be combined with --tree, which defines the game
wordle-analyze game plate --tree plate --allowed original-allowed  original-allowed is not the tree's list of allowed
wordle-analyze game red,red,blue,green 1b1w --game mastermind  '1b1w' has no code before it: codes are written as digits
wordle-analyze game 1179 --game mastermind  turn 1: '1179' is not a code of this game, such as 1111: no code has '7'
wordle-analyze game 1123 2b1w 1435 bbw 113 --game mastermind  turn 3: '113' has 3 places, the game's codes have 4
wordle-analyze game '4*7=29' --answers equations-6 --allowed equations-6  turn 1: '4*7=29' is not in the list equations
wordle-analyze game crane --answer @everyone          '\\x40everyone' is not among the 14855 allowed words: it cannot be
wordle-analyze game c r (a) n [e]                     turn 1: 'crane' has no feedback after it: write a guess, a space
wordle-next c r (a) n [e]                             turn 1: 'crane' has no feedback after it: write a guess, a space
wordle-analyze game crane __y_                        turn 1: feedback '__y_' has 4 marks, the words have 5
wordle-analyze game crane bbygr                       turn 1: feedback 'bbygr' has the unknown mark 'r' at place 5
wordle-analyze game crane buddi                       turn 2: 'buddi' is not in the list nyt-2022-allowed: did you mean
wordle-analyze game house snafu --search-opener --skip-opener  --search-opener cannot be combined with --skip-opener
wordle-analyze position 1122:1b1w --game mastermind --include four  --include belongs to --game wordle and cannot be
wordle-analyze position bumpy:_gggg LISTS --include nope.txt  nope.txt is neither a list's name nor a file
wordle-analyze position bumpy:_gggg LISTS --exclude six  six has words of 6 letters, the game's have 5
wordle-analyze game bumpy dumpy LISTS --exclude four  no answer is left: all are excluded
wordle-analyze game plate --tree plate --include four  --include cannot be combined with --tree, which defines the game
wordle-analyze game bumpy --gg LISTS                  turn 1: feedback '--gg' has 4 marks, the words have 5 letters
wordle-compile LISTS --strategy first@seed=3  'first@seed=3': 'seed=3' is not an option of strategy first; it has: none
wordle-compile LISTS --strategy random@sample=3  'random@sample=3': 'sample=3' is not an option ... it has: seed=VALUE
wordle-compile LISTS --strategy entropy@sample=x  the option sample must be a whole number, ... below 2^63, not 'x'
wordle-compile LISTS --strategy random@seed=-1  the option seed must be a whole number, ... below 2^63, not '-1'
wordle-compile LISTS --strategy entropy@candidates@seed=3  the option seed is for a sample: give sample too, or leave
wordle-compile LISTS --certificate a.proof --strategy minimax  nothing can be certified about the tree: it claims
wordle-compile LISTS --certificate a.proof --effort 3  nothing can be certified about the tree: ... without --effort
wordle-compile LISTS --certificate a.proof --time-limit 3  nothing can be certified about the tree: ... --time-limit
wordle-compile LISTS --certificate a.proof --strategy optimal@effort=3  nothing can be certified about ... --effort
wordle-compile LISTS --certificate a.proof --strategy optimal@time-limit=3  nothing can be certified ... --time-limit
wordle-compile LISTS --certificate a.proof --start bumpy,dumpy  a certificate covers one opener or all of ... name one
wordle-compile LISTS --certificate a.proof -o a.proof  --certificate and -o name the same file: give two names
wordle-compile LISTS --cluster local:2  a cluster is the address of a Dask scheduler, such as ... not 'local:2'
wordle-compile LISTS --cluster moon:3  a cluster is the address of a Dask scheduler, such as ... not 'moon:3'
wordle-compile LISTS --cluster ''  a cluster is the address of a Dask scheduler, such as tls://host:8786, not ''
wordle-compile LISTS --cluster 127.0.0.1:8786  a cluster is the address of a Dask scheduler, ... not '127.0.0.1:8786'
wordle-compile LISTS --cluster nonsense://x:1  a cluster is the address of a Dask scheduler, ... not 'nonsense://x:1'
wordle-compile LISTS --cluster tcp://127.0.0.1:99999  a cluster is the address of a Dask ... not 'tcp://127.0.0.1:99999'
wordle-compile LISTS --cluster tcp://x:2 --strategy entropy  --cluster distributes exact search, ... entropy does not
wordle-compile LISTS --cluster tcp://x:1 --strategy minimax@candidates  --cluster ... minimax does not search: leave
wordle-compile LISTS --cluster tls://127.0.0.1:1  the scheduler tls://127.0.0.1:1: Dask's ... names no certificates
wordle-analyze openers all LISTS --csv nowhere/table.csv  there is no folder nowhere: create it first
wordle-analyze openers all LISTS --csv .  . is a folder: give --csv the name of a file in it
wordle-analyze openers all LISTS -o .  . is a folder: give -o the name of a file in it
wordle-analyze openers nowhere LISTS  nowhere is neither a list's name nor a file of words: use one of original-answers,
wordle-analyze openers original-answers LISTS  the opener 'aback' is not among the 4 allowed words
wordle-analyze openers four LISTS --rule candidates  the opener 'bodge' is not an answer: under rule candidates every
wordle-analyze pairs four LISTS --rule candidates  the opener 'bodge' is not an answer: under rule candidates every
wordle-analyze pairs one LISTS  a pair takes two different words, and there is 1
wordle-analyze strategies luck FOUR  there is no strategy 'luck': choose one of optimal, expected-size, entropy,
wordle-analyze strategies entropy:fuzzy FOUR  'entropy:fuzzy': the opener 'fuzzy' is not among the 4 allowed words
wordle-analyze strategies entropy --start fuzzy FOUR  'entropy:fuzzy': the opener 'fuzzy' is not among the 4 allowed
wordle-analyze strategies entropy@sample=0 FOUR  'entropy@sample=0': the option ... whole number, at least 1
wordle-analyze strategies first:bumpy,bumpy FOUR  'first:bumpy,bumpy': the opener 'bumpy' is named twice: a fixed
wordle-analyze strategies first:bodge,bumpy first:bumpy,bodge --rule candidates FOUR  'first:bumpy,bodge': the
wordle-analyze strategies first --plot a.gif FOUR  a.gif ends with neither .svg nor .png: name the picture so
wordle-analyze strategies first --plot nowhere/a.svg FOUR  there is no folder nowhere: create it first
wordle-analyze strategies first --csv . FOUR  . is a folder: give --csv the name of a file in it
wordle-analyze strategies first --markdown --json FOUR  --markdown and --json cannot be combined: choose one
wordle-analyze position 1122:3b1w --game mastermind  turn 1: feedback '3b1w' is impossible: 3 black and 1 white for 4
wordle-analyze position 1122 22100 --game mastermind  turn 1: feedback '22100' is not understood: write the black and
wordle-compile --also original-allowed --objective worst-case  --also needs strategy optimal and the objective total,
wordle-compile --also original-allowed --strategy entropy  --also needs strategy optimal and the objective total,
wordle-compile --also original-allowed --require-mean 3.4  --also needs strategy optimal and the objective total,
wordle-compile --game mastermind --answers original-answers  --answers belongs to --game wordle and cannot be combined
wordle-compile --game bulls-and-cows --allowed original-answers  --allowed belongs to --game wordle and cannot be
wordle-compile --game bulls-and-cows --pegs 5  --pegs belongs to --game mastermind and cannot be combined with --game
wordle-compile --colours 5  --colours belongs to --game mastermind and cannot be combined with --game wordle: leave it
wordle-compile --no-repeats  --no-repeats belongs to --game mastermind and cannot be combined with --game wordle:
wordle-compile --game mastermind --rule hard  rule hard is about green and yellow letters, which kind mastermind does
wordle-compile --game mastermind --pegs 7 --no-repeats  7 pegs of different colours need 7 colours, not 6: allow
wordle-compile --game mastermind --pegs 12 --colours 9  12 pegs of 9 colours make 282,429,536,481 codes: use at most
wordle-compile --game mastermind --start 1127  the opener '1127' is not among the 1296 allowed words
wordle-tree import nowhere.txt  nowhere.txt is not a file: use a path, or - for standard input
wordle-tree import .  cannot read .: Is a directory
wordle-tree import three  three, line 1: the last guess 'bumpy' has no feedback after it
wordle-tree import damaged  damaged, line 1: byte 0xff is not UTF-8 text: save the list as UTF-8
wordle-tree import - --answers -  standard input can be read only once: give the tree or the list as a file
wordle-tree import three -o nowhere/x.tree  there is no folder nowhere: create it first
wordle-tree import three --rule hard --game mastermind  rule hard is about green and yellow letters, which kind
wordle-tree import three --weights nowhere  nowhere is not a file: use a path, or - for standard input
wordle-tree export salet --format html --depth 2  --depth is not an option of format html: use it with dot, svg, png,
wordle-analyze strategies entropy@ FOUR  'entropy@': '' is not an option of strategy entropy; it has: candidates,
wordle-analyze strategies entropy@sample FOUR  'entropy@sample': 'sample' is not an option
wordle-tree diff bodge.tree mastermind  the trees have no game in common: wordle of length 5 and mastermind of length 4
wordle-tree diff salet WIDE  the trees have no game in common: wordle of length 5 and wordle of length 12
wordle-tree play bodge.tree --answer zzzzz  'zzzzz' is not among the 3 answers of the tree
wordle-tree journal nowhere.db  the journal nowhere.db: No such file
wordle-tree journal empty  the journal empty: it is not a journal: name another file
wordle-compile LISTS --journal x --strategy entropy  a journal keeps proofs, and strategy entropy proves nothing:
wordle-compile LISTS --journal x --effort 2 --quiet  a journal keeps proofs, and a search with an effort proves nothing:
wordle-next --tree bodge.tree bumpy _gggg dumpy  turn 2: 'dumpy' has no feedback after it
wordle-next --tree bodge.tree 'b\x1bc2J' _gggg  turn 1: 'b\\x1bc2J' has a character that no word can have
wordle-next --tree bodge.tree '\udcff\udcfe' _gggg  turn 1: '\\udcff\\udcfe' has 2 letters, the game's words have 5
wordle-next --tree bodge.tree bodge '\udcff____'  turn 1: feedback '\\udcff____' has the unknown mark '\\udcff' at
wordle-compile --answers three --allowed three -o ./three  three is also what this command reads: give -o another name
wordle-compile LISTS --certificate ./three  three is also what this command reads: give --certificate another name
wordle-analyze openers four LISTS --csv ./four  four is also what this command reads: give --csv another name
wordle-analyze letters three --csv ./three  three is also what this command reads: give --csv another name
wordle-tree export bodge.tree --format json -o ./bodge.tree  bodge.tree is also what this command reads: give -o
wordle-compile LISTS -o new --certificate ./new  --certificate and -o name the same file: give two names
wordle-compile LISTS -o empty --journal ./empty  --journal and -o name the same file: give two names
wordle-compile LISTS --certificate new --journal ./new  --certificate and --journal name the same file: give two
wordle-analyze openers four LISTS --csv new --journal ./new  --journal and --csv name the same file: give two names
wordle-analyze openers four LISTS -o empty --csv ./empty  --csv and -o name the same file: give two names
wordle-analyze strategies first FOUR --csv x.svg --plot ./x.svg  --csv and --plot name the same file: give two names
wordle-compile --answers - --weights - --quiet  stdin is empty
wordle-next --tree  --tree needs a value: NAME_OR_FILE
wordle-next --tree a --tree=b  --tree is given twice: give it once
wordle-next --hard --tree a  --hard cannot be combined with --tree: leave one of them out
wordle-next --json=1  --json takes no value
wordle-next --jsn  unknown option '--jsn'; --help lists the options
wordle-next -x  unknown option '-x'
wordle-next '--\x1b[2J'  unknown option '--\\x1b[2J'
wordle-next --batch bumpy _gggg  --batch reads the histories from standard input
wordle-next --batch --interactive  --interactive cannot be combined with --batch: leave one of them out
wordle-next --json --interactive  --interactive cannot be combined with --json: leave one of them out
wordle-next --include nope.txt  nope.txt is neither a list's name nor a file
wordle-next --exclude nyt-2022-allowed  no answer is left: all are excluded
wordle-next --tree-only --include nyt-2023-answers  --tree-only cannot be combined with --include: leave one of them out
wordle-next --allowed=-  --allowed - does not work here: name a list or a file
wordle-next crane --time-limit 0  --time-limit must be a whole number, 1 to 9999999, not '0'
wordle-next crane --time-limit '\x1b2'  --time-limit must be a whole number, 1 to 9999999, not '\\x1b2'
wordle-next crane --time-limit 99999999999  --time-limit must be a whole number, 1 to 9999999, not
wordle-next --tree nope.tree  nope.tree: no such file; the bundled trees are nyt, nyt-hard
wordle-next --tree palte  palte: no such file; did you mean plate? the bundled trees are nyt, nyt-hard
wordle-next --tree .  .: Is a directory
wordle-next --list --top 3  --list cannot be combined with --top: leave one of them out
wordle-next --tree-only --list  --tree-only cannot be combined with --list: leave one of them out
wordle-next crane __y_g --solve  unknown option '--solve'
wordle-next --top 0  --top must be a whole number, 1 to 999, not '0'
wordle-next --top NINES  --top must be a whole number
wordle-next --completion tcsh  --completion must be one of bash, zsh, fish, not 'tcsh'
wordle-next --top 3 --tree salet --allowed nope.txt  nope.txt is neither a list's name nor a file
wordle-next zzzzz _____  turn 1: 'zzzzz' is not in the list
wordle-next _y__g crane  turn 1: '_y__g' is a feedback: the guess comes first, as in crane __y_g
wordle-next cranes __y_g  turn 1: 'cranes' has 6 letters, the game's words have 5
wordle-next --tree nyt-plate aahed _____ --tree-only  turn 1: the tree plays plate here, not 'aahed'
wordle-next crane __y_g flase ggggg  turn 2: 'flase' is not in the list nyt-2022-allowed: did you mean false,
wordle-next rizzy __y_g  turn 1: 'rizzy' is not in the list nyt-2022-allowed: did ... if it is new, include
wordle-next 1122 1b1w  turn 1: no bundled tree opens with '1122': name the tree of your game, as in --tree mastermind
wordle-next --hard 1122 1b1w  turn 1: no bundled tree opens with '1122': leave out --hard, which is for words, and name
wordle-next new  `new` is a command of --interactive
wordle-analyze game is crane good?  'is crane good?' is no turn: write a guess, a space, its feedback, such as
wordle-analyze game crane  turn 1: 'crane' has no feedback: write guess:feedback, or give the answer
wordle-next --tree mastermind bggy 1b1w  turn 1: 'bggy' is not a code of this game, such as 1111: no code has 'b'
wordle-next --tree bulls-and-cows 0012 1A  turn 1: '0012' is not a code of this game, such as 0123: no code has '0'
wordle-next crane __y_g ggggg  turn 2: 'ggggg' is a feedback without a guess before it: write a guess
wordle-next crane __  turn 1: feedback '__' has 2 marks, the words have 5 letters
wordle-next crane _____ 's\x1bc2J' _____  turn 2: 's\\x1bc2J' has a character that no word can have
wordle-next adieu y____ cuppy ____g tromp ___yy  turn 3: no ... look at turn 3 first: with tromp ___y_ 11 words fit
wordle-next crane _ygg_ cruet _yy__ shiny __gg_  turn 3: no ... look at turn 3 first: with shiny ___g_ 1 word fits
wordle-analyze position crane:gggyg  turn 1: no candidate ... look at turn 1 first: with crane ggg_g 7 words fit
wordle-next 1123: 2b 1435 0b 1415 4b  turn 1: 1123 gets 1b1w if 1415 is the answer, not 2b0w
wordle-next --tree bodge.tree bumpy ygggg  turn 1: no candidate gives ygggg to bumpy; look at turn 1 first: with bumpy
wordle-next --tree salet salet ggg__ crony y____ kibbi _____  turn 3: no candidate gives _____ to kibbi
wordle-next crane ggggg salet _____  turn 2: the game was solved at turn 1: give one game at a time
wordle-next --tree plate plate __g_g aahed _____  turn 2: 'aahed' is not in the list original-answers
wordle-next --tree plate crane _____ caper _____  turn 2: 'caper' is not legal under rule candidates
wordle-next --tree salet --allowed nope.txt crane _____  nope.txt is neither a list's name nor a file
wordle-next --tree salet --allowed nyt-2022-allowed crane _____  nyt-2022-allowed is not the tree's list of allowed
wordle-next --tree damaged  damaged: not a tree file
wordle-check nyt-hard  'nyt-hard' has no bundled certificate (only nyt, plate, salet, salet-worst-case, salet-hard,
wordle-check /dev/null  /dev/null: truncated: the value at byte 0 goes on beyond the end of the file
wordle-check nowhere  nowhere: no such file; the bundled trees are
wordle-check salet nowhere  nowhere: No such file or directory
wordle-check salet .  .: Is a directory
wordle-check salet /dev/null --answers nowhere  nowhere is neither a list's name nor a file of words: use one of
wordle-check salet /dev/null -j 0  --workers must be a whole number, 1 to 256, not '0'
wordle-check salet /dev/null --time-limit soon  --time-limit must be a whole number, 0 to 9999999, not 'soon'
wordle-check --completion tcsh  --completion must be one of bash, zsh, fish, not 'tcsh'
wordle-tree verify bodge.tree --answers nowhere  nowhere is neither a list's name nor
wordle-tree verify bodge.tree --allowed .  cannot read .: Is a directory
wordle-tree verify bodge.tree --answers damaged  damaged, line 1: byte 0xff is not UTF-8 text
wordle-tree verify bodge.tree --weights nowhere  nowhere is not a file: use a path, or -
wordle-tree verify bodge.tree --weights three  three, line 1: it has 1 parts: write a word
"""
OTHERS = {"wordle-next": run, "wordle-check": partial(run_printing, check_command)}
WORDS = {
    "LISTS": ["--answers", "three", "--allowed", "four"],
    "FOUR": ["--answers", "four", "--allowed", "four"],
    "NINES": ["9" * 5000],
    "WIDE": [str(Path(__file__).parents[1] / "fixtures" / "format-1.0-long.tree")],
}
ROWS = [
    (*line.split("  ", 1), end)
    for table, end in ((ARGUMENTS, HELP), (VALUES, "\n"))
    for line in table.strip().splitlines()
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("refusals")
    write_lists(folder)
    (folder / "bodge.tree").write_bytes(bodge_tree())
    (folder / "one").write_text("bumpy")
    (folder / "six").write_text("bumped")
    (folder / "damaged").write_bytes(b"\xffdamaged")
    (folder / "page").write_text("<!doctype html>\n<html>")
    (folder / "empty").touch()
    (folder / "folder").mkdir()
    return folder


def started(name: str, arguments: list[str]) -> tuple[int, str, str]:
    """Returns the status of a command, and what it prints."""
    if name in OTHERS:
        return OTHERS[name](*arguments)
    done = COMMANDS[name](*arguments)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize(("typed", "said", "end"), ROWS, ids=[row[0] for row in ROWS])
def test_refusal_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch, typed: str, said: str, end: str) -> None:
    monkeypatch.chdir(folder)
    before = {path: path.is_file() and path.read_bytes() for path in folder.iterdir()}
    name, *arguments = (word for part in shlex.split(typed) for word in WORDS.get(part, [part]))

    status, printed, stderr = started(name, arguments)

    assert (status, printed, stderr.count("\n")) == (2, "", 1)
    # The part of a group names itself.
    begin, *others = said.strip().split(" ... ")
    assert any(map(stderr.startswith, {f"{name}: {begin}", f"{name} {''.join(arguments[:1])}: {begin}"})), stderr
    assert all(other in stderr for other in others), stderr
    assert stderr.endswith(end)
    assert {path: path.is_file() and path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("name", "example"), [("wordle-tree", "verify plate.optimal"), ("wordle-analyze", "pairs ori")]
)
def test_without_a_command_the_help_is_shown(name: str, example: str) -> None:
    result = COMMANDS[name]()

    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{name} {example}" in result.stderr
    assert COMMANDS[name]("help").stdout == COMMANDS[name]("--help").stdout
