// Starts the page: unpacks the tree, says what it is, and lets the tabs choose between playing and browsing.

/** The tree, once it is unpacked. */
const ready = start();

async function start() {
  try {
    const tree = await readTree(bytesOfBase64(byId("tree").textContent));
    document.documentElement.style.setProperty("--length", tree.length);
    introduce(tree);
    const play = new Play(tree);
    const browse = new Browse(tree);
    chooseByTabs([byId("play-tab"), byId("browse-tab")]);
    byId("main").hidden = false;
    play.focus();
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

function introduce(tree) {
  const { game, guarantee, strategy, proof, weights, likely } = tree.file;
  const opener = tree.word(0);
  document.title = `${opener}: a Wordle tree`;
  byId("title").replaceChildren("A tree that opens with ", make("bdi", {}, opener));
  const nSolved = tree.nSolved === tree.nAnswers ? `all ${tree.nAnswers}` : `${tree.nSolved} of ${tree.nAnswers}`;
  const mean = (total, solved) => (total / Math.max(solved, 1)).toFixed(4);
  const most = counted(guarantee.worst_case, "guess", "guesses");
  byId("summary").textContent = `Solves ${nSolved} answers within ${most}, `
    + `${mean(guarantee.total, tree.nSolved)} on the mean.`;
  const facts = [
    ["Strategy", `${strategy.name}, rule ${game.rule}`],
    ["Claimed", proof.status],
    ["Total", `${guarantee.total} guesses over ${counted(tree.nSolved, "answer")}`],
    ["Guesses", guarantee.histogram.map((count, i) => `${i + 1}: ${count}`).join(", ")],
    ["Answers", `${game.answers.name}, ${game.answers.count}`],
    ["Allowed", `${game.allowed.name}, ${game.allowed.count}`],
  ];
  if (weights) facts.push(["Weights", `${weights.name}, weighted mean ${mean(weights.total, weights.solved)}`]);
  if (likely) {
    const nSolved = likely.count - likely.unsolved;
    facts.push(["Likely", `${likely.name}, ${likely.count}: ${nSolved} within `
      + `${counted(likely.max_guesses, "guess", "guesses")}, ${mean(likely.total, nSolved)} on the mean; `
      + "the claim is about these alone"]);
  }
  facts.push(["Checksum", Array.from(tree.file.checksum, (byte) => byte.toString(16).padStart(2, "0")).join("")]);
  byId("facts").replaceChildren(...facts.flatMap(([name, value]) => (
    [make("dt", {}, name), make("dd", { dir: "auto" }, value)])));
}

/** Makes tabs of buttons: a click chooses one, and so do the arrow keys, Home and End. */
function chooseByTabs(tabs) {
  const choose = (chosen) => {
    for (const tab of tabs) {
      const isChosen = tab === chosen;
      tab.setAttribute("aria-selected", isChosen);
      tab.tabIndex = isChosen ? 0 : -1;
      byId(tab.getAttribute("aria-controls")).hidden = !isChosen;
    }
  };
  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => choose(tab));
    tab.addEventListener("keydown", (event) => {
      const to = { ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const target = tabs[(to + tabs.length) % tabs.length];
      choose(target);
      target.focus();
    });
  });
}
