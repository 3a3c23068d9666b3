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
 *     position = wt_step(position, {{example}});
 *
 * Nothing is allocated, and nothing is ever written to: threads may share it all. Words are UTF-8. Everything is
 * static: a program with two trees includes each in a C file of its own.
 */
#ifndef WT_TREE_{{identity}}
#define WT_TREE_{{identity}}

#include <stddef.h>
#include <stdint.h>

enum {
    WT_LENGTH = {{length}},
    WT_MAX_GUESSES = {{max_guesses}}, /* no game takes more */
    WT_WINNING = {{winning}}, /* the feedback that solves the game */
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
static const {{feedbacks_type}} wt_feedbacks[WT_N_POSITIONS] = {
{{feedbacks}}
};

/* The positions after the guess at i are wt_children[i] up to, but excluding, wt_children[i + 1]. */
static const {{children_type}} wt_children[WT_N_POSITIONS + 1] = {
{{children}}
};

/* Twice the place of the guess in wt_words, and 1 more if the guess may be the answer. */
static const {{guesses_type}} wt_guesses[WT_N_POSITIONS] = {
{{guesses}}
};

static const char wt_words[{{n_words}}][{{word_bytes}} + 1] = {
{{words}}
};

{{wordle
/* Returns the feedback that marks such as "__g_y" denote, one a letter: b _ . - or 0 is grey, y or 1 yellow, g or 2
 * green, in either case. Returns WT_BAD_INPUT for any other text. */
static inline int32_t wt_marks(const char *marks) {
    int32_t feedback = 0;
    if (!marks) return WT_BAD_INPUT;
    for (int place = 0; place < WT_LENGTH; place++) {
        feedback *= 3;
        switch (marks[place]) {
        case 'b': case 'B': case '_': case '.': case '-': case '0': break;
        case 'y': case 'Y': case '1': feedback += 1; break;
        case 'g': case 'G': case '2': feedback += 2; break;
        default: return WT_BAD_INPUT; /* the end of a shorter text, too */
        }
    }
    return marks[WT_LENGTH] ? WT_BAD_INPUT : feedback;
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
    int32_t low = wt_children[position];
    const int32_t end = wt_children[position + 1];
    for (int32_t high = end; low < high;) {
        const int32_t middle = (low + high) / 2;
        if (wt_feedbacks[middle] < feedback) low = middle + 1;
        else high = middle;
    }
    if (low < end && wt_feedbacks[low] == feedback) return low;
    return feedback == WT_WINNING && wt_guesses[position] & 1 ? WT_SOLVED : WT_NOT_IN_TREE;
}

/* Returns the guess to play at a position: "" if it is WT_SOLVED, NULL if there is none. */
static inline const char *wt_guess(int32_t position) {
    if (position == WT_SOLVED) return "";
    return position < 0 || position >= WT_N_POSITIONS ? NULL : wt_words[wt_guesses[position] >> 1];
}

/* Returns the guess after n feedbacks, each to the guess that the tree plays: the first guess after none, "" if the
 * last feedback wins, NULL if one is not in the tree or is no feedback; the position from wt_step says which. */
static inline const char *wt_next(const int32_t *feedbacks, size_t n) {
    int32_t position = WT_START;
    if (!feedbacks && n) return NULL;
    for (size_t i = 0; i < n; i++) position = wt_step(position, feedbacks[i]);
    return wt_guess(position);
}

#endif
