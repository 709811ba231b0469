// The measured figures, and the choice of those that count at a length.

// Names are strangers': an object without a prototype has no `constructor` but one of the data's.
// To walk the data takes a tenth of the time that JSON.parse needs to call a function for each
// value.
function bare(value) {
  if (!(value instanceof Object)) return value;
  if (!Array.isArray(value)) Object.setPrototypeOf(value, null);
  Object.values(value).forEach(bare);
  return value;
}

const data = bare(JSON.parse($("figures").textContent));

// Figures are text in the data, and read when they are asked for: the first picture needs few.
const readings = new Map();
function read(text) {
  if (!readings.has(text)) readings.set(text, bare(JSON.parse(text)));
  return readings.get(text);
}

const SIX = data.lengths;
const LONG = "long", TOP = 4096;
let unpacked = false; // before the curves are unpacked only the six lengths are known

// The name that people know a primitive by; others have their own.
const label = (name) => data.names[name] || name;
// The same, as a link to its graphs where they lie beside this page.
const linked = (name, under) => ({ by: label(name), under, text: data.pictures[name]
  ? el("a", { href: data.pictures[name], title: "its graphs, PDF" }, label(name)) : label(name) });

// A family without a function of a kind has an empty name there. `of` is the set, where it is not
// the page's.
const FUNCTIONS = data.families.flatMap(([family, names, k, of]) =>
  names.map((name, kind) => ({ name, family, k, kind, of, label: label(name) }))
    .filter((f) => f.name));
// Functions of other sets have no curves here.
const BESIDE = FUNCTIONS.filter((f) => f.of).map((f) => f.name);
const IN_GRAPH = new Map(FUNCTIONS.map((f) => [f.name, f]));
data.machines.forEach((machine, i) => {
  machine.index = i;
  machine.label = `${machine.name} ${machine.abi}`;
  // Whether there is a figure at every length.
  machine.everywhere = Object.entries(machine.functions).filter(([name]) => !BESIDE.includes(name))
    .every(([, { curves }]) => curves.some(([, , count]) => count >= TOP));
});

// What was measured, not published by others; native code stands before Java.
const measured = data.machines.filter((m) => !m.published);

const OTHERS = [...new Set(data.machines.flatMap((m) => Object.keys(m.functions)))]
  .filter((name) => !IN_GRAPH.has(name))
  .sort((a, b) => (a === "null") - (b === "null") || (a < b ? -1 : 1));

// A figure is a number of parts of a cycle; the quartiles are told by their distance.
function figure(length, implementation, [median, below, above, compiler, doubts, left, samples,
  rounds, layout = 1, culprit = ""]) {
  const [q1, q2, q3] = [median - below, median, median + above].map((n) => n / data.parts);
  return { length, implementation, compiler, median: q2, q1, q3, samples, rounds, layout, culprit,
    exact: true, doubts: data.sets[doubts], left: data.sets[left] };
}

function point(curve, i) {
  return { length: curve.lengths[i], implementation: curve.implementation, compiler: curve.compiler,
    median: curve.median[i], q1: curve.q1[i], q3: curve.q3[i],
    doubts: data.sets[curve.doubts[i]], left: [] };
}

// An impossible slope is no speed: the function is ranked by its longest message instead, here of
// the figures by length.
function ranked(f, i, best) {
  if (!f.doubts.includes(data.inconsistent)) return f;
  const top = Object.keys(best).filter((n) => n !== LONG).sort((a, b) => b - a)
    .flatMap((n) => read(best[n])).find(([k]) => k === i);
  return top ? { ...f, rank: top[1] / data.parts } : f;
}
const rank = (f) => f.rank ?? f.median;
const faster = (a, b) => rank(a) - rank(b);

// All figures of a function at a length: those of every implementation that was timed there, with
// its best compiler. If none was, those of the nearest length at which one was.
function timed(machine, name, length) {
  const known = machine.functions[name];
  if (!known) return [];
  const table = (at) => read(known.best[at] || "[]")
    .map(([i, ...rest]) => ranked(figure(at, known.names[i], rest), i, known.best));
  if (machine.published) return table(length);
  if (SIX.includes(length) || length === LONG) {
    const found = table(length);
    if (found.length || length === LONG) return found;
  }
  const curves = unpacked ? known.curves : [];
  const near = curves.map((curve) => curve.lengths[curve.nearest(length)]);
  const six = SIX.filter((n) => n !== LONG && known.best[n]);
  const nearest = Math.min(...[...near, ...six].filter((n) => n !== undefined)
    .sort((a, b) => Math.abs(a - length) - Math.abs(b - length) || a - b).slice(0, 1));
  if (six.includes(nearest)) return table(nearest);
  return curves.flatMap((curve, k) =>
    (near[k] === nearest ? [point(curve, curve.nearest(length))] : []));
}

// What native code does the work of an implementation in a VM; undefined for all others.
const native = (machine, name, implementation) => machine.functions[name].native[implementation];

// What came of tracing an implementation that promises constant time; undefined if it was not
// traced.
const promise = (machine, name, implementation) => machine.functions[name]?.promises?.[
  implementation];

// An implementation's name, in brackets if native code does its work in a VM.
const named = (machine, name, implementation) =>
  (native(machine, name, implementation) ? `[${implementation}]` : implementation);

// Only the fastest implementation counts; native code in a VM is never the fastest Java.
function fastest(machine, name, length) {
  return all(machine, name, length).filter((f) => !native(machine, name, f.implementation))
    .sort(faster)[0] || null;
}

function fastestNative(machine, name, length) {
  return all(machine, name, length).filter((f) => native(machine, name, f.implementation))
    .sort(faster)[0] || null;
}

// The text of a figure, with as many digits as are known.
function written(value, exact) {
  if (speed()) return value.toFixed(3);
  if (exact || value < 1) return value.toFixed(2);
  return value >= 1000 ? value.toFixed(0) : value.toPrecision(3);
}

const bytes = (length) => (length === LONG ? "long messages"
  : `${length} byte${length === 1 ? "" : "s"}`);

// The command that measures a figure again. Names come from strangers: only plain ones are put
// into a command, and the compiler's words are quoted for a shell and for a regular expression.
// The null hash is part of every run.
function command(name, f) {
  const plain = /^[A-Za-z0-9_][A-Za-z0-9_.+\/-]*$/;
  if (name === "null" || !plain.test(name) || !plain.test(f.implementation)) return "";
  const words = data.compilers[f.compiler].replaceAll("_", " ");
  const regex = `^${words.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`;
  return `./do run ${name}/${f.implementation} --compilers '${regex.replaceAll("'", "'\\''")}'`;
}
