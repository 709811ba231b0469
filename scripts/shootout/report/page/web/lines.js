// The curves to draw, and how each looks.

const MODES = [["functions", "functions"], ["implementations", "implementations of"],
  ["machines", "machines"]];

const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// The luminance of a colour (WCAG 2), from parts between 0 and 1.
function luminance(parts) {
  const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function fromHue(h, light) {
  const a = 0.65 * Math.min(light, 1 - light);
  return [0, 8, 4].map((n) => {
    const k = (n + h / 30) % 12;
    return light - a * Math.max(-1, Math.min(k - 3, 9 - k, 1));
  });
}

// Distant hues for curves that have no colour of their own, as light as they may be on this paper.
function hue(i) {
  const h = (i * 137.5 + 210) % 360, dark = luminance(hex(css("--paper"))) < 0.5;
  const paper = luminance(hex(css("--paper")));
  const contrast = (light) => {
    const [low, high] = [luminance(fromHue(h, light)), paper].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  let light = dark ? 0.6 : 0.5;
  while (contrast(light) < 3.5 && light > 0.05 && light < 0.95) light += dark ? 0.02 : -0.02;
  return `hsl(${h} 65% ${Math.round(light * 100)}%)`;
}

const hex = (text) => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16) / 255);

// How doubtful the figures with a set of doubts are: not at all, though undisturbed (there were few
// rounds, or they disagree), or because every round was disturbed.
const SURE = 0, UNSURE = 1, DISTURBED = 2;
const LEVELS = data.sets.map((doubts) => (!doubts.length ? SURE
  : doubts.every((doubt) => data.undisturbed.includes(doubt)) ? UNSURE : DISTURBED));

// The curve of a function on a machine: that of the implementation that is the fastest at 1536
// bytes.
function bestCurve(machine, name) {
  const curves = (machine.functions[name]?.curves || []).filter((curve) => !native(machine, name,
    curve.implementation));
  const at = (curve) => curve.median[curve.nearest(data.deciding)];
  return [...curves].sort((a, b) => at(a) - at(b))[0];
}

const timedAs = (machine, name) => ({ machine, name, hertz: machine.functions[name].hertz });

// The curves to draw, each { machine, name, curve, label, short, colour, double, hertz }; `short`
// stands at its end.
function lines() {
  const machine = data.machines[state.machine], { mode, name } = state.curve;
  const numbered = (line, i) => ({ ...line, short: `${i + 1}`, colour: hue(i) });
  if (mode === "functions") {
    const others = OTHERS.filter((other) => other !== "null");
    return [...shownFunctions().map((f) => f.name), ...others].map((each, i) => {
      const f = IN_GRAPH.get(each), curve = bestCurve(machine, each);
      return curve && { ...timedAs(machine, each), curve,
        label: `${label(each)} ${curve.implementation}`, double: f?.kind,
        short: f ? letterOf(f) + (data.bits[f.kind] ? ` ${data.bits[f.kind]}` : "") : `${i + 1}`,
        colour: f && f.k >= 0 ? css(`--k${f.k}`) : hue(i) };
    }).filter(Boolean);
  }
  if (mode === "implementations") {
    return (machine.functions[name]?.curves || [])
      .map((curve) => ({ ...timedAs(machine, name), curve,
      label: `${named(machine, name, curve.implementation)}, ${machine.short[curve.compiler]}` }))
        .map(numbered);
  }
  return shownMachines().map((m) => [m, bestCurve(m, name)]).filter(([, curve]) => curve)
    .map(([m, curve]) => ({ ...timedAs(m, name), curve,
      label: `${m.label}${unitNote(m)}: ${curve.implementation}` }))
    .map(numbered);
}

// Columns for uPlot: all lengths, then the figures of each curve, null where it has none; and for
// each how doubtful its figures are.
function aligned(drawn) {
  const lengths = [...new Set(drawn.flatMap(({ curve }) => [...curve.lengths]))]
    .sort((a, b) => a - b);
  const at = new Map(lengths.map((length, i) => [length, i]));
  const columns = drawn.map(({ curve, hertz }) => {
    const column = new Array(lengths.length).fill(null), doubts = new Uint8Array(lengths.length);
    curve.lengths.forEach((length, i) => {
      column[at.get(length)] = convert(curve.median[i], hertz);
      doubts[at.get(length)] = LEVELS[curve.doubts[i]];
    });
    return [column, doubts];
  });
  return [[lengths, ...columns.map(([column]) => column)], columns.map(([, doubts]) => doubts)];
}
