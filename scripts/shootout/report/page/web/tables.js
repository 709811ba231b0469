// Tables that can be sorted by any column.

// A column is [title, class]; a cell is the text shown, or { text, by } with its sort key.
function sortable(caption, columns, rows) {
  const body = el("tbody");
  const value = (cell) => (cell && cell.by !== undefined ? cell.by : cell);
  const fillBody = () => body.replaceChildren(...rows.map((row) => el("tr", {}, row.map((cell, i) => {
    const inside = cell && cell.text !== undefined ? cell.text : cell;
    const kind = [columns[i][1], cell?.kind].filter(Boolean).join(" ");
    return el(i ? "td" : "th", { class: kind, scope: !i && "row", title: cell?.title }, inside || "–");
  }))));
  const heads = columns.map(([title, kind], i) => {
    const head = el("th", { scope: "col", class: kind });
    head.append(el("button", { type: "button", onclick: () => {
      const up = head.getAttribute("aria-sort") !== "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      rows.sort((a, b) => compare(value(a[i]), value(b[i])) * (up ? 1 : -1));
      fillBody();
    } }, title));
    return head;
  });
  fillBody();
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, heads)), body));
}

// Missing values come last in ascending order.
function compare(a, b) {
  const gone = (x) => x === null || x === undefined;
  if (gone(a) || gone(b)) return gone(a) - gone(b);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

const distinct = (figures, what) => [...new Set(figures.filter(Boolean).map(what))];

// The cell of a figure, with a question mark if it is doubtful.
function cell(f, part = "median") {
  if (!f) return null;
  const said = [data.sources[f.implementation] || f.implementation, data.compilers[f.compiler].replaceAll("_", " "), ...f.doubts.map((doubt) => `? ${doubt}`)];
  return { text: written(f[part], f.exact) + (f.doubts.length ? "?" : ""), by: f[part],
    kind: f.doubts.length ? "doubt" : "", title: said.join("\n") };
}

// The graph's figures at its length: a row for each machine, a column for each function.
function graphTable() {
  const home = $("as-table");
  if (!home.open) return;
  const functions = shownFunctions();
  const found = shownMachines().map((m) => [m, functions.map((f) => fastest(m, f.name, state.length))])
    .filter(([m, figures]) => !m.published || figures.some(Boolean));
  const lengths = (figures) => distinct(figures, (f) => f.length);
  const other = found.some(([, figures]) => lengths(figures).some((n) => n !== state.length));
  const columns = [["machine", ""], ["microarchitecture", ""], ...(other ? [["bytes", "number"]] : []),
    ...functions.map((f) => [f.label, "number"])];
  const rows = found.map(([m, figures]) => [m.published ? `${m.label} ${m.published}` : m.label, m.microarchitecture,
    ...(other ? [lengths(figures).join(", ") || null] : []), ...figures.map((f) => cell(f))]);
  home.querySelector("div").replaceChildren(sortable(
    `${title(state.length)}: ${inWords()} of the fastest implementation`, columns, rows));
}

function startGraphTable() {
  $("as-table").addEventListener("toggle", graphTable);
  listeners.push(soon((what) => what !== "machine" && graphTable()));
}
