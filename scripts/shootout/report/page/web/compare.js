// Two machines, or two implementations on one, beside each other, with ratios.

const BEST = ""; // instead of an implementation's name: the fastest at each length

// The other machine, if the reader chose none: the next of the same ABI.
function otherMachine() {
  const machine = data.machines[state.machine];
  const others = measured.filter((m) => m !== machine);
  const chosen = others.find((m) => m.index === state.compare.other);
  const order = (m) => [m.abi !== machine.abi, inTicks(m) !== inTicks(machine),
    !FUNCTIONS.every((f) => !machine.functions[f.name] || m.functions[f.name])].map(Number)
      .join("");
  return chosen || others.sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1
    : 0))[0] || machine;
}

// The function whose implementations are compared: the chosen one, if the machine has it.
const compared = (machine) => (machine.functions[state.compare.name] ? state.compare.name
  : functionsOf(machine)[0]);

// The two sides of the comparison, each { machine, name, implementation } by function.
function sides() {
  const machine = data.machines[state.machine], { kind, a, b } = state.compare,
    name = compared(machine);
  if (kind === "machines") {
    const other = otherMachine();
    return functionsOf(machine).filter((each) => other.functions[each])
      .map((each) => [[machine, each, BEST], [other, each, BEST]]);
  }
  const names = implementationsOf(machine, name);
  if (names.length < 2) return [];
  const known = (wanted, usual) => (wanted === BEST || names.includes(wanted) ? wanted || usual
    : usual);
  return [[[machine, name, known(a, names[0])], [machine, name, known(b, names[1])]]];
}

// The implementations that were timed, the fastest at 1536 bytes first.
function implementationsOf(machine, name) {
  const found = [data.deciding, ...SIX].flatMap((n) => all(machine, name, n)
    .filter((f) => f.length === n).sort(faster));
  return distinct(found, (f) => f.implementation);
}

function figureOf([machine, name, implementation], length) {
  const found = all(machine, name, length).filter((f) => f.length === length && f.median > 0);
  return implementation === BEST ? found.filter((f) => !native(machine, name, f.implementation))
    .sort(faster)[0]
    : found.filter((f) => f.implementation === implementation).sort(faster)[0];
}

// How many times as fast the first side is, and the same of its slow quartile to the other's fast
// one, and so on.
function times(f, g) {
  const of = (x, y) => (speed() ? x / y : y / x);
  const [low, high] = [of(f.q3, g.q1), of(f.q1, g.q3)].sort((x, y) => x - y);
  return { ratio: of(f.median, g.median), low, high };
}

function compareRow([one, two], length) {
  const [f, g] = [figureOf(one, length), figureOf(two, length)];
  if (!f || !g) return [];
  const { ratio, low, high } = times(f, g), doubts = distinct([...f.doubts, ...g.doubts],
    (doubt) => doubt);
  const kind = doubts.length ? "doubt" : "", mark = doubts.length ? "?" : "";
  const range = (x) => `${written(x.q1, x.exact)}–${written(x.q3, x.exact)}`;
  const row = [linked(one[1]), { text: `${length}`, by: length === LONG ? Infinity : length },
    named(one[0], one[1], f.implementation), cell(f), range(f),
    named(two[0], two[1], g.implementation), cell(g), range(g),
    { text: ratio.toFixed(3) + mark, by: ratio, kind, title: doubts.map((doubt) => `? ${doubt}`)
      .join("\n") }, `${low.toFixed(3)}–${high.toFixed(3)}`];
  row.from = [record(one[0], one[1], f), record(two[0], two[1], g)];
  return [row];
}

function compareControls() {
  const machine = data.machines[state.machine], { kind } = state.compare, name = compared(machine);
  const change = (what, make = (x) => x) => (value) => set("compare",
    { ...state.compare, [what]: make(value) });
  const kinds = KINDS.slice(measured.length > 1 ? 0 : 1);
  const controls = [chooser("compare", kinds, kind, change("kind"))];
  if (kind === "machines") {
    controls.push(machineSelect("first machine"),
      chooser("second machine", measured.filter((m) => m !== machine)
        .map((m) => [m.index, m.label + unitNote(m)]),
      otherMachine().index, change("other", Number)));
  } else {
    controls.push(chooser("function", functionsOf(machine).map((each) => [each, label(each)]), name,
      change("name")), machineSelect());
    const names = implementationsOf(machine, name), [[a, b]] = sides().length ? sides()
      : [[[], []]];
    controls.push(chooser("first", names.map((each) => [each, each]), a[2], change("a")),
      chooser("second", names.map((each) => [each, each]), b[2], change("b")));
  }
  refill($("compare-controls"), controls);
}

function drawCompare() {
  compareControls();
  const machine = data.machines[state.machine], { kind } = state.compare,
    other = kind === "machines" ? otherMachine() : machine;
  const home = $("compare");
  if (unitOf(machine) !== unitOf(other)) {
    home.replaceChildren(el("p", { class: "note" }, el("span", { class: "grave" },
      `No ratios: ${machine.label} is in ${unitOf(machine)}, ${other.label} in ${unitOf(other)}. `),
        "Choose the unit ns/byte to compare times."));
    return;
  }
  const both = sides();
  const [one, two] = kind === "machines" ? [machine.label, other.label] : both.length
    ? [both[0][0][2], both[0][1][2]] : ["first", "second"];
  const columns = [["function", ""], ["bytes", "number"], [`${one}`, ""], ["median", "number"],
    ["quartiles", "number"],
    [`${two}`, ""], ["median", "number"], ["quartiles", "number"], ["times as fast", "number"],
    ["by quartiles", "number"]];
  const rows = both.flatMap((pair) => SIX.flatMap((n) => compareRow(pair, n)));
  if (!rows.length) {
    home.replaceChildren(el("p", { class: "note" },
      "There are no two with figures at the same length."));
    return;
  }
  const what = kind === "machines"
    ? `${one} and ${two}, the fastest implementation of each at each length`
    : `${label(compared(machine))} on ${machine.label}: ${one} and ${two}`;
  home.replaceChildren(
    sortable(`${what}; medians in ${unitOf(machine)}, ${DIRECTION()}. “Times as fast” is how many times as fast ` +
    "the first is; " +
    "“by quartiles” compares the slow quartile of one with the fast quartile of the other. This " +
    "is not a confidence interval; ./do compare computes one.",
  columns, rows, { name: () => "compare", records: (row) => row.from }));
}

function startCompare() {
  drawCompare();
  on(["machine", "unit", "compare"], drawCompare);
}
