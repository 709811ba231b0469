// The address of what is shown: after # stand all choices that differ from the page's own. Machines
// are named, not numbered, so that an address is good for a page of more machines.

const nameOf = (index) => data.machines[index] && [data.machines[index].name,
  data.machines[index].abi, data.machines[index].published]
  .filter(Boolean).join("/");
const indexOf = (name) => data.machines.findIndex((m) => nameOf(m.index) === name);
const list = (names) => names.map(encodeURIComponent).join(",");
const unlist = (text) => text.split(",").filter(Boolean).map(decodeURIComponent);
const has = (name) => FUNCTIONS.some((f) => f.name === name) || OTHERS.includes(name);
const LAYER_NAMES = Object.keys(INITIALLY.layers());

// Each choice as text, and from text; what a text can't mean is ignored.
const CHOICES = {
  unit: [() => state.unit, (text) => Object.hasOwn(UNITS, text) && (state.unit = text)],
  layers: [
    () => list(LAYER_NAMES.filter((layer) => state.layers[layer])),
    (text) => (state.layers = Object
      .fromEntries(LAYER_NAMES.map((layer) => [layer, unlist(text).includes(layer)])))],
  functions: [
    () => list(shownFunctions().map((f) => f.name)),
    (text) => (state.off = new Set(FUNCTIONS.map((f) => f.name).filter((name) => !unlist(text)
      .includes(name))))],
  hidden: [
    () => list(data.machines.filter((m) => state.hidden.has(m.index)).map((m) => nameOf(m.index))),
    (text) => (state.hidden = new Set(unlist(text).map(indexOf).filter((index) => index >= 0)))],
  machine: [
    () => encodeURIComponent(nameOf(state.machine)),
    (text) => measured.some((m) => m.index === indexOf(decodeURIComponent(text))) &&
      (state.machine = indexOf(decodeURIComponent(text)))],
  curve: [
    () => list([state.curve.mode, state.curve.name, state.curve.log ? "log" : "linear"]),
    (text) => {
      const [mode, name, scale] = unlist(text);
      if (MODES.some(([known]) => known === mode) && has(name)) {
        state.curve = { mode, name, log: scale !== "linear" };
      }
    }],
  table: [
    () => list(["every", "full"].filter((what) => state.table[what])),
    (text) => Object.assign(state.table, { every: unlist(text).includes("every"),
      full: unlist(text).includes("full") })],
  find: [() => encodeURIComponent(state.table.find),
    (text) => (state.table.find = decodeURIComponent(text))],
  past: [() => encodeURIComponent(state.past), (text) => has(decodeURIComponent(text)) &&
    (state.past = decodeURIComponent(text))],
  compare: [
    () => list([state.compare.kind, nameOf(state.compare.other) || "-", state.compare.name,
      state.compare.a || "-", state.compare.b || "-"]),
    (text) => {
      const [kind, other, name, a, b] = unlist(text).map((word) => (word === "-" ? "" : word));
      if (!KINDS.some(([known]) => known === kind) || !has(name)) return;
      state.compare = { kind, other: other ? indexOf(other) : -1, name, a, b };
    }],
};

const choices = () => Object.fromEntries(Object.entries(CHOICES)
  .map(([name, [get]]) => [name, get()]));
let own; // the choices that the page begins with

// The part of the address behind #: a length, and what else was chosen.
function address() {
  const other = Object.entries(choices()).filter(([name, text]) => text !== own[name]);
  return [state.length, ...other.map(([name, text]) => `${name}=${text}`)].join("&");
}

// Reads the choices; an address without them is that of the page as it opens.
function fromAddress(hash) {
  const [first, ...rest] = hash.slice(1).split("&");
  const given = Object.fromEntries(rest.map((part) => part.split(/=(.*)/s, 2)));
  Object.assign(state, initial());
  const length = Number(first);
  if (Number.isInteger(length) && length >= 1 && (length <= TOP || SIX.includes(length))) {
    state.length = length;
  }
  for (const [name, [, put]] of Object.entries(CHOICES)) {
    if (!(name in given)) continue;
    try {
      put(given[name]);
    } catch (error) {
      if (!(error instanceof URIError)) throw error; // a damaged address: the choice stays
    }
  }
  changed("all");
}

function startAddress() {
  own = choices();
  let later;
  const write = () => {
    const text = `#${address()}`;
    if (text === location.hash || (!location.hash && text === `#${LONG}`)) return;
    history.replaceState(null, "", text);
  };
  listeners.push(() => {
    clearTimeout(later);
    later = setTimeout(write, 300);
  });
  // Only a reader's change is told, and the address may have been written anew since. A link to a
  // part of the page is no choice.
  window.addEventListener("hashchange", (event) => {
    const { hash } = new URL(event.newURL);
    if (!$(hash.slice(1))) fromAddress(hash);
  });
  $("link").addEventListener("click", async (event) => {
    const button = event.currentTarget;
    clearTimeout(later);
    write();
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "It is in the address bar";
    }
    setTimeout(() => (button.textContent = "Copy link to this view"), 2000);
  });
  if (location.hash.length > 1) fromAddress(location.hash);
}
