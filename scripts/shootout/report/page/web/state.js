// The reader's choices. The parts that show them are notified.

const state = {
  length: LONG,
  off: new Set(), // functions that are not shown
  hidden: new Set(data.machines.filter((m) => m.out.length).map((m) => m.index)),
  machine: (data.machines.find((m) => !m.out.length) || data.machines[0]).index,
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

const shownMachines = () => data.machines.filter((m) => !state.hidden.has(m.index));
const shownFunctions = () => FUNCTIONS.filter((f) => !state.off.has(f.name));
