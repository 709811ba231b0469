// Marks under the pointer and by keys: which is meant, and what happens to it.

// The marks in reading order: row by row, from fast to slow.
const inOrder = () => [...marks].sort((a, b) => a.y - b.y || a.x - b.x);

function neighbour(entry, key) {
  const order = inOrder(), i = order.indexOf(entry);
  if (key === "Home") return order.find((m) => m.y === entry.y);
  if (key === "End") return order.filter((m) => m.y === entry.y).pop();
  if (key === "ArrowRight") return order[i + 1];
  if (key === "ArrowLeft") return order[i - 1];
  const down = key === "ArrowDown";
  if (!down && key !== "ArrowUp") return undefined;
  const rows = order.filter((m) => (down ? m.y > entry.y : m.y < entry.y));
  const y = down ? rows[0]?.y : rows[rows.length - 1]?.y;
  return rows.filter((m) => m.y === y).sort((a, b) => Math.abs(a.x - entry.x) - Math
    .abs(b.x - entry.x))[0];
}

function nearestMark(event) {
  const box = $("plot").getBoundingClientRect();
  const x = event.clientX - box.left, y = event.clientY - box.top;
  let best = null, least = 20;
  for (const m of marks) {
    const away = Math.hypot(m.x - x, m.y - y);
    if (away < least) [best, least] = [m, away];
  }
  return best;
}

function startGraph() {
  const plot = $("plot");
  plot.addEventListener("pointermove", (event) => {
    const entry = nearestMark(event);
    plot.classList.toggle("pointing", Boolean(entry));
    if (entry) pointAt(entry, "pointer");
    else unpoint("pointer");
  });
  plot.addEventListener("pointerleave", () => unpoint("pointer"));
  plot.addEventListener("click", (event) => {
    const entry = nearestMark(event);
    if (entry) pin(entry);
    else unpin();
  });
  plot.addEventListener("keydown", (event) => {
    const entry = marks.find((m) => m.node === document.activeElement);
    if (!entry) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pin(entry, true);
      return;
    }
    const next = neighbour(entry, event.key);
    if (!next) return;
    event.preventDefault();
    entry.node.setAttribute("tabindex", "-1");
    next.node.setAttribute("tabindex", "0");
    next.node.focus();
  });
  new ResizeObserver(soon(() => drawGraph())).observe(plot);
  on(["length", "unit", "functions", "machines", "curves"], soon(() => drawGraph()));
}
