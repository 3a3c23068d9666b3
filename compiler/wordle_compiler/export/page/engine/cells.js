// Into which cells a guess divides candidates, for one guess or for all of them.
//
// A feedback is a sum with one term for each different letter of the guess, and a term depends only on where guess and
// answer have that letter. So the terms of a letter at some places, one for each candidate, are worked out once for all
// guesses that have it there. Four terms of a byte are added at a time, and guesses that begin alike share their sums.

/** Words as numbers: `letters` has each word's symbols, word after word. */
class Lexicon {
  constructor(kind, length, words) {
    this.kind = kind;
    this.length = length;
    this.words = words;
    this.symbols = new Map();
    this.letters = new Uint16Array(words.length * length);
    words.forEach((word, number) => this.letters.set(this.numbered(word), number * length));
    this.termTables = new Map();
  }

  /** Returns the number of each symbol of a word, which need not be one of the lexicon. */
  numbered(word) {
    return lettersOf(word).map((letter) => {
      if (!this.symbols.has(letter)) this.symbols.set(letter, this.symbols.size);
      return this.symbols.get(letter);
    });
  }

  /** Returns the different symbols among numbers, each with its places as bits, as one number a symbol. */
  keysOf(numbers) {
    const keys = [];
    numbers.forEach((symbol, place) => {
      if (numbers.indexOf(symbol) < place) return;
      let places = 0;
      for (let other = place; other < this.length; other++) if (numbers[other] === symbol) places |= 1 << other;
      keys.push(symbol * 2 ** this.length + places);
    });
    return keys;
  }

  /**
   * The words' keys, and the words in an order in which neighbours begin with the same keys. Made when first asked for.
   */
  get sorted() {
    if (!this.inOrder) {
      const keys = this.words.map((_, word) => (
        this.keysOf(this.letters.subarray(word * this.length, (word + 1) * this.length))));
      const compare = (one, other) => {
        const [left, right] = [keys[one], keys[other]];
        const i = left.findIndex((key, place) => key !== right[place]);
        return i < 0 ? left.length - right.length : left[i] - (right[i] ?? -1);
      };
      this.inOrder = { keys, order: this.words.map((_, word) => word).sort(compare) };
    }
    return this.inOrder;
  }

  /** Returns the term of a letter that a guess has at some places, by the places at which the answer has it. */
  termsOf(places) {
    if (!this.termTables.has(places)) {
      const terms = Uint32Array.from({ length: 2 ** this.length }, (_, hidden) => (
        this.kind.term(places, hidden, this.length)));
      this.termTables.set(places, terms);
    }
    return this.termTables.get(places);
  }
}

/** Some candidates, by their numbers in a lexicon, and how guesses divide them. */
class Cells {
  constructor(lexicon, candidates) {
    this.lexicon = lexicon;
    this.candidates = candidates;
    const { kind, length } = lexicon;
    this.nCodes = kind.count(length);
    this.CodeArray = [Uint8Array, Uint16Array, Uint32Array][this.nCodes <= 256 ? 0 : this.nCodes <= 65536 ? 1 : 2];
    this.places = new Map();
    this.terms = new Map();
    /**
     * Entry i is the sum of the first i + 1 terms of the guess that `add` was last called for, as codes and as words.
     */
    this.sumCodes = Array.from({ length }, () => this.codeArray());
    this.sums32 = this.sumCodes.map((sum) => new Uint32Array(sum.buffer));
    this.counts = new Uint32Array(this.nCodes);
  }

  /** Returns an array with an entry for each candidate, whole words long, so that it can be added word by word. */
  codeArray() {
    return new this.CodeArray(Math.ceil(this.candidates.length / 4) * 4);
  }

  /** Returns the places, as bits, at which each candidate has a symbol. */
  placesOf(symbol) {
    if (!this.places.has(symbol)) {
      const { letters, length } = this.lexicon;
      this.places.set(symbol, Uint16Array.from(this.candidates, (word) => {
        let places = 0;
        for (let place = 0; place < length; place++) {
          if (letters[word * length + place] === symbol) places |= 1 << place;
        }
        return places;
      }));
    }
    return this.places.get(symbol);
  }

