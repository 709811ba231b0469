// One letter for each family, beside its marks and lines: families differ without their colours.

const letterOf = (f) => data.letters[f.family];

// Places for labels along a line, as near to those wanted as they can be without touching: each has
// `at`, its middle, and `size`; neighbours that would overlap are moved apart about their common
// middle.
function apart(labels) {
  const groups = [];
  for (const label of [...labels].sort((a, b) => a.at - b.at)) {
    let group = { labels: [label], size: label.size, middle: label.at };
    while (groups.length) {
      const last = groups[groups.length - 1];
      if (last.middle + last.size / 2 <= group.middle - group.size / 2) break;
      const size = last.size + group.size;
      const together = (last.middle * last.labels.length + group.middle * group.labels.length) / (
        last.labels.length + group.labels.length);
      group = { labels: [...last.labels, ...group.labels], size, middle: together };
      groups.pop();
    }
    groups.push(group);
  }
  return groups.flatMap((group) => {
    let at = group.middle - group.size / 2;
    return group.labels.map((label) => {
      at += label.size;
      return { ...label, place: at - label.size / 2 };
    });
  });
}

// The letters above a row of the graph, in the order of its marks; doubtful ones with
// a sign.
function letterRow(entries, y) {
  const said = (m) => (m.figure.doubts.length ? "?" : "");
  const labels = entries.filter((m) => m.f)
    .map((m) => ({ at: m.x, size: said(m) ? 10.5 : 6.5, m }));
  return apart(labels).map(({ place, m }) => svg("text",
    { x: place, y: y - 6.5, class: `letter k${m.f.k}`, "data-f": m.f.name },
    letterOf(m.f) + said(m)));
}
