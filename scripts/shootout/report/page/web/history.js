// The runs of a machine that was measured several times: the fastest of each function in each run.

function drawHistory() {
  const home = $("history"), machine = data.machines[state.machine];
  const again = functionsOf(machine).filter((name) => name !== "null" && machine.history.filter((run) => run.best[name]).length > 1);
  home.hidden = !again.length;
  if (home.hidden) return;
  home.querySelector("summary").textContent = `History of ${machine.label} (${machine.history.length} runs)`;
  if (!home.open) return;
  const columns = [["function", ""], ["run", "when"], ["implementation", ""], ["unit", ""], ...SIX.map((n) => [`${n}`, "number"]),
    [`${data.deciding}: to the run before`, "number"]];
  const rows = again.flatMap((name) => {
    let before = null;
    return machine.history.filter((run) => run.best[name]).map((run) => {
      const figures = new Map(SIX.map((n) => [n, past(run, name, n)]));
      const deciding = figures.get(data.deciding);
      const row = [label(name), { text: when(run), by: run.file, title: `${run.file}\ngrade ${run.grade}, version ${run.version}` },
        distinct([deciding, ...figures.values()], (f) => f.implementation).join(", "), state.unit === "cycles" ? run.unit : perByte(),
        ...SIX.map((n) => cell(figures.get(n), "median", true)), change(before, deciding)];
      if (deciding) before = { ...deciding, unit: run.unit };
      row.from = [...figures.values()].filter(Boolean).map((f) => ({ ...record(machine, name, f), unit: state.unit === "cycles" ? `${run.unit}/byte` : row[3],
        version: run.version, date: run.date, grade: run.grade, source: run.file }));
      return row;
      function change(old, now) {
        if (!old || !now || old.unit !== run.unit) return null;
        const doubtful = old.doubts.length || now.doubts.length;
        return { text: (now.median / old.median).toFixed(3) + (doubtful ? "?" : ""), by: now.median / old.median, kind: doubtful ? "doubt" : "" };
      }
    });
  });
  home.querySelector("div").replaceChildren(sortable(
    `${machine.label}: the fastest implementation and compiler in each run, chosen separately for each length. The graph shows, of each function, the newest run that has it. ${SPREAD}`,
    columns, rows, { name: () => `history-${nameOf(machine.index).replaceAll("/", "-")}`, records: (row) => row.from }));
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
