// The shootout graph: machines in bands of microarchitectures, a mark for each function.

let marks = []; // marks that can be pointed at: { x, y, machine, f, figure, node }
let chosen = ""; // the mark that Tab leads to, as machine, function and implementation
const keyOf = (m) => `${m.machine.index} ${m.f.name} ${m.figure.implementation}`;

function drawGraph(width) {
  const plot = $("plot");
  const functions = shownFunctions();
  const found = new Map(shownMachines().map((m) => [m, new Map(functions
    .map((f) => [f.name, fastest(m, f.name, state.length)])
    .filter(([, figure]) => figure))]).filter(([m, each]) => !m.published || each.size));
  const machines = [...found.keys()];
  const called = machines
    .flatMap((m) => functions.map((f) => [m, f, m.java && fastestNative(m, f.name, state.length)]))
    .filter(([, , figure]) => figure);
  const figures = [...[...found.values()].flatMap((each) => [...each.values()]),
    ...called.map(([, , figure]) => figure)];
  const place = layout(width || plot.clientWidth || 900, machines);
  const scale = axis(figures, place.left + 8, place.right - 8);
  const focused = plot.contains(document.activeElement);
  const root = svg("svg", {
    width: place.width, height: place.bottom + 44,
    viewBox: `0 0 ${place.width} ${place.bottom + 44}`, role: "group",
    "aria-label": `${$("graph-title").textContent}: ${inWords()} of ${functions.length} ` +
    "functions " +
      `on ${machines.length} machines. Arrow keys go from mark to mark, Enter keeps the facts ` +
      "open.",
  });
  marks = [];
  const layers = { joins: svg("g", { class: "joins" }), marks: svg("g", { class: "marks" }) };
  for (const f of [...functions].sort((a, b) => b.kind - a.kind || b.k - a.k)) {
    drawFunction(layers, place, scale, machines, found, f);
  }
  for (const [machine, f, figure] of called) {
    layers.marks.append(svg("g", { class: classOf(f), "data-f": f.name },
      drawMark(place, scale, machine, f, figure)));
  }
  const letters = svg("g", { "aria-hidden": "true" }, [...place.rows.values()]
    .map((y) => letterRow(marks.filter((m) => m.y === y), y)));
  root.append(grid(place, scale), layers.joins, names(place, found), layers.marks, letters,
    svg("circle", { id: "ring", r: 10, class: "ring", visibility: "hidden" }));
  plot.replaceChildren(root);
  const first = marks.find((m) => keyOf(m) === chosen) || inOrder()[0];
  if (first) first.node.setAttribute("tabindex", "0");
  if (focused && first) first.node.focus({ preventScroll: true });
  note(machines, found);
  repin();
}

function grid(place, scale) {
  const { top, bottom, left, right } = place;
  const group = svg("g", { class: "grid", "aria-hidden": "true" });
  for (const band of place.bands) {
    group.append(svg("line", { class: "edge", x1: 0, x2: place.width, y1: band.y, y2: band.y }));
  }
  group.append(svg("line", { class: "edge", x1: 0, x2: place.width, y1: bottom, y2: bottom }));
  const room = (right - left) / (scale.high - scale.low);
  const most = Math.max(power(scale.low).length, power(scale.high).length);
  const every = Math.ceil(Math.max(36, 8 * most + 8) / room);
  for (let k = scale.low; k <= scale.high; k++) {
    const x = scale.at(2 ** k);
    group.append(svg("line", { x1: x, x2: x, y1: top, y2: bottom + 5 }));
    if ((k - scale.low) % every) continue;
    const middle = Math.min(x, place.width - 4 * power(k).length); // so that it is not cut off
    group.append(svg("text", { x: middle, y: bottom + 19, class: "tick" }, power(k)));
    if (top > 1) group.append(svg("text", { x: middle, y: top - 9, class: "tick" }, power(k)));
  }
  group.append(svg("text", { x: (left + right) / 2, y: bottom + 38, class: "tick title" },
    unitOfAll(place.bands.flatMap((band) => band.machines))));
  return group;
}

// The label of a machine, as brief as the room asks for; at last its name is clipped.
function fitted(machine, at, place) {
  const room = place.narrow ? place.width - 12 : place.width - place.right - 12;
  const long = (parts) => wide(parts.map(([text]) => text).join(" "), "12.5px");
  const forms = (place.narrow ? [2] : [0, 1, 2]).map((brief) => tail(machine, at, brief));
  const parts = forms.find((form) => long(form) <= room) || forms.at(-1);
  parts[0][0] = clipped(machine.name, Math.max(room - long([["", ""], ...parts.slice(1)]), 30),
    "12.5px");
  return parts;
}

function names(place, found) {
  const group = svg("g", { "aria-hidden": "true" });
  for (const band of place.bands) {
    const y = place.narrow ? band.y + 19 : band.y + band.height / 2 + 5;
    group.append(svg("text", { x: place.narrow ? 6 : 2, y, class: "band" },
      clipped(band.name, place.narrow ? place.width - 12 : place.left - 14, "600 15px")));
    for (const machine of band.machines) {
      const row = place.rows.get(machine);
      group.append(svg("line", { class: "row", x1: place.left, x2: place.right, y1: row,
        y2: row }));
      const parts = fitted(machine, instead([...found.get(machine).values()]), place);
      const text = svg("text", {
        x: place.narrow ? 6 : place.right + 10, y: place.narrow ? row - 17 : row + 4,
        class: "machine",
      }, svg("title", {}, machine.label),
        ...parts.map(([words, kind], i) => svg("tspan", { class: kind }, i ? ` ${words}` : words)));
      group.append(text);
    }
  }
  return group;
}

