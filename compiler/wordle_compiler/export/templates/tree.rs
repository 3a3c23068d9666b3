{{heading}}
//!
{{wordle
//! A feedback is a base-3 number, the first letter the most significant: 0 grey, 1 yellow, 2 green; {{winning}} is all
//! green. `marks` makes it from text.
}}
{{mastermind
//! A feedback is blacks * {{base}} + whites; {{winning}} is all black. `pegs` makes it from the two counts.
}}
//!
//! ```text
//! let mut position = START;
//! println!("{:?}", position.guess());
//! position = position.step({{example}}.unwrap());
//! ```
//!
//! It uses `core` alone, for `#![no_std]`, and never allocates. Name it with `mod` in a program or library.

#![allow(dead_code)]

/// The feedback that solves the game.
pub const WINNING: u32 = {{winning}};
pub const LENGTH: usize = {{length}};
/// No game takes more.
pub const MAX_GUESSES: usize = {{max_guesses}};

/// A guess of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node(u32);

/// Where a game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// There is a guess to play.
    At(Node),
    /// The last feedback was the winning one.
    Solved,
    /// No answer gives the last feedback, or the tree has no guess left for those that do.
    NotInTree,
    /// A number that is no feedback, or a feedback after the winning one.
    BadInput,
}

/// The first guess.
pub const START: Position = Position::At(Node(0));

// Entry i is the feedback that leads to node i; it ascends among the nodes after one guess.
static FEEDBACKS: [{{feedbacks_type}}; {{n_nodes}}] = [
{{feedbacks}}
];

// The nodes after the guess at i are CHILDREN[i] up to, but excluding, CHILDREN[i + 1].
static CHILDREN: [{{children_type}}; {{n_nodes}} + 1] = [
{{children}}
];

// Twice the place of the guess in WORDS, and 1 more if the guess may be the answer.
static GUESSES: [{{guesses_type}}; {{n_nodes}}] = [
{{guesses}}
];

// Each word takes WORD_BYTES; zeros fill up those that are shorter in UTF-8.
const WORD_BYTES: usize = {{word_bytes}};
static WORDS: &str = concat!(
{{words}}
);

{{wordle
/// Returns the feedback that marks such as `__g_y` denote, one a letter: b x _ . - 0 or a black or white square or
/// circle is grey, y 1 or a yellow, blue or purple one yellow, g 2 + or a green or orange one green. So are grey, gray,
/// black, yellow and green by their names. All are in either case; white space, commas, quotes, brackets and what
/// nobody sees are ignored. Returns
/// `None` for any other text, and where blue or - could mean two things: blue without a grey mark or orange, and -
/// beside +.
pub fn marks(text: &str) -> Option<u32> {
    const CLEAR: u8 = 1;
    const BLUE: u8 = 2;
    const PLUS: u8 = 4;
    const MINUS: u8 = 8;
    const NAMED: [(&str, char); 5] = [("grey", 'b'), ("gray", 'b'), ("black", 'b'), ("yellow", 'y'), ("green", 'g')];
    let (mut feedback, mut n, mut seen, mut rest, mut has_end) = (0, 0, 0, text, false);
    while let Some(first) = rest.chars().next() {
        let is_next = |name: &str| rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
        let named = NAMED.iter().find(|(name, _)| is_next(name));
        let sign = named.map_or(first, |&(_, mark)| mark);
        rest = &rest[named.map_or(first.len_utf8(), |(name, _)| name.len())..];
        let sign = match sign {
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(sign as u32 - 0xfee0)?, // wide signs
            _ => sign,
        };
        let (mark, told) = match sign {
            ' ' | ',' | ';' | '!' | '|' | '"' | '\'' | '(' | ')' | '[' | ']' | '{' | '}' => continue,
            '\t' | '\r' | '\n' | '\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' => continue,
            '\u{2060}'..='\u{206f}' | '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}' => continue,
            '\u{fe0e}' | '\u{fe0f}' | '\u{feff}' => continue,
            '.' if n == LENGTH && !has_end => {
                has_end = true; // a full stop may end what is said
                continue;
            }
            'b' | 'B' | 'x' | 'X' | '_' | '.' | '0' | '\u{2b1b}' | '\u{2b1c}' | '\u{26ab}' | '\u{26aa}' => (0, CLEAR),
            '-' => (0, CLEAR | MINUS),
            'y' | 'Y' | '1' | '\u{1f7e8}' | '\u{1f7ea}' | '\u{1f7e1}' | '\u{1f7e3}' => (1, 0),
            '\u{1f7e6}' | '\u{1f535}' => (1, BLUE),
            'g' | 'G' | '2' | '\u{1f7e9}' | '\u{1f7e2}' => (2, 0),
            '\u{1f7e7}' | '\u{1f7e0}' => (2, CLEAR),
            '+' => (2, PLUS),
            _ => return None,
        };
        if n == LENGTH {
            return None;
        }
        feedback = feedback * 3 + mark;
        n += 1;
        seen |= told;
    }
    let is_unclear = seen & (BLUE | CLEAR) == BLUE || seen & (PLUS | MINUS) == PLUS | MINUS;
    (n == LENGTH && !is_unclear).then_some(feedback)
}
}}
{{mastermind
/// Returns the feedback of so many black and white pegs, `None` if no guess can get it.
pub fn pegs(blacks: usize, whites: usize) -> Option<u32> {
    // With all pegs but one black, the last symbol has no other place to go.
    if blacks > LENGTH || whites > LENGTH - blacks || (blacks == LENGTH - 1 && whites > 0) {
        return None;
    }
    Some((blacks * (LENGTH + 1) + whites) as u32)
}
}}

