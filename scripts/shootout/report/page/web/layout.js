// The layout of the graph: bands of microarchitectures, rows of machines, their names, the axis.

const SIZE = 9; // of a cross in pixels
const TALL = 560; // height in pixels from which a graph has two axes, above and below
// Height in pixels beyond which rows move together, until letters would touch marks.
const TALLEST = 2400;

const measuring = document.createElement("canvas").getContext("2d");
const widths = new Map();
function wide(text, font) {
  const key = `${font} ${text}`;
  if (!widths.has(key)) {
    measuring.font = `${font} system-ui, sans-serif`;
    widths.set(key, measuring.measureText(text).width);
  }
  return widths.get(key);
}

function clipped(text, room, font) {
  if (wide(text, font) <= room) return text;
  let kept = text.length;
  while (kept > 1 && wide(`${text.slice(0, kept)}…`, font) > room) kept--;
  return `${text.slice(0, kept)}…`;
}

// A band is as high as its rows need. On a narrow screen names stand above their rows.
function layout(width, machines) {
  const narrow = width < 640;
  const bands = [];
  for (const machine of machines) {
    const last = bands[bands.length - 1];
    if (last && last.name === machine.band) last.machines.push(machine);
    else bands.push({ name: machine.band, machines: [machine] });
  }
  const close = TALLEST / (machines.length + 0.7 * bands.length);
  const pitch = narrow ? 44 : Math.max(20, Math.min(23, close)), head = narrow ? 28 : 0;
  const height = ({ machines: { length } }) => (narrow ? head + pitch * length + 6
    : Math.max(bands.length < 3 ? 110 : 0, pitch * (length + 0.7)));
  const names = Math.max(40, ...bands.map((band) => wide(band.name, "600 15px")));
  const labels = Math.max(40, ...machines.map((m) => wide(tail(m, m.everywhere ? "" : "at 4096")
    .map(([text]) => text).join(" "), "12.5px")));
  const total = bands.reduce((sum, band) => sum + height(band), 0);
  const top = total > TALL ? 26 : 1;
  const left = narrow ? 6 : Math.min(names, width * 0.2) + 18;
  const right = width - (narrow ? 6 : Math.min(labels, width * 0.36) + 18);
  const rows = new Map();
  let y = top;
  for (const band of bands) {
    Object.assign(band, { y, height: height(band) });
    const step = narrow ? pitch : band.height / (band.machines.length + 1);
    band.machines.forEach((m, i) => rows.set(m, y + head + (i + (narrow ? 0.7 : 1)) * step));
    y += band.height;
  }
  return { width, narrow, bands, rows, top, left, right, bottom: y };
}

// The label of a machine in parts, each with text and class. A brief one has no clock; a briefer
// one, of 2, has no versions, either, and the beginning of a source.
function tail(machine, at, brief = 0) {
  const source = machine.published && brief > 1 ? clipped(machine.published, 110, "12.5px")
    : machine.published;
  return [
    [machine.name, "name"],
    ...[brief < 2 && machine.version, brief < 2 && machine.compiler, source]
      .filter(Boolean).map((word) => [word, "faint"]),
    ...machine.grade.slice(0, 1).map((letter) => [letter, "faint"]),
    ...machine.remarks.filter((word) => !brief || !word.startsWith("×"))
      .map((word) => [word, word.startsWith("×") ? "faint" : "grave"]),
    ...(at ? [[at, "other"]] : []),
  ];
}

// Its ends are not set by doubtful figures, where there are others.
function axis(figures, left, right) {
  const sure = figures.filter((f) => !f.doubts.length);
  const logs = (sure.length ? sure : figures).flatMap((f) => [f.median, f.q3, Math.max(f.q1, f.median / 4)])
    .map(Math.log2);
  let low = Math.floor(Math.min(...logs) - 0.03), high = Math.ceil(Math.max(...logs) + 0.03);
  if (!logs.length) [low, high] = [0, 3];
  high = Math.max(high, low + 2);
  const at = (value) => {
    const part = (Math.log2(Math.max(value, 1e-9)) - low) / (high - low);
    return left + Math.min(1, Math.max(0, part)) * (right - left);
  };
  return { low, high, at };
}

const power = (k) => (k < 0 ? `1/${2 ** -k}` : `${2 ** k}`);

// The lengths that are shown instead of the chosen one.
function instead(figures) {
  const lengths = [...new Set(figures.map((f) => f.length))].filter((n) => n !== state.length);
  if (state.length === LONG || !lengths.length) return "";
  const low = Math.min(...lengths), high = Math.max(...lengths);
  return low === high ? `at ${low}` : `at ${low}–${high}`;
}
