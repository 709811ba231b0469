// The reader's choices. The parts that show them are notified.

// The machine that the curves and tables begin with: native code, of one's own run or with the most
// curves, the newest of those.
function richest() {
  const curves = (m) => Object.values(m.functions).reduce((sum, f) => sum + (f.curves.length > 0),
    0);
  const own = (m) => m.files.includes(data.own);
  const order = (a, b) => a.java - b.java || own(b) - own(a) || a.out.length - b.out.length ||
    curves(b) - curves(a) || Object.keys(b.functions).length - Object.keys(a.functions).length ||
    b.date.localeCompare(a.date) || a.index - b.index;
  return [...measured].sort(order)[0].index;
}

// The function that choices of one begin with.
const usual = (FUNCTIONS.find((f) => measured.some((m) => m.functions[f.name]?.curves.length)) ||
  FUNCTIONS[0]).name;

const KINDS = [["machines", "two machines"], ["implementations", "two implementations of"]];
const INITIALLY = {
  length: LONG,
  unit: data.unit,
  off: () => new Set(BESIDE), // functions that are not shown
  hidden: () => new Set(data.machines.filter((m) => m.out.length).map((m) => m.index)),
  layers: () => ({ native: measured.some((m) => !m.java), java: !measured.some((m) => !m.java),
    literature: false }),
  machine: richest(),
  curve: () => ({ mode: "functions", name: usual, log: true }),
  table: () => ({ every: false, full: false, find: "" }),
  past: usual, // the function of the history's graphs
  // -1 and "": chosen by the page.
  compare: () => ({ kind: KINDS[measured.length > 1 ? 0 : 1][0], other: -1, name: usual, a: "",
    b: "" }),
};
const state = initial();
const listeners = [];

function initial() {
  return Object.fromEntries(Object.entries(INITIALLY)
    .map(([name, value]) => [name, typeof value === "function" ? value() : value]));
}

function changed(what) {
  for (const listener of listeners) listener(what);
}

// Calls a function after a change of one of these, or of all.
function on(names, listener) {
  listeners.push((what) => (what === "all" || names.includes(what)) && listener(what));
}

function set(what, value) {
  if (state[what] === value) return;
  state[what] = value;
  changed(what);
}

// The machines of the layers that are shown.
const layered = () => data.machines.filter((m) =>
  (m.java ? state.layers.java : state.layers.native) && (!m.published || state.layers.literature));
const shownMachines = () => layered().filter((m) => !state.hidden.has(m.index));
const shownFunctions = () => FUNCTIONS.filter((f) => !state.off.has(f.name));
