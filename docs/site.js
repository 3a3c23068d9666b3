// A table that is wider than its column, or cramped, becomes a block for each row: see site.css.
const tables = [...document.querySelectorAll("article table")];
const cells = (table) => [...table.rows].slice(1).flatMap((row) => [...row.cells]);

for (const table of tables) {
  const [head] = table.rows;
  head.classList.add("labels");
  const labels = [...head.cells].map((cell) => cell.textContent.trim());
  for (const cell of cells(table)) {
    if (labels[cell.cellIndex]) cell.dataset.label = labels[cell.cellIndex];
  }
}

function fit() {
  for (const table of tables) {
    table.classList.remove("stacked");
    if (!table.classList.length) table.removeAttribute("class");
    const column = table.closest(".jp-OutputArea, article");
    const end = column.getBoundingClientRect().right - parseFloat(getComputedStyle(column).paddingRight);
    const isWide = table.scrollWidth > table.clientWidth || table.getBoundingClientRect().right > end + 1;
    const isPhone = innerWidth < 600 && table.rows[0].cells.length > 2;
    const isCramped = isPhone && cells(table).some((cell) => cell.offsetHeight > 180);
    if (isWide || isCramped) table.classList.add("stacked");
  }
}

fit();
addEventListener("resize", fit);
