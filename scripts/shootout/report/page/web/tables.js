// Tables that can be sorted by any column, searched, and saved.

// A column is [title, class]; a cell is the text shown, or { text, by } with its sort key. `more`
// has what a table can do: `records`, the objects to save of a row, with the file's `name`; `find`,
// the words to begin with, and `found`, called with those that the reader types.
function sortable(caption, columns, rows, more = {}) {
  const body = el("tbody");
  const value = (cell) => (cell && cell.by !== undefined ? cell.by : cell);
  let wanted = more.find || "";
  const kept = () => rows.filter((row) => fits(row, wanted));
  const fillBody = () => {
    const some = kept();
    body.replaceChildren(...some.map((row) => el("tr", {}, row.map((cell, i) => {
      const inside = cell && cell.text !== undefined ? cell.text : cell;
      const kind = [columns[i][1], cell?.kind].filter(Boolean).join(" ");
      return el(i ? "td" : "th", { class: kind, scope: !i && "row", title: cell?.title,
        "data-under": cell?.under },
        inside || "–");
    }))));
    if (!some.length) {
      body.append(el("tr", {}, el("td", { colspan: columns.length, class: "faint" },
        "No row has these words.")));
    }
    count.textContent = wanted.trim() ? `${some.length} of ${rows.length} rows` : "";
  };
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
  const count = el("span", { class: "faint", role: "status" });
  const search = el("input", { type: "search", value: wanted, placeholder: "words, -not these",
    oninput: () => {
    wanted = search.value;
    fillBody();
    more.found?.(wanted);
  } });
  fillBody();
  const scroll = el("div", { class: "scroll", tabindex: "0", role: "region",
    "aria-label": caption },
    el("table", {}, el("thead", {}, el("tr", {}, heads)), body));
  const hint = el("p", { class: "hint", hidden: true },
    "The table is wider than the screen: scroll it sideways →");
  new ResizeObserver(() => (hint.hidden = scroll.scrollWidth <= scroll.clientWidth + 1))
    .observe(scroll);
  return el("div", { class: "sortable" },
    el("p", { class: "caption" }, caption),
    el("div", { class: "tools" }, el("label", {}, "find ", search), count,
      more.records && downloads(more.name, () => kept().flatMap(more.records))),
    hint, scroll);
}

// Whether a row has all of these words, and none of those after a minus.
function fits(row, wanted) {
  const plain = (part) => [part].flat(Infinity).filter((each) => typeof each === "string").join("");
  const text = (cell) => (typeof cell === "object" && cell
    ? `${plain(cell.text)} ${cell.by ?? ""} ${cell.title || ""}` : `${cell ?? ""}`);
  const all = row.map(text).join(" ").toLowerCase();
  return wanted.toLowerCase().split(/\s+/).filter(Boolean)
    .every((word) => (word.length > 1 && word[0] === "-" ? !all.includes(word.slice(1))
      : all.includes(word)));
}

// Missing values come last in ascending order.
function compare(a, b) {
  const gone = (x) => x === null || x === undefined;
  if (gone(a) || gone(b)) return gone(a) - gone(b);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}

const distinct = (figures, what) => [...new Set(figures.filter(Boolean).map(what))];

// Half of the distance between the quartiles, as a part of the median.
const spreadOf = (f) => `±${((f.q3 - f.q1) / 2 / f.median * 100).toFixed(1)}%`;

// How much slower a figure is where code, stack or message lie elsewhere, if it is more than noise.
const layoutOf = (f) => (f.layout > 1
  ? [`layout ${f.layout.toFixed(2)}${f.culprit ? ` (${f.culprit})` : ""}`] : []);

// The cell of a figure, with a question mark if it is doubtful; its title has the rest.
function cell(f, part = "median", spread = false) {
  if (!f) return null;
  const said = [data.sources[f.implementation] || f.implementation, data.compilers[f.compiler]
    .replaceAll("_", " "),
    `quartiles ${written(f.q1, f.exact)} to ${written(f.q3, f.exact)}`,
    ...f.doubts.map((doubt) => `? ${doubt}`),
    ...layoutOf(f)];
  const text = written(f[part], f.exact) +
    (f.doubts.length ? "?" : f.layout > 1 ? "~" : "");
  return { text: spread ? [text, " ", el("small", {}, spreadOf(f))] : text, by: f[part],
    kind: f.doubts.length ? "doubt" : "", title: said.join("\n") };
}

// The graph's figures at its length: a row for each machine, a column for each function.
function graphTable() {
  const home = $("as-table");
  if (!home.open) return;
  const functions = shownFunctions();
  const found = shownMachines()
    .map((m) => [m, functions.map((f) => fastest(m, f.name, state.length))])
    .filter(([m, figures]) => !m.published || figures.some(Boolean));
  const lengths = (figures) => distinct(figures, (f) => f.length);
  const other = found.some(([, figures]) => lengths(figures).some((n) => n !== state.length));
  const columns = [["machine", ""], ["microarchitecture", ""], ["unit", ""],
    ...(other ? [["bytes", "number"]] : []),
    ...functions.map((f) => [f.label.replace("[", "\u200b["), "number"])];
  const rows = found.map(([m, figures]) => {
    const row = [m.published ? `${m.label} ${m.published}` : m.label, m.microarchitecture,
      unitCell(m),
      ...(other ? [lengths(figures).join(", ") || null] : []),
      ...figures.map((f) => cell(f, "median", !m.published))];
    row.from = figures.flatMap((f, i) => (f ? [record(m, functions[i].name, f)] : []));
    return row;
  });
  home.querySelector("div").replaceChildren(sortable(
    `${title(state.length)}: ${unitOfAll(found.map(([m]) => m))}, ${DIRECTION()}; ` +
    `the fastest implementation, which is the one with the smallest median at this length. ` +
    SPREAD,
    columns, rows, { name: () => `shootout-${state.length}`, records: (row) => row.from }));
}

// Which figures are the better ones.
const DIRECTION = () => `${speed() ? "more" : "less"} is faster`;

const SPREAD =
  "Behind ± stands half of the distance between the quartiles, as a part of the median.";

// The unit of a machine, in red if it is ticks.
const unitCell = (m) => ({ text: state.unit === "cycles" ? m.unit[0] : unitOf(m), by: unitOf(m),
  kind: inTicks(m) ? "grave" : "" });

function startGraphTable() {
  $("as-table").addEventListener("toggle", graphTable);
  on(["length", "unit", "functions", "machines", "curves"], soon(graphTable));
}
