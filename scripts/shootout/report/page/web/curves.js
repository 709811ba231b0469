// Cycles per byte against message length, drawn by uPlot.

const view = { mode: "functions", name: FUNCTIONS[0].name, log: true };
const MODES = [["functions", "functions"], ["implementations", "implementations of"], ["machines", "machines"]];
let chart = null;

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
// Distant hues for curves that have no colour of their own.
const hue = (i) => `hsl(${(i * 137.5 + 210) % 360} 65% ${css("--hue-light")})`;

// The curve of a function on a machine: that of its fastest implementation.
function bestCurve(machine, name) {
  const curves = (machine.functions[name]?.curves || []).filter((curve) => !native(machine, name, curve.implementation));
  const at = (curve) => curve.median[curve.nearest(data.deciding)];
  return [...curves].sort((a, b) => at(a) - at(b))[0];
}

// The curves to draw, each { label, curve, colour, double, hertz }.
function lines() {
  const machine = data.machines[state.machine];
  if (view.mode === "functions") {
    const others = OTHERS.filter((name) => name !== "null");
    return [...shownFunctions().map((f) => f.name), ...others].map((name, i) => {
      const f = IN_GRAPH.get(name);
      const curve = bestCurve(machine, name);
      return curve && { label: `${label(name)} ${curve.implementation}`, curve, double: f?.kind, hertz: machine.functions[name].hertz,
        colour: f ? css(`--k${f.k}`) : hue(i) };
    }).filter(Boolean);
  }
  if (view.mode === "implementations") {
    return (machine.functions[view.name]?.curves || []).map((curve, i) => ({
      label: `${named(machine, view.name, curve.implementation)}, ${machine.short[curve.compiler]}`, curve, colour: hue(i),
      hertz: machine.functions[view.name].hertz }));
  }
  return shownMachines().map((m, i) => ({ m, curve: bestCurve(m, view.name), colour: hue(i) }))
    .filter(({ curve }) => curve)
    .map((line) => ({ ...line, hertz: line.m.functions[view.name].hertz, label: `${line.m.label} ${line.curve.implementation}` }));
}

// Columns for uPlot: all lengths, then the figures of each curve, null where it has none.
function aligned(drawn) {
  const lengths = [...new Set(drawn.flatMap(({ curve }) => [...curve.lengths]))].sort((a, b) => a - b);
  const at = new Map(lengths.map((length, i) => [length, i]));
  return [lengths, ...drawn.map(({ curve, hertz }) => {
    const column = new Array(lengths.length).fill(null);
    curve.lengths.forEach((length, i) => (column[at.get(length)] = convert(curve.median[i], hertz)));
    return column;
  })];
}

