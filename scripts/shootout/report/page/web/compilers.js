// What compilers and their options are worth on a machine: ./do compilers, as tables.

function drawCompilers() {
  const home = $("compilers"), machine = data.machines[state.machine];
  const lines = Object.entries(machine.functions).flatMap(([name, f]) => (f.choices || [])
    .map((choice) => [name, ...choice]));
  home.hidden = !lines.length;
  if (home.hidden) return;
  home.querySelector("summary").textContent =
    `Compilers on ${machine.label}: the best and the worst for each implementation, and what ` +
    "options do";
  if (!home.open) return;
  const line = (k) => ({ text: machine.short[k] || data.compilers[k], title: data.compilers[k]
    .replaceAll("_", " ") });
  const rows = lines.sort((a, b) => b[4] - a[4])
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
  drawOptions(machine, named);
}

// What each change of one option is worth over all implementations.
function drawOptions(machine, named) {
  const home = $("options-table");
  home.hidden = !machine.options.length;
  if (home.hidden) return home.replaceChildren();
  const of = ([name, implementation]) => `${label(name)} ${implementation}`;
  const rows = machine.options.map(([command, before, after, usual, faster, level, slower, least,
    most]) => {
    const row = [command, before || "nothing", after || "nothing", ratioCell(usual), faster, level,
      slower,
      ratioCell(least[2], of(least)), of(least), ratioCell(most[2], of(most)), of(most)]
        .map((cell) => (cell === 0 ? "0" : cell));
    row.from = [{ machine: machine.name, abi: machine.abi, command, before, after, usual, faster,
      level, slower,
      best: least[2], best_of: least.slice(0, 2).join("/"), worst: most[2],
      worst_of: most.slice(0, 2).join("/") }];
    return row;
  });
  home.replaceChildren(sortable(
    `Time with an option, as a multiple of that without, at ${data.deciding} bytes, over the ` +
    `implementations whose machine code it changes; level: within ` +
    `${Math.round((data.level - 1) * 100)} %.`,
    [["compiler", ""], ["instead of", "when"], ["option", "when"], ["usual", "number"],
      ["faster", "number"], ["level", "number"], ["slower", "number"],
      ["best", "number"], ["for", ""], ["worst", "number"], ["for", ""]], rows,
    { name: () => `${named()}-options`, records: (row) => row.from }));
}

const ratioCell = (value, title = "", bad = false) => ({ text: value.toFixed(2), by: value, title,
  kind: bad ? "grave" : "" });

function startCompilers() {
  $("compilers").addEventListener("toggle", drawCompilers);
  drawCompilers();
  on(["machine"], drawCompilers);
}