impl Position {
    /// Returns the position after a feedback to the guess here; `NotInTree` and `BadInput` stay.
    pub fn step(self, feedback: u32) -> Position {
        let node = match self {
            Position::At(Node(node)) if feedback <= WINNING => node as usize,
            Position::NotInTree => return Position::NotInTree,
            _ => return Position::BadInput,
        };
        let (first, end) = (CHILDREN[node] as usize, CHILDREN[node + 1] as usize);
        match FEEDBACKS[first..end].binary_search(&(feedback as {{feedbacks_type}})) {
            Ok(place) => Position::At(Node((first + place) as u32)),
            Err(_) if feedback == WINNING && GUESSES[node] & 1 == 1 => Position::Solved,
            Err(_) => Position::NotInTree,
        }
    }

    /// Returns the guess to play: an empty one if the game is solved, `None` if there is none.
    pub fn guess(self) -> Option<&'static str> {
        match self {
            Position::At(Node(node)) => {
                let start = (GUESSES[node as usize] >> 1) as usize * WORD_BYTES;
                Some(WORDS[start..start + WORD_BYTES].trim_end_matches('\0'))
            }
            Position::Solved => Some(""),
            Position::NotInTree | Position::BadInput => None,
        }
    }

    /// Returns the words that may be the answer, those that the tree finds soonest first: all that are left but those
    /// that it does not solve, none where there is no guess. Its time is that of looking at every position below.
    pub fn candidates(self) -> impl Iterator<Item = &'static str> {
        let level = match self {
            Position::At(Node(node)) => Some((node as usize, node as usize + 1)),
            _ => None,
        };
        core::iter::successors(level, |&(first, end)| Some((CHILDREN[first] as usize, CHILDREN[end] as usize)))
            .take_while(|&(first, end)| first < end)
            .flat_map(|(first, end)| first..end)
            .filter(|&node| GUESSES[node] & 1 == 1)
            .filter_map(|node| Position::At(Node(node as u32)).guess())
    }
}

/// Returns the guess after some feedbacks, each to the guess that the tree plays: the first guess after none, an empty
/// one if the last feedback wins, `None` if one is not in the tree or is no feedback; `step` says which.
pub fn next(feedbacks: &[u32]) -> Option<&'static str> {
    feedbacks.iter().fold(START, |position, &feedback| position.step(feedback)).guess()
}
