// The worker's side: the first message is the game, every other one asks for something.

/** What a worker can be asked, by name. */
const QUESTIONS = {
  rank: (engine, { turns, patience }) => engine.rank(turns, patience),
  judge: (engine, { turns, known, patience }) => new Judge(engine, patience).judge(turns, known),
  values: (engine, { turns, words, patience }) => words.map((word) => engine.valueOf(turns, word, patience)),
};

if (typeof document === "undefined") {
  let engine = null;
  self.onmessage = ({ data }) => {
    if (!engine) {
      engine = new Engine(data);
      // Sorted before the first question comes.
      void engine.lexicon.sorted;
    } else self.postMessage({ id: data.id, answer: QUESTIONS[data.question](engine, data) });
  };
}