const classOf = (f) => `k${f.k} ${f.kind ? "wide" : "thin"}`;

// A function's marks, and the lines that join them from machine to machine; none from native code
// to Java, or to doubtful figures.
function drawFunction(layers, place, scale, machines, found, f) {
  const joins = svg("g", { class: classOf(f), "data-f": f.name, "aria-hidden": "true" });
  const group = svg("g", { class: classOf(f), "data-f": f.name });
  let before = null, java = false;
  for (const machine of machines) {
    const figure = found.get(machine).get(f.name);
    if (machine.java !== java) before = null;
    java = machine.java;
    if (!figure) {
      before = null;
      continue;
    }
    const here = figure.doubts.length ? null
      : [scale.at(figure.median), place.rows.get(machine)];
    if (before && here) joins.append(svg("path", { d: join(before, here, f.kind) }));
    before = here;
    group.append(drawMark(place, scale, machine, f, figure));
  }
  layers.joins.append(joins);
  layers.marks.append(group);
}

// A figure's mark and its quartiles.
function drawMark(place, scale, machine, f, figure) {
  const x = scale.at(figure.median), y = place.rows.get(machine);
  const kind = machine.published ? "mark published" : figure.doubts.length ? "mark doubtful"
    : "mark";
  const node = svg("g", { class: kind, role: "button", tabindex: "-1", "aria-label": spoken(machine,
    f, figure) },
    svg("path", { class: "bar", d: `M${scale.at(figure.q1)} ${y}H${scale.at(figure.q3)}` }),
    shape(machine, f, figure, x, y));
  const entry = { x, y, machine, f, figure, node };
  node.addEventListener("focus", () => {
    chosen = keyOf(entry);
    pointAt(entry, "focus");
  });
  node.addEventListener("blur", () => unpoint("focus"));
  marks.push(entry);
  return node;
}

// Hollow marks are from the literature, diamonds are native code that a VM calls.
function shape(machine, f, figure, x, y) {
  if (native(machine, f.name, figure.implementation)) {
    return diamond(x, y, f.kind ? SIZE : 0.8 * SIZE);
  }
  return machine.published && !f.kind ? outlined(x, y, SIZE) : mark(f.kind, x, y, SIZE);
}

function join([x0, y0], [x1, y1], double) {
  if (!double) return `M${x0} ${y0}L${x1} ${y1}`;
  const length = Math.hypot(x1 - x0, y1 - y0) || 1;
  const dx = ((y1 - y0) / length) * 1.1, dy = ((x0 - x1) / length) * 1.1;
  return `M${x0 + dx} ${y0 + dy}L${x1 + dx} ${y1 + dy}M${x0 - dx} ${y0 - dy}L${x1 - dx} ${y1 - dy}`;
}

function spoken(machine, f, figure) {
  const n = (value) => written(value, figure.exact);
  return `${f.label} on ${machine.label}, ${machine.microarchitecture}: ${n(figure.median)} ` +
    `${unitInWords(machine)}, ` +
    `quartiles ${n(figure.q1)} and ${n(figure.q3)}, ${bytes(figure.length)}, ` +
    (machine.published ? data.sources[figure.implementation]
      : named(machine, f.name, figure.implementation)) +
    (figure.doubts.length ? `, doubtful: ${figure.doubts.join(", ")}` : "");
}

// Notes on machines that show another length than the chosen one, or nothing; and on those that
// the paper would leave out, which are not shown at first.
function note(machines, found) {
  const other = [], none = [];
  for (const machine of machines) {
    const figures = [...found.get(machine).values()];
    const at = instead(figures);
    if (at) other.push(`${machine.label} ${at}`);
    if (!figures.length) none.push(machine.label);
  }
  const some = (list) => list.slice(0, 6).join(", ") + (list.length > 6
    ? ` and ${list.length - 6} more` : "");
  const said = [];
  if (other.length) {
    said.push(`Not timed at ${bytes(state.length)}; the nearest length that was: ${some(other)}.`);
  }
  if (none.length) said.push(`No figure for ${bytes(state.length)}: ${some(none)}.`);
  if (machines.some((m) => m.published)) {
    said.push("Hollow marks are from the literature, not measured here; their facts name the " +
      "source.");
  }
  const natives = new Map(marks.map((m) => [m.figure.implementation,
    native(m.machine, m.f.name, m.figure.implementation)])
    .filter(([, what]) => what));
  if (natives.size) {
    said.push(`Diamonds are not Java: ` +
      `${[...natives].map(([name, what]) => `${name}, ${what}`).join("; ")}.`);
  }
  const out = layered().filter((m) => m.out.length && state.hidden.has(m.index));
  if (out.length) {
    said.push(`Left out, as in the paper: ` +
      `${some(out.map((m) => `${m.label} (${m.out.join(", ")})`))}.`);
  }
  $("elsewhere").textContent = said.join(" ");
}

// Calls a function once before the next frame, with the latest arguments.
function soon(draw) {
  let waiting = false, last;
  return (what) => {
    last = what;
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw(last);
    });
  };
}
