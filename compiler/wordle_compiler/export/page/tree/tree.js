// The tree in memory, as the arrays of its file, and a game played against it.
//
// Nodes are numbered breadth first, so all that is asked about a subtree is asked about one range of numbers a level.

/** A complete decision tree. Node 0 is the opener. */
class Tree {
  constructor(file, { words, members, weights, feedback, children, guess }) {
    this.file = file;
    this.kind = KINDS[file.game.kind];
    this.length = file.game.length;
    this.words = words;
    this.nAnswers = file.game.answers.count;
    /** The likely answers; null where the tree tells none apart. */
    this.likely = members && new Set(words.filter((_, i) => members[i]));
    /** The answers' weights; null where all count alike. */
    this.weights = weights;
    this.feedback = feedback;
    this.guess = guess;
    // Entry i is the number of node i's first child; one entry more than there are nodes, as in `rank`.
    this.firstChild = [1];
    children.forEach((count, node) => this.firstChild.push(this.firstChild[node] + count));
    // Entry i is how many nodes before node i solve an answer.
    this.rank = [0];
    guess.forEach((place, node) => this.rank.push(this.rank[node] + (place ? 0 : 1)));
    this.nSolved = this.rank[guess.length];
    /** The feedback that wins the game. */
    this.winning = this.kind.count(this.length) - 1;
    /** The guesses of a game, however many the tree takes. */
    this.limit = Number(byId("main").dataset.rows);
  }

  /** Returns what is guessed at a node. */
  word(node) {
    const place = this.guess[node];
    return this.words[place ? place - 1 : this.rank[node]];
  }

  /** Tells whether a node's guess is one of its candidates. */
  solves(node) {
    return !this.guess[node];
  }

  children(node) {
    const first = this.firstChild[node];
    return Array.from({ length: this.firstChild[node + 1] - first }, (_, i) => first + i);
  }

  /** Returns the node that a feedback leads to, or 0 where there is none: the opener is nobody's child. */
  child(node, code) {
    return this.children(node).find((child) => this.feedback[child - 1] === code) ?? 0;
  }

  /** Returns the guesses and feedbacks that lead to a node. */
  path(node) {
    const turns = [];
    while (node) {
      let parent = 0;
      let beyond = node;
      // The last node whose children begin at or before this one.
      while (beyond - parent > 1) {
        const middle = (parent + beyond) >> 1;
        if (this.firstChild[middle] <= node) parent = middle;
        else beyond = middle;
      }
      turns.unshift({ guess: this.word(parent), code: this.feedback[node - 1] });
      node = parent;
    }
    return turns;
  }

  /** Returns the nodes at and below a node, a level at a time, as the first number and the one after the last. */
  levels(node) {
    const levels = [];
    for (let start = node, end = node + 1; start < end;) {
      levels.push([start, end]);
      [start, end] = [this.firstChild[start], this.firstChild[end]];
    }
    return levels;
  }

  /** Returns the answers that are possible at a node, ascending by code point. */
  candidates(node) {
    const solved = this.levels(node).flatMap(([start, end]) => this.words.slice(this.rank[start], this.rank[end]));
    return solved.concat(this.unsolved(node)).sort(byCodePoint);
  }

  /**
   * Returns the sum, over the candidates that count at a node, of the guesses that the tree still plays, and their
   * weight. Where all weigh nothing, they count alike.
   */
  expected(node, weights = this.weights) {
    const counts = this.likely && this.candidates(node).some((word) => this.likely.has(word));
    let [sum, weight] = [0, 0];
    this.levels(node).forEach(([start, end], i) => {
      for (let place = this.rank[start]; place < this.rank[end]; place++) {
        const own = counts ? Number(this.likely.has(this.words[place])) : weights?.[place] ?? 1;
        sum += own * (i + 1);
        weight += own;
      }
    });
    return weight || !weights ? { sum, weight } : this.expected(node, null);
  }

