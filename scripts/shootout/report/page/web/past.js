// The runs of a machine as graphs: a function at each length, joined where two runs can be
// compared.

const PAST = { left: 50, right: 26, top: 26, bottom: 58, height: 202 };

// The functions that several runs of a machine have.
const repeated = (machine) => functionsOf(machine).filter((name) => name !== "null" &&
  machine.history.filter((run) => run.best[name]).length > 1);

const pastName = (machine) => (repeated(machine).includes(state.past) ? state.past
  : repeated(machine)[0]);

// What a run is beside the one before it: its ratio, interval and verdict; null where there is
// none.
function changeOf(run, name, length) {
  const [ratio, low, high, verdict, single] = run.changes[name]?.[length] || [];
  return ratio ? { ratio, low, high, verdict: data.verdicts[verdict], single: Boolean(single),
    differs: verdict > 0 } : null;
}

const changeInWords = ({ ratio, low, high, verdict }) =>
  `${ratio.toFixed(3)} times the cycles of the run before (${low.toFixed(3)} to ` +
  `${high > 1e5 ? "∞" : high.toFixed(3)}): ${verdict}`;

const byHowMuch = (ratio) => `${ratio < 1 ? "−" : "+"}${Math.abs(100 * (ratio - 1)).toFixed(1)} %`;

// Round values between two, four to eight.
function roundValues(low, high) {
  const rough = (high - low) / 4, unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((k) => k * unit).find((each) => each >= rough * 0.999);
  const values = [];
  for (let k = Math.ceil(low / step); k * step <= high; k++) values.push(k * step);
  return [values, Math.max(0, -Math.floor(Math.log10(step)))];
}

function drawPast() {
  const machine = data.machines[state.machine], home = $("past");
  if (!$("history").open || !repeated(machine).length) return;
  const name = pastName(machine);
  refill($("past-controls"),
    [chooser("function", repeated(machine).map((each) => [each, label(each)]), name,
    (to) => set("past", to))]);
  const runs = machine.history.filter((run) => run.best[name]);
  const wide = home.clientWidth || 900, columns = wide > 860 ? 3 : wide > 560 ? 2 : 1;
  const width = Math.floor((wide - 16 * (columns - 1)) / columns);
  home.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
  home.replaceChildren(...SIX.filter((n) => runs.some((run) => past(run, name, n)))
    .map((n) => pastPlot(machine, name, n, runs, width)));
  const units = distinct(runs, (run) => run.unit);
  $("past-note").textContent =
    `${label(name)} on ${machine.label} in ` +
    `${state.unit === "cycles" ? units.map((unit) => `${unit}/byte`).join(" and ") : perByte()}: ` +
    "the fastest implementation of each run, with its quartiles; a hollow dot is doubtful. " +
    "Below are the day, the time and the version of a run. " +
    "Runs stand in their order, and axes do not begin at 0. " +
    `A line is red where the later of two runs is slower, green where it is faster, with ` +
    `${(100 * data.confidence).toFixed(1)} % confidence, as ./do compare computes it; ` +
    "grey where there is no significant difference; none where two runs have no ratio.";
}

// The graph of a length.
function pastPlot(machine, name, length, runs, width) {
  const { left, top, bottom, height } = PAST, right = width - PAST.right, end = height - bottom;
  const points = runs.map((run) => past(run, name, length));
  const some = points.filter(Boolean);
  const least = Math.min(...some.map((f) => Math.min(f.q1, f.median))),
    most = Math.max(...some.map((f) => Math.max(f.q3, f.median)));
  const room = Math.max(most - least, 0.02 * most), middle = (least + most) / 2;
  const [low, high] = [middle - 0.62 * room, middle + 0.62 * room];
  const y = (value) => end - (Math.min(high, Math.max(low, value)) - low) / (high - low) * (
    end - top);
  const step = (right - left) / runs.length, x = (i) => left + (i + 0.5) * step;
  const [values, digits] = roundValues(low, high);
  const grid = svg("g", { class: "grid", "aria-hidden": "true" }, values.map((value) => [
    svg("line", { x1: left, x2: right, y1: y(value), y2: y(value) }),
    svg("text", { x: left - 6, y: y(value) + 4, class: "tick end" }, value.toFixed(digits))]),
  svg("line", { class: "edge", x1: left, x2: right, y1: end, y2: end }),
  pastDays(runs, x, step, end));
  const lines = svg("g", { "aria-hidden": "true" }), dots = svg("g");
  let before = -1;
  points.forEach((f, i) => {
    if (!f) return;
    const change = changeOf(runs[i], name, length);
    const kind = change && change.differs ? change.verdict : "same";
    if (before >= 0 && change) {
      const [x0, y0, x1, y1] = [x(before), y(points[before].median), x(i), y(f.median)];
      lines.append(svg("path", { class: kind, d: `M${x0} ${y0}L${x1} ${y1}` }));
      const text = byHowMuch(change.ratio);
      if (change.differs && wide(text, "12px") < 0.95 * (x1 - x0)) {
        const flat = Math.abs(y1 - y0) < 26, side = y1 < y0 ? -5 : 5;
        lines.append(svg("text", { class: `${kind} ${flat ? "middle" : side < 0 ? "end" : ""}`,
          x: (x0 + x1) / 2 + (flat ? 0 : side),
          y: flat ? Math.min(y0, y1) - 8 : (y0 + y1) / 2 - 4 }, text));
      }
    }
    before = i;
    const said =
      [`${when(runs[i])}, version ${runs[i].version}: ${written(f.median, true)}, quartiles ` +
      `${written(f.q1, true)} and ${written(f.q3, true)}`,
      `${f.implementation}, ${data.compilers[f.compiler].replaceAll("_", " ")}`,
      change && changeInWords(change), ...f.doubts.map((doubt) => `? ${doubt}`)].filter(Boolean);
    dots.append(svg("g", { class: f.doubts.length ? "hollow" : "" },
      svg("title", {}, said.join("\n")),
      svg("path", { d: `M${x(i)} ${y(f.q1)}V${y(f.q3)}` }),
      svg("circle", { cx: x(i), cy: y(f.median), r: Math.min(4, 0.35 * step) })));
  });
  const found = runs.map((run) => changeOf(run, name, length)).filter((each) => each?.differs);
  const told = `${label(name)} on ${machine.label}, ${bytes(length)}: ${some.length} runs; ` +
    (found.length ? found.map((each) => `${byHowMuch(each.ratio)}, ${each.verdict}`).join("; ")
      : "no significant difference from run to run");
  return svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": told },
    svg("text", { x: left, y: 14, class: "band" }, title(length)), grid, lines, dots);
}

// The days of runs, their times and their versions, of as many as have room; the newest is always
// among them.
function pastDays(runs, x, step, end) {
  const every = Math.ceil(74 / step);
  return runs.map((run, i) => {
    if ((runs.length - 1 - i) % every) return [];
    const [date, time] = when(run).split(" ");
    return [svg("line", { x1: x(i), x2: x(i), y1: end, y2: end + 4 }), ...[date, time, run.version]
      .filter(Boolean)
      .map((text, k) => svg("text", { x: x(i), y: end + 16 + 14 * k, class: "tick" }, text))];
  });
}

function startPast() {
  $("history").addEventListener("toggle", drawPast);
  new ResizeObserver(soon(drawPast)).observe($("past"));
  on(["machine", "unit", "past"], drawPast);
}
