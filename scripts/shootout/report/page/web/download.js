// Downloads: the figures behind a table or the curves, as CSV or JSON, all with the same keys.

// A figure for programs. Units are those of the page; `unit` names them, ticks as ticks.
function record(machine, name, f) {
  return {
    machine: machine.name, abi: machine.abi, microarchitecture: machine.microarchitecture,
    function: name,
    implementation: machine.published ? "" : f.implementation,
    compiler: data.compilers[f.compiler].replaceAll("_", " "), bytes: f.length,
    unit: unitOf(machine),
    q1: round(f.q1), median: round(f.median), q3: round(f.q3), doubts: f.doubts, left_out: f.left,
    samples: f.samples ?? null, rounds: f.rounds ?? null, layout: f.layout ?? 1,
    culprit: f.culprit ?? "", version: machine.version, date: machine.date,
    grade: machine.grade[0] || "", source: machine.published ? data.sources[f.implementation]
      : machine.files.join(" "),
  };
}

const round = (value) => Number(value.toPrecision(7));

// A field of CSV (RFC 4180). A spreadsheet takes one that begins like a formula as text.
function field(value) {
  const plain = Array.isArray(value) ? value.join(" ") : `${value ?? ""}`;
  const text = typeof value === "string" && /^[=+\-@\t]/.test(plain) ? `'${plain}` : plain;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function csv(records) {
  const keys = Object.keys(records[0] || {});
  return [keys, ...records.map((each) => keys.map((key) => each[key]))]
    .map((row) => `${row.map(field).join(",")}\r\n`).join("");
}

const FORMATS = [
  ["CSV", "text/csv", csv],
  ["JSON", "application/json", (records) => `${JSON.stringify(records, null, 1)}\n`],
];

// Buttons that save what `records` returns when they are pressed.
function downloads(name, records) {
  return el("span", { class: "buttons", role: "group", "aria-label": "Download" },
    FORMATS.map(([format, type, text]) =>
    el("button", { type: "button", class: "download", onclick: () => {
      const address = URL.createObjectURL(new Blob([text(records())], { type }));
      el("a", { href: address, download: `${name()}.${format.toLowerCase()}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 10000);
    } }, `Download ${format}`)));
}