  /** Returns the most guesses that the tree still plays, that of the node included. */
  mostGuessesLeft(node) {
    return this.levels(node).length;
  }

  /** Returns the same for the likely answers alone; 0 where none is left. */
  mostForLikely(node) {
    return 1 + this.levels(node).findLastIndex(([start, end]) => (
      this.words.slice(this.rank[start], this.rank[end]).some((word) => this.likely.has(word))));
  }

  /** Returns the answers that are possible at a node and that the tree does not solve. */
  unsolved(node) {
    if (this.nSolved === this.nAnswers) return [];
    const path = this.path(node);
    const isLeft = (word) => path.every(({ guess, code }) => this.kind.feedback(guess, word) === code);
    return this.words.slice(this.nSolved, this.nAnswers).filter(isLeft);
  }
}

/** JavaScript compares UTF-16 units, which orders some characters otherwise. */
function byCodePoint(one, other) {
  const [left, right] = [Array.from(one), Array.from(other)];
  const place = left.findIndex((point, i) => point !== right[i]);
  return place < 0 ? left.length - right.length : left[place].codePointAt(0) - (right[place]?.codePointAt(0) ?? 0);
}

/** What the player said cannot be; the message says why. */
class Refusal extends Error {}

/**
 * Returns the engine for a tree's game.
 *
 * @param others The allowed words that are not in the tree; null where the list of allowed words is not known.
 * @param replies The table of second guesses; empty where the page has none.
 */
function engineOf(tree, others, replies) {
  const { game, likely, weights } = tree.file;
  return new Engine({
    kind: game.kind,
    rule: game.rule,
    length: game.length,
    limit: tree.limit,
    words: tree.words.concat(others ?? []),
    nAnswers: tree.nAnswers,
    likely: tree.likely && Array.from(tree.likely, (word) => tree.words.indexOf(word)),
    weights: weights ? tree.weights : null,
    replies,
    isComplete: others !== null,
  });
}

/**
 * One game, on the tree as long as its guesses are played, and off it after another one. A refused step changes
 * nothing.
 */
class Game {
  constructor(tree, engine) {
    this.tree = tree;
    this.engine = engine;
    this.restart();
  }

  restart() {
    /** The node whose guess stands; null off the tree and when the game is solved. */
    this.node = 0;
    /** The turns played, each `{ guess, code, node }`. */
    this.turns = [];
  }

  get isSolved() {
    return this.turns.at(-1)?.code === this.tree.winning;
  }

  /** The word that the tree plays now; null off the tree and when the game is solved. */
  get guess() {
    return this.node === null ? null : this.tree.word(this.node);
  }

  /** The answers that are possible now, ascending by code point. */
  get candidates() {
    return Array.from(this.engine.candidates(this.turns), (number) => this.tree.words[number]).sort(byCodePoint);
  }

  /** Takes what a guess got, and returns the tree's next guess, or null where it has none. */
  step(code, guess = this.guess) {
    const { tree, engine, node, turns } = this;
    const after = [...turns, { guess, code, node }];
    if (!engine.candidates(after).length && !(code === tree.winning && engine.newer.has(guess))) {
      throw new Refusal(`No ${tree.kind.noun} that is left gives this to \t${guess}\t. Check it, and the rows above.`);
    }
    const isOnTree = node !== null && guess === tree.word(node);
    this.turns = after;
    this.node = isOnTree ? tree.child(node, code) || null : null;
    return this.guess;
  }

  back() {
    // A new list: an answer that is under way belongs to the old one.
    this.node = this.turns.at(-1).node;
    this.turns = this.turns.slice(0, -1);
  }

  /** Returns the answers that the tree gives up where it has just ended; none where it goes on or was left. */
  get givenUp() {
    const last = this.turns.at(-1);
    const hasEnded = last && this.node === null && last.node !== null && !this.isSolved;
    return hasEnded && last.guess === this.tree.word(last.node) ? this.candidates : [];
  }
}
