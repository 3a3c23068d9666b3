/*
{{heading}}
 *
{{wordle
 * A feedback is a base-3 number, the first letter the most significant: 0 grey, 1 yellow, 2 green; {{winning}} is all
 * green. wt_marks makes it from text.
}}
{{mastermind
 * A feedback is blacks * {{base}} + whites; {{winning}} is all black. wt_pegs makes it from the two counts.
}}
 *
 *     int32_t position = WT_START;
 *     puts(wt_guess(position));
 *     position = wt_step(position, wt_{{example}});
 *
 * Nothing is allocated, and nothing is ever written to: threads may share it all. Words are UTF-8. All names begin with
 * wt_ or WT_, and everything is static: a program with several trees exports each with a --prefix of its own.
 *
 * The tables take {{table_bytes}} bytes:
 * {{feedbacks_bytes}} feedbacks, {{children_bytes}} children, {{guesses_bytes}} guesses, {{words_bytes}} words.
 * The code takes about {{code_bytes}} more on a microcontroller.
 * Too small for both: {{too_small}}.
 *
 * On an AVR the tables stay in flash, and so does what wt_guess returns: puts_P prints it, and wt_copy copies it.
 * Elsewhere a program may say where they are before it includes this file: WT_TABLE is what a table is declared with,
 * such as __attribute__((section(".flash"))), and WT_READ(entry) how an entry of 1, 2 or 4 bytes is read.
 */
#ifndef WT_TREE_{{identity}}
#define WT_TREE_{{identity}}

#include <stddef.h>
#include <stdint.h>

#if {{table_bytes}} > 65535 && UINTPTR_MAX <= 65535
#error "the tables take {{table_bytes}} bytes, and a pointer of this target reaches only 65535"
#endif

#if defined(__AVR__) && !defined(WT_TABLE)
#include <avr/pgmspace.h>
#define WT_TABLE PROGMEM
#define WT_READ(entry) \
    (sizeof(entry) == 1 ? pgm_read_byte(&(entry)) \
     : sizeof(entry) == 2 ? pgm_read_word(&(entry)) : pgm_read_dword(&(entry)))
#endif
#ifndef WT_TABLE
#define WT_TABLE
#endif
#ifndef WT_READ
#define WT_READ(entry) (entry)
#endif

enum {
    WT_LENGTH = {{length}},
    WT_MAX_GUESSES = {{max_guesses}}, /* no game takes more */
    WT_WINNING = {{winning}}, /* the feedback that solves the game */
    WT_WORD_BYTES = {{word_bytes}}, /* the most that a word takes, without the 0 that ends it */
    WT_N_POSITIONS = {{n_nodes}}
};

/* A position is a number. At 0 or above there is a guess to play; below 0 there is none. */
enum {
    WT_START = 0,           /* the position of the first guess */
    WT_SOLVED = -1,         /* the last feedback was the winning one */
    WT_NOT_IN_TREE = -2,    /* no answer gives the last feedback, or the tree has no guess left for those that do */
    WT_BAD_INPUT = -3       /* a number was no feedback or no position, or a feedback came after the winning one */
};

/* Entry i is the feedback that leads to position i; it ascends among the positions after one guess. */
static const {{feedbacks_type}} wt_feedbacks[WT_N_POSITIONS] WT_TABLE = {
{{feedbacks}}
};

/* The positions after the guess at i are wt_children[i] up to, but excluding, wt_children[i + 1]. */
static const {{children_type}} wt_children[WT_N_POSITIONS + 1] WT_TABLE = {
{{children}}
};

/* Twice the place of the guess in wt_words, and 1 more if the guess may be the answer. */
static const {{guesses_type}} wt_guesses[WT_N_POSITIONS] WT_TABLE = {
{{guesses}}
};

static const char wt_words[{{n_words}}][WT_WORD_BYTES + 1] WT_TABLE = {
{{words}}
};

