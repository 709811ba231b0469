// What compilers are worth on a machine: ./do compilers, as a table.

function drawCompilers() {
  const home = $("compilers"), machine = data.machines[state.machine];
  home.hidden = !machine.choices.length;
  if (home.hidden) return;
  home.querySelector("summary").textContent =
    `Compilers on ${machine.label}: the best and the worst for each implementation`;
  if (!home.open) return;
  const line = (k) => ({ text: machine.short[k] || data.compilers[k], title: data.compilers[k]
    .replaceAll("_", " ") });
  const rows = [...machine.choices].sort((a, b) => b[4] - a[4])
    .map(([name, implementation, best, worst, value, low, high]) => {
    const row = [label(name), implementation, line(best), line(worst),
      ratioCell(value, `${low} to ${high}`, low > data.avoid)];
    row.from = [{ machine: machine.name, abi: machine.abi, primitive: name, implementation,
      best: data.compilers[best],
      worst: data.compilers[worst], ratio: value, low, high }];
    return row;
  });
  const named = () => `compilers-${nameOf(machine.index).replaceAll("/", "-")}`;
  $("lines-table").replaceChildren(sortable(
    `Time with the worst line, as a multiple of the best, at ${data.deciding} bytes. In ` +
    `red: do not compile it so, it takes over ${data.avoid} times as long beyond doubt.`,
    [["function", ""], ["implementation", ""], ["best", "when"], ["worst", "when"],
      ["times as long", "number"]], rows,
    { name: named, records: (row) => row.from }));
}

const ratioCell = (value, title = "", bad = false) => ({ text: value.toFixed(2), by: value, title,
  kind: bad ? "grave" : "" });

function startCompilers() {
  $("compilers").addEventListener("toggle", drawCompilers);
  drawCompilers();
  on(["machine"], drawCompilers);
}
