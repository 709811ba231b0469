// Cycles per byte against message length, drawn by uPlot.

let chart = null;

const DASHES = { [UNSURE]: [7, 2], [DISTURBED]: [2, 3] }; // in pixels

// A builder of paths for uPlot: lines between figures without doubts, and apart from those the
// others, which are drawn dashed.
function pathsOf(doubts) {
  return (u, i, first, last) => {
    const paths = [SURE, UNSURE, DISTURBED].map(() => new Path2D());
    let before = -1, x0, y0;
    for (let k = first; k <= last; k++) {
      const value = u.data[i][k];
      if (value === null) continue;
      const x = u.valToPos(u.data[0][k], "x", true), y = u.valToPos(value, u.series[i].scale, true);
      if (before >= 0) {
        const path = paths[Math.max(doubts[before], doubts[k])];
        path.moveTo(x0, y0);
        path.lineTo(x, y);
      }
      [before, x0, y0] = [k, x, y];
    }
    return { stroke: paths[SURE], paths, fill: null, clip: null, band: null, gaps: null, flags: 0 };
  };
}

// Draws what uPlot does not: the middle of double lines, in the background's colour, and dashes.
function finish(u, i) {
  const series = u.series[i];
  if (!i || !series.show || !series._paths) return;
  const { ctx } = u, pixels = devicePixelRatio;
  ctx.save();
  ctx.beginPath();
  ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
  ctx.clip();
  ctx.globalAlpha = series.alpha ?? 1;
  if (series.double) {
    ctx.strokeStyle = css("--paper");
    ctx.lineWidth = 1.1 * pixels;
    ctx.stroke(series._paths.stroke);
  }
  ctx.strokeStyle = series.colour;
  ctx.lineWidth = 1.1 * pixels;
  for (const [level, dash] of Object.entries(DASHES)) {
    ctx.setLineDash(dash.map((length) => length * pixels));
    ctx.stroke(series._paths.paths[level]);
  }
  ctx.restore();
}

// The short names of curves at their right ends.
function ends(u) {
  const { ctx } = u, pixels = devicePixelRatio;
  const labels = [];
  u.series.forEach((series, i) => {
    if (!i || !series.show) return;
    let k = u.data[0].length - 1;
    while (k >= 0 && (u.data[i][k] === null || u.data[0][k] > u.scales.x.max)) k--;
    if (k < 0) return;
    const y = u.valToPos(u.data[i][k], "y", true);
    if (y >= u.bbox.top && y <= u.bbox.top + u.bbox.height) {
      labels.push({ at: y, size: 11 * pixels, series });
    }
  });
  ctx.save();
  ctx.font = `600 ${10.5 * pixels}px system-ui, sans-serif`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  let limit = u.bbox.top + u.bbox.height + 6 * pixels;
  for (const { place: wanted, size, series } of apart(labels).reverse()) {
    const y = Math.min(wanted, limit - size / 2);
    limit = y - size / 2;
    ctx.fillStyle = series.colour;
    ctx.fillText(series.short, u.bbox.left + u.bbox.width + 5 * pixels, y);
  }
  ctx.restore();
}

// A line at the slider's length.
function here(u) {
  const line = u.over.querySelector(".here") || u.over.appendChild(el("div", { class: "here" }));
  const { min, max } = u.scales.x;
  line.hidden = state.length === LONG || state.length < min || state.length > max;
  if (!line.hidden) line.style.left = `${u.valToPos(state.length, "x")}px`;
}