{{wordle
/* Stores the mark that is named at `sign`, in either case, and returns how many letters its name has, 0 if none is. */
static inline int wt_named(const unsigned char *sign, int *mark) {
    uint32_t name = 0; /* each letter a digit of base 32 */
    for (int n = 1; n <= 6 && (sign[n - 1] | 32) >= 'a' && (sign[n - 1] | 32) <= 'z'; n++) {
        name = name << 5 | (uint32_t)(sign[n - 1] & 31);
        *mark = name == 0x325631F7 /* yellow */ ? 1 : name == 0x7914AE /* green */ ? 2 : 0;
        if (*mark || name == 0x3C8B9 /* grey */ || name == 0x3C839 /* gray */ || name == 0x26046B /* black */) return n;
    }
    return 0;
}

/* Returns the feedback that marks such as "__g_y" denote, one a letter, in UTF-8: b x _ . - 0 or a black or white
 * square or circle is grey, y 1 or a yellow, blue or purple one yellow, g 2 + or a green or orange one green. So are
 * grey, gray, black, yellow and green by their names. All are in either case; white space, commas, quotes, brackets
 * and what nobody sees are ignored. Returns WT_BAD_INPUT for any other text, and where blue or - could mean two
 * things: blue without a grey mark or orange, and - beside +. */
static inline int32_t wt_marks(const char *marks) {
    int32_t feedback = 0;
    int n = 0, has_end = 0, seen = 0; /* 1: a mark that shows what blue means; 2: blue; 4: +; 8: - */
    if (!marks) return WT_BAD_INPUT;
    for (const unsigned char *sign = (const unsigned char *)marks; *sign; sign++) {
        int mark = 0;
        const int n_letters = wt_named(sign, &mark);
        uint32_t point = *sign;
        const int n_more = point < 0xC0 ? 0 : point < 0xE0 ? 1 : point < 0xF0 ? 2 : 3;
        if (n_letters) sign += n_letters - 1;
        if (n_more) point &= 0x3Fu >> n_more;
        else if (point > 0x7F) return WT_BAD_INPUT;
        for (int i = 0; i < n_more; i++) {
            if ((*++sign & 0xC0) != 0x80) return WT_BAD_INPUT;
            point = point << 6 | (*sign & 0x3F);
        }
        if (point > 0xFF00 && point < 0xFF5F) point -= 0xFEE0; /* wide signs */
        if ((point >= 0x200B && point <= 0x200F) || (point >= 0x2018 && point <= 0x201D && (point & 3) < 2)) continue;
        if ((point >= 0x202A && point <= 0x202E) || (point >= 0x2060 && point <= 0x206F)) continue;
        if (!n_letters) switch (point) {
        case ' ': case '\t': case '\r': case '\n': case ',': case ';': case '!': case '|': case '"': case '\'':
        case '(': case ')': case '[': case ']': case '{': case '}': case 0xA0: case 0xAD: case 0x61C:
        case 0xFE0E: case 0xFE0F: case 0xFEFF: continue;
        case '-': seen |= 8; break;
        case '.':
            if (n == WT_LENGTH && !has_end) {
                has_end = 1; /* a full stop may end what is said */
                continue;
            }
            break;
        case 'b': case 'B': case 'x': case 'X': case '_': case '0':
        case 0x2B1B: case 0x2B1C: case 0x26AB: case 0x26AA: break; /* black, white */
        case 'y': case 'Y': case '1': case 0x1F7E8: case 0x1F7E1: case 0x1F7EA: case 0x1F7E3: mark = 1; break;
        case 0x1F7E6: case 0x1F535: seen |= 2; mark = 1; break;
        case '+': seen |= 4; mark = 2; break;
        case 'g': case 'G': case '2': case 0x1F7E9: case 0x1F7E2: mark = 2; break;
        case 0x1F7E7: case 0x1F7E0: seen |= 1; mark = 2; break;
        default: return WT_BAD_INPUT;
        }
        if (n++ == WT_LENGTH) return WT_BAD_INPUT;
        if (!mark) seen |= 1;
        feedback = feedback * 3 + mark;
    }
    if ((seen & 3) == 2 || (seen & 12) == 12) return WT_BAD_INPUT;
    return n == WT_LENGTH ? feedback : WT_BAD_INPUT;
}
}}
{{mastermind
/* Returns the feedback of so many black and white pegs, WT_BAD_INPUT if no guess can get it. */
static inline int32_t wt_pegs(int blacks, int whites) {
    if (blacks < 0 || whites < 0 || blacks > WT_LENGTH || whites > WT_LENGTH - blacks) return WT_BAD_INPUT;
    if (blacks == WT_LENGTH - 1 && whites) return WT_BAD_INPUT; /* the last symbol has no other place to go */
    return blacks * (WT_LENGTH + 1) + whites;
}
}}

