// Crossings: from which length on one curve is below another for good.

const EVIDENCE = 10; // lengths at and above a crossing that have to show it

// Where the order of two curves is settled: { faster, slower, from, won, above, used, disturbed,
// ratio }, counts of lengths. Only lengths at which both have an undisturbed round are used; costs
// that are nearer than what storage may change count as equal, and the order is not settled where
// more than a tenth are.
function crossing(a, b) {
  const [one, two] = [a, b].map(({ curve, hertz }) => new Map([...curve.lengths].map((n, i) =>
    [n, { cost: state.unit === "cycles" ? curve.median[i] : curve.median[i] / hertz,
      disturbed: LEVELS[curve.doubts[i]] === DISTURBED }])));
  const common = [...one.keys()].filter((n) => two.has(n));
  const sound = common.filter((n) => !one.get(n).disturbed && !two.get(n).disturbed)
    .sort((x, y) => y - x);
  const near = (1 + data.within[0]) ** 2;
  let sign = 0, compared = 0, above = 0, won = 0, from = null;
  for (const n of sound) {
    const ratio = one.get(n).cost / two.get(n).cost;
    const now = ratio > near ? 1 : ratio < 1 / near ? -1 : 0;
    if (now && sign && now !== sign) break;
    sign = sign || now;
    compared++;
    if (now) {
      won++;
      [from, above] = [n, compared];
    }
  }
  const [faster, slower] = sign > 0 ? [b, a] : [a, b];
  const [low, high] = sign > 0 ? [two, one] : [one, two];
  const ratio = sound.length ? high.get(sound[0]).cost / low.get(sound[0]).cost : NaN;
  const settled = sign && above >= EVIDENCE && won >= 0.9 * above;
  return { faster, slower, from: settled ? from : null, won, above, used: sound.length,
    disturbed: common.length - sound.length, ratio,
    top: sound[0], least: sound[sound.length - 1] };
}

function crossingRows(drawn) {
  const found = [];
  drawn.forEach((a, i) => drawn.slice(i + 1).forEach((b) => {
    if (state.unit === "cycles" && a.machine.unit[0] !== b.machine.unit[0]) return;
    const c = crossing(a, b);
    if (c.used >= EVIDENCE) found.push(c);
  }));
  // First those that change places, then those that never do, then those that are not settled.
  const order = (c) => (c.from === null ? 2 : c.from === c.least ? 1 : 0);
  return found.sort((a, b) => order(a) - order(b) || a.from - b.from);
}

function drawCrossings(drawn) {
  const home = $("crossings");
  home.hidden = drawn.length < 2;
  if (!home.open || home.hidden) return;
  const columns = [["faster", ""], ["than", ""], ["from, bytes", "number"],
    ["lengths that show it", "number"], ["times as fast at the end", "number"],
    ["disturbed lengths left out", "number"]];
  const name = (line) => line.label;
  const rows = crossingRows(drawn).map((c) => {
    const where = c.from === null ? { text: "not settled", by: Infinity }
      : { text: c.from === c.least ? `${c.from} (all)` : `${c.from}`, by: c.from };
    return [name(c.faster), name(c.slower), where, { text: c.from === null ? "–"
      : `${c.won} of ${c.above}`, by: c.won },
      { text: c.ratio.toFixed(2), by: c.ratio, title: `at ${c.top} bytes` },
      { text: `${c.disturbed}`, by: c.disturbed }];
  });
  const caption =
    "From which length up to 4096 bytes a curve is the faster one for good. Computed from " +
    "undisturbed lengths only; " +
    `differences below ${percent((1 + data.within[0]) ** 2 - 1)} count as none. Pairs in ` +
    `different units, or with fewer than ${EVIDENCE} such lengths ` +
    "in common, are left out.";
  home.querySelector("div").replaceChildren(sortable(caption, columns, rows,
    { name: () => "crossings", records: (row) => [{
    faster: row[0], slower: row[1], from: Number.isFinite(row[2].by) ? row[2].by
      : null, lengths: row[3].by, ratio: round(row[4].by), left_out: row[5].by }] }));
}

function startCrossings() {
  $("crossings").addEventListener("toggle", () => unpacked && drawCrossings(lines()));
}
