// Makes elements. All text from result files passes through here, and is set as text, never as
// HTML.

const $ = (id) => document.getElementById(id);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value != null) node.setAttribute(name, value);
  }
  node.append(...children.flat(Infinity).filter((child) => child != null && child !== false));
  return node;
}

const el = (tag, attributes, ...children) =>
  fill(document.createElement(tag), attributes, children);

const svg = (tag, attributes, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// Text that breaks only between words, not after the hyphens of options.
const words = (text) => text.split(" ").map((word, i) => [i ? " "
  : "", el("span", { class: "word" }, word)]);

// A labelled <select> of [value, text] pairs.
function chooser(label, options, value, change) {
  const select = el("select", { onchange: () => change(select.value) },
    options.map(([key, text]) => el("option", { value: key, selected: `${key}` === `${value}` },
      text)));
  return el("label", {}, `${label} `, select);
}

function checkbox(label, checked, change) {
  const box = el("input", { type: "checkbox", checked, onchange: () => change(box.checked) });
  return el("label", {}, box, ...[label].flat());
}

// Replaces controls by new ones, and keeps the focus where it is.
function refill(home, controls) {
  const all = () => [...home.querySelectorAll("select, input, button")];
  const focused = all().indexOf(document.activeElement);
  home.replaceChildren(...controls);
  if (focused >= 0) all()[focused]?.focus();
}

// A diamond, for native code that a VM calls.
function diamond(x, y, size) {
  const r = size / 2;
  return svg("path", { class: "hollow", d: `M${x - r} ${y}l${r} ${-r}l${r} ${r}l${-r} ${r}z` });
}

// A cross with an outline, for 256 bits in the literature.
function outlined(x, y, size) {
  const a = size / 2, b = size * 0.28, c = a - b;
  const corners = [[-a, -b], [-b, -a], [0, -c], [b, -a], [a, -b], [c, 0], [a, b], [b, a], [0, c],
    [-b, a], [-a, b], [-c, 0]];
  return svg("path",
    { class: "hollow", d: `M${corners.map(([dx, dy]) => `${x + dx} ${y + dy}`).join("L")}z` });
}

// A mark of a function: a cross for 256 bits, a dot for 512.
function mark(kind, x, y, size) {
  const r = size / 2;
  return kind
    ? svg("circle", { cx: x, cy: y, r: r * 0.75 })
    : svg("path", { d: `M${x - r} ${y - r}l${size} ${size}m0 ${-size}l${-size} ${size}` });
}