/* Returns the position after a feedback to the guess at `position`; WT_NOT_IN_TREE and WT_BAD_INPUT stay. */
static inline int32_t wt_step(int32_t position, int32_t feedback) {
    if (position == WT_NOT_IN_TREE) return WT_NOT_IN_TREE;
    if (position < 0 || position >= WT_N_POSITIONS || feedback < 0 || feedback > WT_WINNING) return WT_BAD_INPUT;
    int32_t low = (int32_t)WT_READ(wt_children[position]);
    const int32_t end = (int32_t)WT_READ(wt_children[position + 1]);
    for (int32_t high = end; low < high;) {
        const int32_t middle = (low + high) / 2;
        if ((int32_t)WT_READ(wt_feedbacks[middle]) < feedback) low = middle + 1;
        else high = middle;
    }
    if (low < end && (int32_t)WT_READ(wt_feedbacks[low]) == feedback) return low;
    return feedback == WT_WINNING && WT_READ(wt_guesses[position]) & 1 ? WT_SOLVED : WT_NOT_IN_TREE;
}

/* Returns the guess to play at a position: "" if it is WT_SOLVED, NULL if there is none. */
static inline const char *wt_guess(int32_t position) {
    if (position == WT_SOLVED) return "";
    return position < 0 || position >= WT_N_POSITIONS ? NULL : wt_words[WT_READ(wt_guesses[position]) >> 1];
}

/* Returns the guess after n feedbacks, each to the guess that the tree plays: the first guess after none, "" if the
 * last feedback wins, NULL if one is not in the tree or is no feedback; the position from wt_step says which. */
static inline const char *wt_next(const int32_t *feedbacks, size_t n) {
    int32_t position = WT_START;
    if (!feedbacks && n) return NULL;
    for (size_t i = 0; i < n; i++) position = wt_step(position, feedbacks[i]);
    return wt_guess(position);
}

/* Copies what wt_guess returns to `copy`, which has room for WT_WORD_BYTES + 1 bytes; no guess is an empty text. */
static inline void wt_copy(int32_t position, char *copy) {
    const char *word = position == WT_SOLVED ? NULL : wt_guess(position);
    int i = 0;
    for (; word && i < WT_WORD_BYTES && WT_READ(word[i]); i++) copy[i] = (char)WT_READ(word[i]);
    copy[i] = 0;
}

/* Returns how many words may be the answer at a position, and stores the first `room` of them in `words`, those that
 * the tree finds soonest first. Words that it does not solve do not count. 0 where there is no guess. Its time is that
 * of looking at every position below this one, {{n_nodes}} from the start. */
static inline int32_t wt_candidates(int32_t position, const char **words, int32_t room) {
    int32_t n = 0;
    if (position < 0 || position >= WT_N_POSITIONS) return 0;
    for (int32_t first = position, end = position + 1; first < end;) {
        for (int32_t i = first; i < end; i++) {
            if (!(WT_READ(wt_guesses[i]) & 1)) continue;
            if (words && n < room) words[n] = wt_words[WT_READ(wt_guesses[i]) >> 1];
            n++;
        }
        first = (int32_t)WT_READ(wt_children[first]);
        end = (int32_t)WT_READ(wt_children[end]);
    }
    return n;
}

#endif