function drawCurves(wanted) {
  const home = $("curve");
  chart?.destroy();
  chart = null;
  const drawn = lines();
  const { mode, name, log } = state.curve;
  const machine = data.machines[state.machine];
  const about = { functions: `the functions on ${machine.label}${unitNote(machine)}`,
    implementations: `the implementations of ${label(name)} on ` +
      `${machine.label}${unitNote(machine)}`,
    machines: `${label(name)} on the machines shown` }[mode];
  $("curve-section").classList.toggle("empty", !drawn.length);
  $("curve-title").textContent = `Curves: ${about}`;
  drawCrossings(drawn);
  if (!drawn.length) {
    home.replaceChildren(el("p", { class: "note" }, unpacked
      ? "Timed at a few lengths only; there is no curve. Choose another machine or function."
      : "This browser cannot unpack the curves; the figures of six lengths are shown."));
    $("curve-note").textContent = "";
    return;
  }
  home.replaceChildren();
  const [columns, doubts] = aligned(drawn);
  const axisStyle = { stroke: css("--faint"), grid: { stroke: css("--grid"), width: 1 },
    ticks: { stroke: css("--grid"), width: 1 },
    font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif", labelSize: 20,
    labelGap: 2 };
  const width = wanted || home.clientWidth;
  const room = 10 + 7 * Math.max(...drawn.map(({ short }) => short.length));
  const said = unitOfAll(drawn.map((line) => line.machine));
  chart = new uPlot({
    width,
    height: Math.max(280, Math.min(460, width * 0.55)),
    padding: [null, room, null, null],
    scales: { x: { time: false, distr: log ? 3 : 1, log: 2 }, y: { distr: 3, log: 2 } },
    axes: [
      { ...axisStyle, label: "message length, bytes", values: (u, ticks) => ticks
        .map((v) => (v === null ? "" : `${v}`)) },
      { ...axisStyle, label: width < 640 ? said.split(" (")[0] : said, size: 52,
        values: (u, ticks) => ticks.map((v) => (v === null ? "" : v < 1 ? `1/${1 / v}` : `${v}`)) },
    ],
    cursor: { points: { size: 7 }, drag: { x: true, y: false }, focus: { prox: 24 } },
    focus: { alpha: 0.25 },
    legend: { markers: { width: 2, fill: "transparent", dash: (u, i) => (u.series[i].double
      ? "double" : "solid") } },
    hooks: { drawSeries: [finish], draw: [here, ends], ready: [follow] },
    series: [
      { label: "bytes", value: (u, v) => (v === null ? "–" : `${v}`) },
      ...drawn.map(({ label: text, short, colour, double, curve }, i) => ({
        label: `${short} ${mode === "functions" ? "" : "· "}${text}`, short, colour, stroke: colour,
        width: double ? 2.8 : 1.3, double,
        paths: pathsOf(doubts[i]), points: { show: curve.lengths.length < 100, size: 5 },
        value: (u, v, series, k) => (v === null || v === undefined ? "–"
          : written(v, false) + (doubts[i][k] ? "?" : "")),
      })),
    ],
  }, columns, home);
  const canvas = home.querySelector("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label",
    `${$("curve-title").textContent}. The tables hold figures of these curves.`);
  home.querySelector(".u-over").addEventListener("click", () => {
    const i = chart.cursor.idx;
    if (i !== null && i !== undefined && !chart.select.width) set("length", columns[0][i]);
  });
  $("curve-note").textContent =
    `${whose(mode)}${dashed(drawn)} Lines join the lengths that were timed; figures are kept to ` +
    "within " +
    `${percent(data.within[0])}, quartiles to within ${percent(data.within[1])}. ` +
    "Drag to enlarge, double-click to go back, click to choose the length of the graph.";
}

const percent = (part) => `${(part * 100).toPrecision(1)} %`;

// Which implementation a curve is of.
const whose = (mode) => (mode === "implementations" ? ""
  : `Each curve is of one implementation and compiler, named in the legend: the fastest at ` +
    `${data.deciding} bytes. `);

// How many figures are doubtful, and why.
function dashed(drawn) {
  const counts = [new Map(), new Map(), new Map()], numbers = [0, 0, 0];
  for (const { curve } of drawn) {
    for (const number of curve.doubts) {
      const level = LEVELS[number];
      numbers[level]++;
      for (const doubt of data.sets[number]) counts[level].set(doubt,
        (counts[level].get(doubt) || 0) + 1);
    }
  }
  const all = numbers[SURE] + numbers[UNSURE] + numbers[DISTURBED];
  if (numbers[SURE] === all) return `None of the ${all} figures drawn is doubtful.`;
  const why = (level) => [...counts[level]].sort((a, b) => b[1] - a[1])
    .map(([doubt, n]) => `${doubt} ${n}${data.meanings[doubt] ? ` (${data.meanings[doubt]})` : ""}`)
      .join("; ");
  return `Of the ${all} figures drawn, those with a “?” in the legend are doubtful.` +
    (numbers[DISTURBED]
      ? ` Short dashes: the ${numbers[DISTURBED]} of which every round was disturbed: ` +
      `${why(DISTURBED)}.` : "") +
    (numbers[UNSURE] ? ` Long dashes: ${numbers[UNSURE]} others: ${why(UNSURE)}.` : "");
}

// The values beside the names are those at the pointer's length, without a pointer at the slider's.
function follow(u) {
  const lengths = u.data[0];
  const wanted = state.length === LONG ? Infinity : state.length;
  let idx = 0;
  while (idx + 1 < lengths.length && lengths[idx + 1] <= wanted) idx++;
  u.setLegend({ idx });
  here(u);
}

function curveControls() {
  const change = (what) => (value) => set("curve", { ...state.curve, [what]: value });
  const every = [...FUNCTIONS.map((f) => f.name), ...OTHERS].filter((name) => data.machines
    .some((m) => m.functions[name]?.curves.length));
  const { mode, name, log } = state.curve;
  const controls = [chooser("show", MODES, mode, change("mode"))];
  if (mode !== "functions") {
    controls.push(chooser("function", every.map((each) => [each, label(each)]), name,
      change("name")));
  }
  if (mode !== "machines") controls.push(machineSelect());
  controls.push(checkbox("logarithmic lengths", log, change("log")));
  controls.push(
    downloads(() =>
    `curves-${mode}-${mode === "functions" ? nameOf(state.machine).replaceAll("/", "-") : name}`,
    () =>
    lines().flatMap(({ machine, name: each, curve, hertz }) => [...curve.lengths]
      .flatMap((length, i) =>
      inUnit(point(curve, i), hertz).map((f) => record(machine, each, f))))));
  refill($("curve-controls"), controls);
}

function startCurves() {
  curveControls();
  drawCurves();
  new ResizeObserver(soon(() => chart && chart.setSize({ width: $("curve").clientWidth,
    height: chart.height }))).observe($("curve"));
  on(["length"], soon(() => chart && follow(chart)));
  on(["machine", "curve"], curveControls);
  on(["unit", "functions", "machines", "machine", "curve", "colours"], soon(() => drawCurves()));
}
