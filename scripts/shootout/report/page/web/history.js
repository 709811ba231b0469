// The runs of a machine that was measured several times: the fastest of each function in each run.

function drawHistory() {
  const home = $("history"), machine = data.machines[state.machine];
  const again = repeated(machine);
  home.hidden = !again.length;
  if (home.hidden) return;
  home.querySelector("summary").textContent =
    `History of ${machine.label} (${machine.history.length} runs)`;
  if (!home.open) return;
  const columns = [["function", ""], ["run", "when"], ["implementation", ""], ["unit", ""],
    ...SIX.map((n) => [`${n}`, "number"]),
    [`${data.deciding}: ratio to previous run`, "number"]];
  const rows = again.flatMap((name) => {
    return machine.history.filter((run) => run.best[name]).map((run) => {
      const figures = new Map(SIX.map((n) => [n, past(run, name, n)]));
      const deciding = figures.get(data.deciding);
      const row = [label(name), { text: when(run), by: run.file,
        title: `${run.file}\ngrade ${run.grade}, version ${run.version}` },
        distinct([deciding, ...figures.values()], (f) => f.implementation).join(", "),
        state.unit === "cycles" ? run.unit : perByte(),
        ...SIX.map((n) => withChange(cell(figures.get(n), "median", true), changeOf(run, name, n))),
        verdictOf(changeOf(run, name, data.deciding), deciding)];
      row.from = [...figures.values()].filter(Boolean)
        .map((f) => ({ ...record(machine, name, f), unit: state.unit === "cycles"
        ? `${run.unit}/byte` : row[3],
        version: run.version, date: run.date, grade: run.grade, source: run.file }));
      return row;
    });
  });
  $("history-table").replaceChildren(sortable(
    `${machine.label}: the fastest implementation and compiler in each run, chosen separately ` +
    `for each length. The graph at the top shows, of each function, the newest run that has it. ` +
    `${SPREAD}`,
    columns, rows, { name: () => `history-${nameOf(machine.index).replaceAll("/", "-")}`,
      records: (row) => row.from }));
}

// The cell of a figure, whose title tells the change from the run before.
const withChange = (cell, change) => cell && change &&
  { ...cell, title: `${cell.title}\n${changeInWords(change)}` } || cell;

// The ratio to the run before, with its verdict where the two differ.
function verdictOf(change, f) {
  if (!change) return null;
  const doubtful = change.single || f?.doubts.length;
  return { text: [change.ratio.toFixed(3) + (doubtful ? "?" : ""), change.differs &&
    el("span", { class: change.verdict }, ` ${change.verdict}`)].filter(Boolean),
    by: change.ratio, kind: doubtful ? "doubt" : "", title: changeInWords(change) };
}

// A figure of a run.
function past(run, name, length) {
  const found = run.best[name][length];
  if (!found) return null;
  const [implementation, ...rest] = found;
  return inUnit(figure(length, implementation, rest), run.hertz).find((f) => f.median > 0) || null;
}

// The day of a run and its time, which its file's name tells.
function when(run) {
  const [, hours, minutes] = run.file.match(/-\d{8}-(\d\d)(\d\d)\d\d\./) || [];
  return day(run.date) + (hours ? ` ${hours}:${minutes}` : "");
}

function startHistory() {
  $("history").addEventListener("toggle", drawHistory);
  drawHistory();
  on(["machine", "unit"], drawHistory);
}
