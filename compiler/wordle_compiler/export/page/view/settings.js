// Light or dark, and colours that everybody can tell apart: the system's choice until the reader makes one.

const SETTINGS = { theme: ["system", "light", "dark"], colours: ["system", "usual", "contrast"] };

/** Whether the system asks for the second of the two values that are not `system`. */
const QUERIES = {
  theme: matchMedia("(prefers-color-scheme: dark)"),
  colours: matchMedia("(prefers-contrast: more)"),
};

/** Reads the settings that were kept, applies them, and keeps what is chosen. */
function keepSettings() {
  for (const [name, values] of Object.entries(SETTINGS)) {
    const choice = byId(name);
    const kept = remembered(name);
    choice.value = values.includes(kept) ? kept : "system";
    choice.addEventListener("change", () => {
      remember(name, choice.value);
      apply();
    });
  }
  for (const query of Object.values(QUERIES)) query.addEventListener("change", apply);
  apply();
  const dialog = byId("settings");
  onClick(byId("open-settings"), () => dialog.showModal());
  onClick(byId("close-settings"), () => dialog.close());
}

function apply() {
  for (const [name, query] of Object.entries(QUERIES)) {
    const [, usual, other] = SETTINGS[name];
    const chosen = byId(name).value;
    root.dataset[name] = chosen !== "system" ? chosen : query.matches ? other : usual;
  }
}

/** A page from disk may have no storage; then a choice lasts as long as the page. */
function remember(name, value) {
  try {
    localStorage.setItem(`wordle-tree ${name}`, value);
  } catch {
    // Nothing is lost but the choice.
  }
}

function remembered(name) {
  try {
    return localStorage.getItem(`wordle-tree ${name}`);
  } catch {
    return null;
  }
}
