// The facts of a mark, shown beside it while the pointer or the focus is there; a click keeps them
// open.

let pinned = null, pointedBy = "";

function pointAt(entry, by) {
  const ring = $("ring");
  ring.setAttribute("cx", entry.x);
  ring.setAttribute("cy", entry.y);
  ring.setAttribute("visibility", "visible");
  if (pinned) return;
  pointedBy = by;
  show(entry);
}

function unpoint(by) {
  if (pinned || pointedBy !== by) return;
  pointedBy = "";
  $("card").hidden = true;
  $("ring")?.setAttribute("visibility", "hidden");
}

function pin(entry, focus = false) {
  pinned = null;
  pointAt(entry, "click");
  pinned = entry;
  $("card").classList.add("pinned");
  show(entry);
  if (focus) $("card").querySelector("button").focus();
}

// A card that is kept open moves with its mark.
function repin() {
  if (!pinned) return;
  const again = marks.find((m) => keyOf(m) === keyOf(pinned));
  if (again) pin(again);
  else unpin();
}

function unpin() {
  const back = pinned && $("card").contains(document.activeElement) &&
    marks.find((m) => keyOf(m) === keyOf(pinned));
  pinned = null;
  pointedBy = "";
  $("card").classList.remove("pinned");
  $("card").hidden = true;
  $("ring")?.setAttribute("visibility", "hidden");
  if (back) back.node.focus();
}

function show(entry) {
  const card = $("card");
  card.replaceChildren(...facts(entry));
  card.hidden = false;
  const box = $("plot").getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  if (room < 640) {
    card.style.left = card.style.top = "";
    return;
  }
  const x = box.left + entry.x, y = box.top + entry.y;
  const left = x + 18 + width < room ? x + 18 : Math.max(8, x - 18 - width);
  card.style.left = `${left}px`;
  card.style.top = `${Math.max(8, Math.min(y - 24, window.innerHeight - height - 8))}px`;
}

function facts({ machine, f, figure, x, y }) {
  const n = (value) => written(value, figure.exact);
  const strong = data.strengths[f.name];
  const same = marks.filter((m) => m.f !== f && Math.abs(m.x - x) < 3 && m.y === y);
  const rows = [
    ["quartiles", `${n(figure.q1)} to ${n(figure.q3)}`],
    ["machine", distinct([machine.name, machine.microarchitecture, machine.abi], (word) => word)
      .join(", ")],
    ...machine.published ? [["source", data.sources[figure.implementation]]]
      : [["counter", machine.clock
      ? `${machine.counter}, times ${ratio(machine.clock)}`
      : `${machine.counter}, ${machine.unit[0]}${machine.unit[1]}`],
    ["implementation", figure.implementation],
    strong && ["strength", `${strong[1]} bits of security, ${strong[0]} of output: ${strong[2]}`],
    native(machine, f.name, figure.implementation) &&
      ["not Java", native(machine, f.name, figure.implementation)],
    promise(machine, f.name, figure.implementation) && ["constant time",
      promise(machine, f.name, figure.implementation)],
    ["compiler", words(data.compilers[figure.compiler].replaceAll("_", " "))]],
    figure.samples &&
      ["samples", `${figure.samples} in ${figure.rounds} round${figure.rounds === 1 ? "" : "s"}` +
      (figure.left.length ? `; others left out: ${figure.left.join(", ")}` : "")],
    ...figure.doubts.map((doubt) => ["doubtful", doubt + (data.meanings[doubt]
      ? `: ${data.meanings[doubt]}` : "")]),
    ...layoutOf(figure)
      .map((text) => ["depends on",
      `${text}: slower by this where code, stack or message lie elsewhere`]),
    ...machine.out.map((reason) => ["left out", `${reason}: ${data.reasons[reason]}`]),
    same.length && ["also here", same.map((m) => m.f.label).join(", ")],
    data.pictures[f.name] && ["graphs", linked(f.name).text],
  ].filter(Boolean);
  return [
    el("p", { class: `what k${f.k}` },
      svg("svg", { width: 14, height: 14, class: f.kind ? "wide" : "thin", "aria-hidden": "true" },
        shape(machine, f, figure, 7, 7)),
      el("b", {}, f.label), el("code", {}, f.name)),
    el("p", { class: "figure" }, el("b", {}, n(figure.median)),
      ` ${unitOf(machine)}, ${bytes(figure.length)}`),
    el("dl", {}, rows.map(([name, text]) => [
      el("dt", { class: name === "doubtful" ? "grave" : "" }, name), el("dd", {}, text)])),
    ...repeat(machine, f.name, figure),
    pinned && el("div", { class: "buttons" },
      !machine.published && command(f.name, figure) &&
        el("button", { type: "button", onclick: copy }, "Copy the command"),
      el("button", { type: "button", onclick: unpin }, "Close")),
  ].filter(Boolean);
}

function ratio([low, high]) {
  const [a, b] = [low.toFixed(3), high.toFixed(3)];
  return a === b ? a : `${a} to ${b}`;
}

// The command that measures the figure again.
function repeat(machine, name, figure) {
  const line = !machine.published && command(name, figure);
  if (!line) return [];
  return [
    el("p", { class: "again" }, machine.ours ? "Measure it again:"
      : "From SUPERCOP. With its folder copied into crypto_hash:"),
    el("pre", {}, el("code", {}, words(line))),
  ];
}

async function copy(event) {
  const code = $("card").querySelector("pre code");
  const button = event.currentTarget;
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(code);
    button.textContent = "Selected; press Ctrl+C";
  }
}

function startCard() {
  const card = $("card");
  card.addEventListener("keydown", (event) => event.key === "Escape" && unpin());
  document.addEventListener("keydown", (event) => event.key === "Escape" && (pinned ? unpin()
    : unpoint(pointedBy)));
  document.addEventListener("pointerdown", (event) => {
    const kept = [card, $("plot"), $("length")].some((home) => home.contains(event.target));
    if (pinned && !kept) unpin();
  });
  window.addEventListener("scroll", () => !pinned && unpoint(pointedBy), { passive: true });
}
