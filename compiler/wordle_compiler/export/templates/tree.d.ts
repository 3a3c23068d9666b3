/*
{{heading}}
 */

/** Where a game stands: at 0 or above there is a guess to play, below 0 there is none. */
export type Position = number;
{{wordle
/** A base-3 number, the first letter the most significant: 0 grey, 1 yellow, 2 green. */
}}
{{mastermind
/** blacks * {{base}} + whites. */
}}
export type Feedback = number;

/** The position of the first guess. */
export const START: 0;
/** The last feedback was the winning one. */
export const SOLVED: -1;
/** No answer gives the last feedback, or the tree has no guess left for those that do. */
export const NOT_IN_TREE: -2;
/** A value was no feedback or no position, or a feedback came after the winning one. */
export const BAD_INPUT: -3;
/** The feedback that solves the game. */
export const WINNING: {{winning}};
export const LENGTH: {{length}};
/** No game takes more. */
export const MAX_GUESSES: {{max_guesses}};

{{wordle
/** Returns the feedback that marks such as "__g_y", squares or names denote, one a letter; BAD_INPUT for any other text. */
export function marks(text: string): Feedback;
}}
{{mastermind
/** Returns the feedback of so many black and white pegs, BAD_INPUT if no guess can get it. */
export function pegs(blacks: number, whites: number): Feedback;
}}
/** Returns the position after a feedback to the guess at `position`; NOT_IN_TREE and BAD_INPUT stay. */
export function step(position: Position, feedback: Feedback): Position;
/** Returns the guess to play at a position: "" if it is SOLVED, null if there is none. */
export function guess(position: Position): string | null;
/** Returns the guess after some feedbacks, each to the guess that the tree plays, as `guess` does. */
export function next(feedbacks: Iterable<Feedback>): string | null;
/** Returns the words that may be the answer at a position, those that the tree finds soonest first. */
export function candidates(position: Position): string[];
