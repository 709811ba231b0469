// One machine: its figures in a table, and its facts.

const shown = { every: false, full: false };
const functionsOf = (machine) => [...FUNCTIONS.map((f) => f.name), ...OTHERS].filter((name) => machine.functions[name]);

function tableControls() {
  $("table-controls").replaceChildren(
    chooser("machine", measured.map((m) => [m.index, m.label]), state.machine, (i) => set("machine", Number(i))),
    checkbox("every implementation", shown.every, (on) => ((shown.every = on), drawTable())),
    checkbox("quartiles and commands", shown.full, (on) => ((shown.full = on), drawTable())),
  );
}

// The figures of the table: [function, implementation (none for the fastest), figures by length].
function entries(machine) {
  return functionsOf(machine).flatMap((name) => {
    const found = new Map(SIX.map((n) => [n, all(machine, name, n).filter((f) => f.length === n).sort(faster)]));
    const names = [...new Set([data.deciding, ...SIX].flatMap((n) => found.get(n).map((f) => f.implementation)))];
    // Native code in a VM has a row of its own beside the fastest Java.
    const kinds = [false, true].map((own) => (f) => Boolean(native(machine, name, f.implementation)) === own);
    if (!shown.every) {
      return kinds.filter((kind) => [...found.values()].some((figures) => figures.some(kind)))
        .map((kind) => [name, new Map(SIX.map((n) => [n, found.get(n).find(kind)]))]);
    }
    return names.map((each) => [name, new Map(SIX.map((n) => [n, found.get(n).find((f) => f.implementation === each)]))]);
  });
}

function again(name, f) {
  const line = command(name, f);
  return line && { text: words(line), by: line };
}

function drawTable() {
  const machine = data.machines[state.machine];
  const found = entries(machine);
  const short = (f) => machine.short[f.compiler];
  const rule = shown.every ? "each implementation with its fastest compiler at each length"
    : "the fastest implementation and compiler at each length";
  const unit = state.unit === "cycles" ? `${machine.unit[0]} per byte${machine.unit[1]}` : `${inWords()} at ${clockOf(machine)}`;
  const caption = `${machine.label}: ${unit}; ${rule}`;
  if (shown.full) {
    const columns = ["function", "implementation", "compiler", "bytes", "first quartile", "median", "third quartile",
      "doubts", "command"].map((name, i) => [name, i > 2 && i < 7 ? "number" : i === 8 ? "code" : ""]);
    const order = (n) => (n === LONG ? Infinity : n);
    const rows = found.flatMap(([name, figures]) => SIX.map((n) => figures.get(n)).filter(Boolean).map((f) => [
      label(name), named(machine, name, f.implementation), { text: short(f), title: data.compilers[f.compiler].replaceAll("_", " ") },
      { text: `${f.length}`, by: order(f.length) }, cell(f, "q1"), cell(f), cell(f, "q3"),
      f.doubts.join(", ") || null, again(name, f)]));
    $("table").replaceChildren(sortable(caption, columns, rows));
  } else {
    const columns = [["function", ""], ["implementation", ""], ["compiler", ""], ...SIX.map((n) => [`${n}`, "number"])];
    const rows = found.map(([name, figures]) => {
      const each = [data.deciding, ...SIX].map((n) => figures.get(n));
      const compilers = distinct(each, short);
      return [label(name), distinct(each, (f) => named(machine, name, f.implementation)).join(", "),
        { text: compilers[0] + (compilers.length > 1 ? ` +${compilers.length - 1}` : ""), title: compilers.join("\n") },
        ...SIX.map((n) => cell(figures.get(n)))];
    });
    $("table").replaceChildren(sortable(caption, columns, rows));
  }
  const figures = found.flatMap(([, each]) => [...each.values()]).filter(Boolean);
  const doubts = distinct(figures.flatMap((f) => f.doubts), (doubt) => doubt).sort();
  const left = distinct(figures.flatMap((f) => f.left), (cause) => cause).sort();
  $("table-notes").replaceChildren(
    ...doubts.map((doubt) => el("li", {}, `? ${doubt}${data.meanings[doubt] ? `, ${data.meanings[doubt]}` : ""}: ` +
      `${figures.filter((f) => f.doubts.includes(doubt)).length} of ${figures.length} figures`)),
    ...(left.length ? [el("li", {}, `Rounds left out because they were flagged: ${left.join(", ")}`)] : []),
  );
  const natives = new Map(found.flatMap(([name]) => Object.entries(machine.functions[name].native || {})));
  for (const [name, what] of natives) $("table-notes").append(el("li", {}, `[${name}] is not Java: ${what}`));
  if (machine.grade.length) $("table-notes").append(el("li", {}, `Grade of the run: ${grade(machine)}`));
  drawFacts(machine);
}

// The grade of the machine's run with its reasons.
function grade(machine) {
  const [letter, ...reasons] = machine.grade;
  return letter && `${letter}: ${reasons.join("; ") || "no faults found"}`;
}

function drawFacts(machine) {
  const home = $("facts");
  const day = (text) => text.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3");
  const known = new Set(["microarchitecture"]);
  const rows = [
    ["microarchitecture", machine.microarchitecture], ["ABI", machine.abi], ["measured", day(machine.date)],
    ["version", machine.ours ? machine.version : `SUPERCOP ${machine.version}`],
    ["counter", machine.clock ? `${machine.counter}, times ${ratio(machine.clock)} for core cycles` : machine.counter],
    ["grade", grade(machine)],
    ...machine.facts.filter(([name]) => !known.has(name)), ["file", machine.files.join(", ")],
  ];
  home.querySelector("summary").textContent = `Facts about ${machine.label}`;
  home.querySelector("dl").replaceChildren(...rows.flatMap(([name, text]) => [el("dt", {}, name), el("dd", {}, text || "–")]));
}

function startTable() {
  tableControls();
  drawTable();
  listeners.push((what) => {
    if (what !== "machine" && what !== "unit") return;
    tableControls();
    drawTable();
  });
}
