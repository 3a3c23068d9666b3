// A table that is wider than its column becomes a block for each row: see site.css.
const tables = [...document.querySelectorAll("article table")];

for (const table of tables) {
  const [head, ...rows] = table.rows;
  head.classList.add("labels");
  const labels = [...head.cells].map((cell) => cell.textContent.trim());
  for (const cell of rows.flatMap((row) => [...row.cells])) {
    if (labels[cell.cellIndex]) cell.dataset.label = labels[cell.cellIndex];
  }
}

function fit() {
  for (const table of tables) {
    table.classList.remove("stacked");
    if (!table.classList.length) table.removeAttribute("class");
    const column = table.closest(".jp-OutputArea, article");
    const end = column.getBoundingClientRect().right - parseFloat(getComputedStyle(column).paddingRight);
    const width = Math.max(table.scrollWidth, table.offsetWidth);
    if (table.getBoundingClientRect().left + width > end + 1) table.classList.add("stacked");
  }
}

fit();
addEventListener("resize", fit);