// Double lines for 512 bits: a wide line, then its middle in the background's colour.
function hollow(u, i) {
  const series = u.series[i];
  if (!series.double || !series.show || !series._paths) return;
  u.ctx.save();
  u.ctx.beginPath();
  u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
  u.ctx.clip();
  u.ctx.strokeStyle = css("--paper");
  u.ctx.lineWidth = 1.1 * devicePixelRatio;
  u.ctx.stroke(series._paths.stroke);
  u.ctx.restore();
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
  $("curve-section").classList.toggle("empty", !drawn.length);
  const machine = data.machines[state.machine];
  const about = { functions: `the functions on ${machine.label}, each by its fastest implementation`,
    implementations: `the implementations of ${label(view.name)} on ${machine.label}`,
    machines: `${label(view.name)} on the machines shown, each by its fastest implementation` }[view.mode];
  $("curve-title").textContent = `Curves: ${about}`;
  if (!drawn.length) {
    home.replaceChildren(el("p", { class: "note" }, unpacked
      ? "Timed at a few lengths only; there is no curve. Choose another machine or function."
      : "This browser cannot unpack the curves; the figures of six lengths are shown."));
    $("curve-note").textContent = "";
    return;
  }
  home.replaceChildren();
  const columns = aligned(drawn);
  const axisStyle = { stroke: css("--faint"), grid: { stroke: css("--grid"), width: 1 }, ticks: { stroke: css("--grid"), width: 1 },
    font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif", labelSize: 20, labelGap: 2 };
  const width = wanted || home.clientWidth;
  chart = new uPlot({
    width,
    height: Math.max(280, Math.min(460, width * 0.55)),
    scales: { x: { time: false, distr: view.log ? 3 : 1, log: 2 }, y: { distr: 3, log: 2 } },
    axes: [
      { ...axisStyle, label: "message length, bytes", values: (u, ticks) => ticks.map((v) => (v === null ? "" : `${v}`)) },
      { ...axisStyle, label: perByte(), size: 52, values: (u, ticks) => ticks.map((v) => (v === null ? "" : v < 1 ? `1/${1 / v}` : `${v}`)) },
    ],
    cursor: { points: { size: 7 }, drag: { x: true, y: false }, focus: { prox: 24 } },
    focus: { alpha: 0.25 },
    legend: { markers: { width: 2, fill: "transparent", dash: (u, i) => (u.series[i].double ? "double" : "solid") } },
    hooks: { drawSeries: [hollow], draw: [here], ready: [follow] },
    series: [
      { label: "bytes", value: (u, v) => (v === null ? "–" : `${v}`) },
      ...drawn.map(({ label: text, colour, double, curve }) => ({
        label: text, stroke: colour, width: double ? 2.8 : 1.3, double, spanGaps: true,
        points: { show: curve.lengths.length < 100, size: 5 },
        value: (u, v) => (v === null ? "–" : written(v, false)),
      })),
    ],
  }, columns, home);
  const canvas = home.querySelector("canvas");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", `${$("curve-title").textContent}. The tables hold figures of these curves.`);
  home.querySelector(".u-over").addEventListener("click", () => {
    const i = chart.cursor.idx;
    if (i !== null && i !== undefined && !chart.select.width) set("length", columns[0][i]);
  });
  $("curve-note").textContent = `Lines join the lengths that were timed; figures are kept to within ${percent(data.within[0])}, ` +
    `quartiles to within ${percent(data.within[1])}. Drag to enlarge, double-click to go back, click to choose the length of the graph.`;
}

const percent = (part) => `${(part * 100).toPrecision(1)} %`;

// The values beside the names are those at the pointer's length, without a pointer at the slider's.
function follow(u) {
  const lengths = u.data[0];
  const wanted = state.length === LONG ? TOP : state.length;
  let idx = 0;
  while (idx + 1 < lengths.length && lengths[idx + 1] <= wanted) idx++;
  u.setLegend({ idx });
  here(u);
}

function curveControls() {
  const change = (what, make = (x) => x) => (value) => {
    view[what] = make(value);
    curveControls();
    drawCurves();
  };
  const machine = data.machines[state.machine];
  const every = [...FUNCTIONS.map((f) => f.name), ...OTHERS].filter((name) => data.machines.some((m) => m.functions[name]?.curves.length));
  const controls = [chooser("show", MODES, view.mode, change("mode"))];
  if (view.mode !== "functions") controls.push(chooser("function", every.map((name) => [name, label(name)]), view.name, change("name")));
  if (view.mode !== "machines") {
    controls.push(chooser("machine", measured.map((m) => [m.index, m.label]), machine.index, (i) => set("machine", Number(i))));
  }
  controls.push(checkbox("logarithmic lengths", view.log, change("log")));
  const focused = [...$("curve-controls").querySelectorAll("select, input")].indexOf(document.activeElement);
  $("curve-controls").replaceChildren(...controls);
  if (focused >= 0) $("curve-controls").querySelectorAll("select, input")[focused]?.focus();
}

function startCurves() {
  curveControls();
  drawCurves();
  new ResizeObserver(soon(() => chart && chart.setSize({ width: $("curve").clientWidth, height: chart.height }))).observe($("curve"));
  listeners.push(soon((what) => {
    if (what === "length") {
      if (chart) follow(chart);
    } else {
      if (what === "machine") curveControls();
      drawCurves();
    }
  }));
}
