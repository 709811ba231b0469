// The reader's choices. The parts that show them are notified.

const state = {
  length: LONG,
  unit: data.unit,
  off: new Set(), // functions that are not shown
  hidden: new Set(data.machines.filter((m) => m.out.length).map((m) => m.index)),
  layers: { native: measured.some((m) => !m.java), java: !measured.some((m) => !m.java), literature: false },
  machine: (measured.find((m) => !m.out.length) || measured[0]).index,
};
const listeners = [];

function changed(what) {
  for (const listener of listeners) listener(what);
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
