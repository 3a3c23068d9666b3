/* Plays an exported tree: `play wordle` or `play mastermind` plays the answers on standard input, one a line, and prints how
 * many were solved in 1, 2, ... guesses and how many not; `play ask` prints what comes after each line of feedbacks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

static int32_t feedback_to_word(const char *guess, const char *answer) {
    int marks[WT_LENGTH] = {0}, is_used[WT_LENGTH] = {0};
    int32_t code = 0;
    for (int i = 0; i < WT_LENGTH; i++)
        if (guess[i] == answer[i]) marks[i] = 2, is_used[i] = 1;
    for (int i = 0; i < WT_LENGTH; i++)
        for (int j = 0; j < WT_LENGTH && !marks[i]; j++)
            if (guess[i] == answer[j] && !is_used[j]) marks[i] = 1, is_used[j] = 1;
    for (int i = 0; i < WT_LENGTH; i++) code = code * 3 + marks[i];
    return code;
}

static int32_t feedback_to_code(const char *guess, const char *answer) {
    int blacks = 0, n_equal = 0, counts[128] = {0};
    for (int i = 0; i < WT_LENGTH; i++) blacks += guess[i] == answer[i];
    for (int i = 0; i < WT_LENGTH; i++) counts[(int)answer[i]]++;
    for (int i = 0; i < WT_LENGTH; i++) n_equal += counts[(int)guess[i]]-- > 0;
    return blacks * (WT_LENGTH + 1) + n_equal - blacks;
}

static void ask(char *line) {
    int32_t feedbacks[300], position = WT_START;
    size_t n = 0;
    for (char *text = strtok(line, " "); text; text = strtok(NULL, " ")) feedbacks[n++] = (int32_t)strtol(text, NULL, 10);
    for (size_t i = 0; i < n; i++) position = wt_step(position, feedbacks[i]);
    const char *next = wt_next(feedbacks, n), *guess = wt_guess(position);
    if (next != guess && (!next || !guess || strcmp(next, guess))) exit(1);
    const char *names[] = {"not a word", "solved", "not in tree", "bad input"};
    printf("%s\n", position >= 0 ? next : names[-position]);
}

int main(int argc, char **argv) {
    int histogram[WT_MAX_GUESSES + 1] = {0}, n_unsolved = 0;
    char line[4096];
    if (argc != 2) return 1;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        if (!strcmp(argv[1], "ask")) {
            ask(line);
            continue;
        }
        int n_guesses = 0;
        int32_t position = WT_START;
        while (position >= 0) {
            const char *guess = wt_guess(position);
            n_guesses++;
            position = wt_step(position, !strcmp(argv[1], "wordle") ? feedback_to_word(guess, line) : feedback_to_code(guess, line));
        }
        if (position == WT_SOLVED) histogram[n_guesses]++;
        else n_unsolved++;
    }
    if (strcmp(argv[1], "ask")) {
        for (int i = 1; i <= WT_MAX_GUESSES; i++) printf("%d ", histogram[i]);
        printf("unsolved %d\n", n_unsolved);
    }
    return 0;
}
