// Starts the page: unpacks the tree, says what it is, and lets the tabs choose between playing and browsing.

/** The tree, once it is unpacked. */
const ready = start();

async function start() {
  keepSettings();
  try {
    const tree = await readTree(bytesOf(byId("tree").textContent));
    const held = (id) => bytesOf(byId(id).textContent);
    const others = byId("allowed") && await inflateWords(held("allowed"), tree.length);
    const bytes = byId("replies") ? await inflate(held("replies")) : [];
    const half = bytes.length / 2;
    tree.engine = engineOf(tree, others, Array.from({ length: half }, (_, i) => bytes[i] + 256 * bytes[i + half]));
    tree.oracle = new Oracle(tree.engine);
    tree.alphabet = [...tree.engine.lexicon.symbols.keys()].sort(byCodePoint);
    if (!/\D/u.test(tree.alphabet.join(""))) KINDS.wordle.noun = "number";
    // The one alphabet in which i and ı are two letters.
    if (tree.alphabet.includes("ı")) wordLanguage = "tr";
    isPlain = !wordLanguage && tree.alphabet.every((letter) => letter.length === 1 && letter.normalize("NFD") === letter);
    isJamo = /[ㄱ-ㅣ]/u.test(tree.alphabet.join(""));
    digraphs = tree.alphabet.filter((letter) => letter.includes("\u034f")).sort((a, b) => b.length - a.length);
    isBulls = tree.file.game.answers.name === "bulls-and-cows";
    root.toggleAttribute("data-bulls", isBulls);
    root.style.setProperty("--length", tree.length);
    root.dataset.kind = tree.file.game.kind;
    introduce(tree);
    byId("main").hidden = false;
    furnish(tree);
    return tree;
  } catch (error) {
    byId("summary").hidden = true;
    byId("failure").hidden = false;
    byId("failure").textContent = typeof DecompressionStream === "undefined"
      ? "This browser is too old for the page: it has no DecompressionStream."
      : `The tree in this page cannot be read: ${error.message}.`;
    throw error;
  }
}

/** Makes the views, and lets tabs, buttons and the address choose among them. */
function furnish(tree) {
  const { engine, oracle } = tree;
  oracle.prepare();
  oracle.warm(tree);
  // Of its own, so that nobody who plays on waits for a verdict.
  const judge = new Oracle(engine);
  const advice = new Advice(tree, engine, oracle, judge);
  const desk = new Desk(tree, tree.alphabet);
  const shared = { tree, engine, advice, judge, desk };
  const modes = { solve: new Solve(shared), practise: new Practise(shared), review: new Review(shared) };
  advice.onChoice = (word, code) => {
    if (!desk.mode.asksMarks) return;
    if (word !== desk.word) {
      desk.type(word);
      desk.accept();
    }
    desk.marking.set(code);
    desk.marking.focus(0);
  };
  advice.onWord = (word) => {
    desk.type(word);
    if (desk.mode.asksMarks) desk.accept();
  };
  const browse = new Browse(tree);
  const tabs = ["solve", "practise", "review", "browse"].map((name) => byId(`${name}-tab`));
  const open = (name) => {
    root.dataset.mode = name;
    document.title = `${byId(name + "-tab").textContent} · ${byId("title").textContent}`;
    byId("play").hidden = name === "browse";
    byId("browse").hidden = name !== "browse";
    scrollTo(0, 0);
    if (name === "browse") browse.fillOnce();
    else {
      byId("play").setAttribute("aria-labelledby", `${name}-tab`);
      const some = ["solved", "give-up", "judge", "lost", "finished", "verdict", "statistics"];
      for (const id of some) byId(id).hidden = true;
      byId("shared").hidden = name === "practise";
      const what = name === "practise" ? "a good guess" : "it";
      byId("split").querySelector("summary").textContent = `What ${what} would tell`;
      byId("solved").hidden = name !== "solve";
      byId("back").hidden = false;
      byId("restart").disabled = false;
      if (name === "solve") byId("split").open = true;
      byId("next").classList.toggle("main", name !== "review");
      byId("next").textContent = { solve: "Next guess", practise: "Guess", review: `Add the ${tree.kind.noun}` }[name];
      byId("restart").textContent = { solve: "", practise: `Another ${tree.kind.noun}`, review: "Clear" }[name];
      desk.use(modes[name]);
    }
  };
  const choose = chooseByTabs(tabs, (tab) => {
    const name = tab.getAttribute("id").replace("-tab", "");
    const url = address(name, modes[name]?.seed);
    if (url !== location.hash) history.pushState(null, "", url);
    open(name);
  });
  onClick(byId("solved"), () => desk.attempt(() => {
    desk.mode.enter(desk.playable(), tree.winning);
    desk.goOn();
  }));
  for (const [id, act] of [["back", "back"], ["restart", "restart"], ["give-up", "giveUp"]]) {
    onClick(byId(id), () => desk.attempt(() => {
      desk.mode[act]();
      if (act !== "back") desk.rows = [];
      // A row that was pasted without its word is asked for again.
      desk.pending = desk.rows.slice(desk.mode.turns.length);
      desk.goOn();
    }));
  }
  onClick(byId("copy"), () => copySquares());
  const follow = () => {
    const { of, turns, taken } = history.state ?? {};
    const [name, seed] = location.hash.slice(1).split("=");
    const { practise } = modes;
    // Who comes back to a word that is not found yet goes on with it.
    const isGoingOn = Number(seed) === practise.seed && !practise.isOver;
    if (name === "practise" && /^\d{1,6}$/.test(seed ?? "") && !isGoingOn) practise.begin(Number(seed));
    // Any other seed would hide another word from each who opens the address.
    if (name === "practise") history.replaceState(null, "", address(name, practise.seed));
    const known = name in modes || name === "browse" ? name : "solve";
    choose(byId(`${known}-tab`));
    open(known);
    if (known === "browse") return;
    desk.attempt(() => {
      // What was played here, with this tree, before the page was loaded again.
      if (of !== `${tree.file.checksum}` || desk.mode.turns.length) return;
      desk.mode.wasTakenBack = taken;
      for (const { guess, code } of turns) desk.mode.enter(guess, code);
    });
    desk.goOn();
  };
  addEventListener("hashchange", follow);
  follow();
}