  /** Returns the term of a key for each candidate, as words of 32 bits. */
  term(key) {
    let found = this.terms.get(key);
    if (!found) {
      const size = 2 ** this.lexicon.length;
      const terms = this.lexicon.termsOf(key % size);
      const codes = this.codeArray();
      this.placesOf(Math.floor(key / size)).forEach((places, i) => { codes[i] = terms[places]; });
      found = new Uint32Array(codes.buffer);
      this.terms.set(key, found);
    }
    return found;
  }

  /** Adds the terms of the keys from `first` to before `last`; the sums before `first` are those of the call before. */
  add(keys, first, last = keys.length) {
    for (let i = first; i < last; i++) {
      const term = this.term(keys[i]);
      const sum = this.sums32[i];
      const before = this.sums32[i - 1];
      if (!i) sum.set(term);
      else for (let word = 0; word < sum.length; word++) sum[word] = before[word] + term[word];
    }
    return this.sumCodes[keys.length - 1];
  }

  /** Returns the feedback of a word against each candidate. The array is good until the next call. */
  codes(word) {
    const { lexicon } = this;
    return this.add(lexicon.keysOf(lexicon.numbered(word)), 0).subarray(0, this.candidates.length);
  }

  /**
   * Calls `visit(guess, codes)` for each guess, by number, in an order of its own. `isLegal` has an entry for each
   * word.
   */
  forEach(isLegal, visit) {
    this.walk(isLegal, (guess, keys, first) => visit(guess, this.add(keys, first)));
  }

  /** Calls `step(guess, keys, first)` for each guess; the keys before `first` are those of the guess before. */
  walk(isLegal, step) {
    const { keys, order } = this.lexicon.sorted;
    let before = [];
    for (const guess of order) {
      if (isLegal && !isLegal[guess]) continue;
      const own = keys[guess];
      let same = 0;
      while (same < before.length - 1 && same < own.length - 1 && own[same] === before[same]) same += 1;
      step(guess, own, same);
      before = own;
    }
  }

  /**
   * Returns for each word that is legal the sum of what its cells are worth; other words have Infinity.
   *
   * The last term is added while counting: its sum is not needed again.
   *
   * @param worth Entry i is what a cell of i candidates is worth. The cell that wins is worth that of no candidate.
   */
  sums(isLegal, worth) {
    const sums = new Float64Array(this.lexicon.words.length).fill(Infinity);
    // Few candidates have few cells, and it does not pay to look at every feedback.
    if (this.CodeArray !== Uint8Array || 2 * this.candidates.length < this.nCodes) {
      this.forEach(isLegal, (guess, codes) => { sums[guess] = this.sumOf(codes, worth); });
      return sums;
    }
    // 256, so that no index need be checked.
    const counts = new Uint32Array(256);
    const winning = this.nCodes - 1;
    const nPadded = this.sumCodes[0].length - this.candidates.length;
    const nothing = new Uint32Array(this.sums32[0].length);
    this.walk(isLegal, (guess, keys, first) => {
      const last = keys.length - 1;
      this.add(keys, first, last);
      const before = last ? this.sums32[last - 1] : nothing;
      const term = this.term(keys[last]);
      for (let i = 0; i < term.length; i++) {
        const codes = before[i] + term[i];
        counts[codes & 255] += 1;
        counts[codes >>> 8 & 255] += 1;
        counts[codes >>> 16 & 255] += 1;
        counts[codes >>> 24] += 1;
      }
      // What the arrays have beyond the candidates was counted as feedback 0.
      let sum = worth[counts[0] - nPadded];
      for (let code = 1; code < winning; code++) if (counts[code]) sum += worth[counts[code]];
      counts.fill(0);
      sums[guess] = sum;
    });
    return sums;
  }

  /** Returns the sum of what the cells of one guess are worth, as in `sums`; a worth of no candidate must be 0. */
  sumOf(codes, worth) {
    const { counts, nCodes } = this;
    for (let i = 0; i < this.candidates.length; i++) counts[codes[i]] += 1;
    counts[nCodes - 1] = 0;
    let sum = 0;
    for (let i = 0; i < this.candidates.length; i++) {
      sum += worth[counts[codes[i]]];
      counts[codes[i]] = 0;
    }
    return sum;
  }

  /**
   * What a cell is worth by its square: divided by the number of candidates, the sum is how many are left on average.
   */
  get squares() {
    return Float64Array.from({ length: this.candidates.length + 1 }, (_, size) => size * size);
  }
}
