// One machine: its figures in a table, and its facts.

const functionsOf = (machine) => [...FUNCTIONS.map((f) => f.name), ...OTHERS]
  .filter((name) => machine.functions[name]);

// The choice of the machine that the curves and tables are of.
const machineSelect = (text = "machine") =>
  chooser(text, measured.map((m) => [m.index, m.label + unitNote(m)]), state.machine,
    (i) => set("machine", Number(i)));

function tableControls() {
  const box = (text, what) => checkbox(text, state.table[what],
    (on) => set("table", { ...state.table, [what]: on }));
  refill($("table-controls"), [machineSelect(), box("every implementation", "every"),
    box("quartiles and commands", "full")]);
}

// The figures of the table: [function, figures by length].
function entries(machine) {
  const looked = (name) => state.table.every || name !== "null";
  return functionsOf(machine).filter(looked).flatMap((name) => {
    const found = new Map(SIX.map((n) => [n, all(machine, name, n).filter((f) => f.length === n)
      .sort(faster)]));
    const names = [...new Set([data.deciding, ...SIX]
      .flatMap((n) => found.get(n).map((f) => f.implementation)))];
    // Native code in a VM has a row of its own beside the fastest Java.
    const kinds = [false, true]
      .map((own) => (f) => Boolean(native(machine, name, f.implementation)) === own);
    if (!state.table.every) {
      return kinds.filter((kind) => [...found.values()].some((figures) => figures.some(kind)))
        .map((kind) => [name, new Map(SIX.map((n) => [n, found.get(n).find(kind)]))]);
    }
    return names.map((each) => [name,
      new Map(SIX.map((n) => [n, found.get(n).find((f) => f.implementation === each)]))]);
  });
}

function again(name, f) {
  const line = command(name, f);
  return line && { text: words(line), by: line };
}

// A row that remembers the figures that it shows, to save them.
const withFigures = (row, machine, name, figures) =>
  Object.assign(row, { from: figures.filter(Boolean).map((f) => record(machine, name, f)) });

// A row for each figure: its quartiles, and the command that measures it again.
function fullTable(machine, found) {
  const columns = ["function", "implementation", "compiler", "bytes", "first quartile", "median",
    "third quartile", "doubts", "command"]
    .map((name, i) => [name, ["", "aside", "aside", , , , , "", "code"][i] ?? "number"]);
  const order = (n) => (n === LONG ? Infinity : n);
  return [columns, found.flatMap(([name, figures]) => SIX.map((n) => figures.get(n)).filter(Boolean)
    .map((f) => withFigures([
    linked(name, named(machine, name, f.implementation)), named(machine, name, f.implementation),
    { text: machine.short[f.compiler],
      title: data.compilers[f.compiler].replaceAll("_", " ") },
    { text: `${f.length}`, by: order(f.length) }, cell(f, "q1"), cell(f), cell(f, "q3"),
    [...f.doubts, ...layoutOf(f)].join(", ") || null, again(name, f)], machine, name, [f])))];
}

// The output and the security of a function, in bits, as its specification has them; without one
// nothing.
function strength(name) {
  const [output, bits, source] = data.strengths[name] || [];
  return [output, bits].map((n) => n && { text: `${n}`, by: n, title: source });
}

// A row for each function or implementation: its medians.
function shortTable(machine, found) {
  const strong = found.some(([name]) => data.strengths[name]);
  const columns = [["function", ""], ["implementation", "aside"], ["compiler", "aside"],
    ...SIX.map((n) => [`${n}`, "number"]),
    ...(strong ? [["output", "number"], ["security", "number"]] : [])];
  return [columns, found.map(([name, figures]) => {
    const each = [data.deciding, ...SIX].map((n) => figures.get(n));
    const compilers = distinct(each, (f) => machine.short[f.compiler]);
    const own = distinct(each, (f) => named(machine, name, f.implementation)).join(", ");
    return withFigures([linked(name, own), own,
      { text: compilers[0] + (compilers.length > 1 ? ` and ${compilers.length - 1} more` : ""),
        title: compilers.join("\n") },
      ...SIX.map((n) => cell(figures.get(n), "median", true)), ...(strong ? strength(name) : [])],
        machine, name, SIX.map((n) => figures.get(n)));
  })];
}