/** Returns the address of a view, with the seed of its word, so that it can be sent. */
function address(name, seed) {
  return seed === undefined ? `#${name}` : `#${name}=${seed}`;
}

async function copySquares() {
  const squares = byId("squares");
  squares.select();
  try {
    await navigator.clipboard.writeText(`${squares.value}\n`);
    byId("copy").textContent = "Copied";
  } catch {
    byId("copy").textContent = "Press Ctrl+C";
  }
}

/** Returns what the game is called. */
function nameOf(tree) {
  const { game, likely } = tree.file;
  if (tree.kind !== KINDS.wordle) {
    return isBulls ? `Bulls and Cows, ${tree.length} places`
      : `Mastermind, ${tree.length} pegs, ${tree.alphabet.length} colours`;
  }
  const { name } = likely ?? game.answers;
  const known = { nyt: "Today’s Wordle", original: "The original Wordle" }[name.split("-")[0]];
  return (known ?? `Wordle with ${name.replace(/\.\w+$/u, "")}`) + (game.rule === "any" ? "" : `, rule ${game.rule}`);
}

function introduce(tree) {
  const { game, guarantee, strategy, weights, likely } = tree.file;
  byId("title").replaceChildren(nameOf(tree));
  const mean = (total, solved) => (solved ? rounded(total / solved, 4) : "none");
  const claim = likely ?? { ...guarantee, count: tree.nAnswers };
  const nClaimed = claim.count - claim.unsolved;
  const name = likely ? "likely answer" : "answer";
  const solved = claim.unsolved ? `${nClaimed} of ${counted(claim.count, name)}` : `all ${counted(claim.count, name)}`;
  byId("summary").textContent = `Solves ${solved} within ${counted(claim.histogram.length, "guess", "guesses")}, `
    + `${mean(claim.total, nClaimed)} on average.`;
  const facts = [
    ["Strategy", `${strategy.name}, rule ${game.rule}`],
    ["Claimed", byId("claim").textContent],
    ["Total", `${guarantee.total} guesses over ${counted(tree.nSolved, "answer")}`],
    ["Guesses", guarantee.histogram.map((count, i) => `${i + 1}: ${count}`).join(", ")],
    ["Solved", `${tree.nSolved} of ${tree.nAnswers} within ${counted(guarantee.worst_case, "guess", "guesses")}, `
      + `${mean(guarantee.total, tree.nSolved)} on average`],
    ["Answers", `${game.answers.name}, ${game.answers.count}`],
    ["Allowed", `${game.allowed.name}, ${game.allowed.count}`],
  ];
  if (weights) facts.push(["Weights", `${weights.name}, weighted mean ${mean(weights.total, weights.solved)}`]);
  if (likely) {
    const nSolved = likely.count - likely.unsolved;
    facts.push(["Likely", `${likely.name}, ${likely.count}: ${nSolved} within `
      + `${counted(likely.max_guesses, "guess", "guesses")}, ${mean(likely.total, nSolved)} on average; `
      + "the claim is about these alone"]);
  }
  facts.push(["Checksum", Array.from(tree.file.checksum, (byte) => byte.toString(16).padStart(2, "0")).join("")]);
  const others = tree.words.filter((word) => word !== tree.word(0));
  const answer = others.find((word) => tree.likely?.has(word)) ?? others[0] ?? tree.word(0);
  const example = [tree.word(0), answer].map((guess) => ({ guess, code: tree.kind.feedback(guess, answer) }));
  const played = tree.kind === KINDS.wordle ? "Wordle 1,234" : "wordle-tree";
  const [title, ...rows] = squaresOf(tree, example, played).split("\n");
  byId("pasted").placeholder = [title, ...rows.map((row, i) => `${row} ${example[i].guess}`)].join("\n").replaceAll("\u034f", "");
  byId("facts").replaceChildren(...facts.flatMap(([name, value]) => (
    [make("dt", {}, name), make("dd", { dir: "auto" }, value)])));
}

/**
 * Makes tabs of buttons: a click chooses one, and so do the arrow keys, Home and End.
 *
 * @returns A function that shows which tab is chosen, without calling `onChosen`.
 */
function chooseByTabs(tabs, onChosen) {
  const mark = (chosen) => {
    for (const tab of tabs) {
      tab.setAttribute("aria-selected", tab === chosen);
      tab.tabIndex = tab === chosen ? 0 : -1;
    }
  };
  const choose = (chosen) => {
    mark(chosen);
    onChosen(chosen);
  };
  tabs.forEach((tab, i) => {
    onClick(tab, () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const target = tabs[(to + tabs.length) % tabs.length];
      choose(target);
      target.focus();
    });
  });
  return mark;
}