function drawTable() {
  const machine = data.machines[state.machine];
  const found = entries(machine);
  const rule = `${state.table.every ? "each implementation with the compiler that is its fastest"
    : "the fastest implementation and compiler, by the median"}, chosen separately for each length`;
  const unit = state.unit === "cycles" ? `${machine.unit[0]} per byte${machine.unit[1]}`
    : `${inWords()} at ${clockOf(machine)}`;
  const [columns, rows] = (state.table.full ? fullTable : shortTable)(machine, found);
  $("table").replaceChildren(
    sortable(`${machine.label}: medians in ${unit}, ${DIRECTION()}; ${rule}. ` +
      (state.table.full ? "" : SPREAD), columns, rows, {
    name: () => `shootout-${nameOf(machine.index).replaceAll("/", "-")}`,
    records: (row) => row.from,
    find: state.table.find, found: (text) => {
      state.table.find = text;
      changed("find");
    } }));
  const figures = found.flatMap(([, each]) => [...each.values()]).filter(Boolean);
  const doubts = distinct(figures.flatMap((f) => f.doubts), (doubt) => doubt).sort();
  const left = distinct(figures.flatMap((f) => f.left), (cause) => cause).sort();
  const several = rows.some((row) => / more$/.test(row[2]?.text));
  const natives = new Map(found.flatMap(([name]) => Object.entries(machine.functions[name].native)));
  const notes = [
    ...doubts.map((doubt) =>
      `? ${doubt}${data.meanings[doubt] ? `, ${data.meanings[doubt]}` : ""}: ` +
      `${figures.filter((f) => f.doubts.includes(doubt)).length} of ${figures.length} figures`),
    figures.some((f) => f.layout > 1) &&
      "~ layout: slower by this where code, stack or message lie elsewhere; the cell's title " +
      "has the ratio",
    left.length && `Excluded rounds were flagged: ${left.join(", ")}`,
    several && !state.table.full &&
      "“and 2 more” behind a compiler: at other lengths others are the fastest; “quartiles and " +
      "commands” names them",
    found.some(([name]) => name === "null") &&
      "null: a function that does nothing; its figures are what a call costs",
    ...[...natives].map(([name, what]) => `[${name}] is not Java: ${what}`),
    !state.table.full && found.some(([name]) => data.strengths[name]) && `${data.strength}.`,
    machine.grade.length && `Grade of the run: ${grade(machine)}`,
  ];
  $("table-notes").replaceChildren(...notes.filter(Boolean).map((text) => el("li", {}, text)));
  drawFacts(machine);
  drawFailures(machine);
}

// What failed on the machine, by cause: code, and with how many compilers.
function drawFailures(machine) {
  const home = $("failures"), found = new Map();
  for (const [cause, name, count] of machine.failures) {
    found.set(cause, [...(found.get(cause) || []), `${name} (${count})`]);
  }
  home.hidden = !found.size;
  home.querySelector("summary").textContent = `Failures on ${machine.label}, by cause`;
  home.querySelector("ul").replaceChildren(...[...found].map(([cause, code]) => el("li", {},
    el("b", {}, `${cause}: `), code.join(", "))));
}

// The grade of the machine's run with its reasons.
function grade(machine) {
  const [letter, ...reasons] = machine.grade;
  return letter && `${letter}: ${reasons.join("; ") || "no faults found"}`;
}

const day = (text) => text.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");

function drawFacts(machine) {
  const home = $("facts");
  const known = new Set(["microarchitecture"]);
  const rows = [
    ["microarchitecture", machine.microarchitecture], ["ABI", machine.abi],
    ["measured", day(machine.date)],
    ["version", machine.ours ? machine.version : `SUPERCOP ${machine.version}`],
    ["counter", machine.clock ? `${machine.counter}, times ${ratio(machine.clock)} for core cycles`
      : machine.counter],
    ["grade", grade(machine)],
    ...machine.facts.filter(([name]) => !known.has(name)), ["file", machine.files.join(", ")],
  ];
  home.querySelector("summary").textContent = `Facts about ${machine.label}`;
  home.querySelector("dl").replaceChildren(...rows.flatMap(([name, text]) => [el("dt", {}, name),
    el("dd", {}, text || "–")]));
}

function startTable() {
  tableControls();
  drawTable();
  on(["machine", "unit", "table"], () => {
    tableControls();
    drawTable();
  });
}
