// The unit of what is shown. Figures are kept in core cycles per byte, or ticks; a function's hertz
// are those in a second. Published figures have none, and are only shown in cycles.

const UNITS = {
  cycles: ["cycles/byte", "cycles per byte"],
  ns: ["ns/byte", "nanoseconds per byte"],
  "GB/s": ["GB/s", "gigabytes per second"],
};

const perByte = () => UNITS[state.unit][0];
const inWords = () => UNITS[state.unit][1];
const speed = () => state.unit === "GB/s";

// The unit of a machine's figures: ticks of its counter are never called cycles.
const unitOf = (machine) => (state.unit === "cycles" ? `${machine.unit[0]}/byte` : perByte());
const unitInWords = (machine) => (state.unit === "cycles" ? `${machine.unit[0]} per byte`
  : inWords());

// What stands beside a machine whose figures are not core cycles: "TSC ticks".
const inTicks = (machine) => (state.unit === "cycles" && !machine.published &&
  machine.unit[0] !== "core cycles" ? machine.unit[0] : "");
const unitNote = (machine) => (inTicks(machine) ? `, in ${inTicks(machine)}` : "");

// The unit of several machines: core cycles, or both where there are ticks.
function unitOfAll(machines) {
  if (state.unit !== "cycles") return inWords();
  const ticks = machines.filter(inTicks).length;
  if (ticks && ticks === machines.length) return "ticks per byte, not core cycles";
  return `core cycles per byte${ticks ? " (ticks where it says so)" : ""}`;
}

function convert(cycles, hertz) {
  if (state.unit === "cycles") return cycles;
  const ns = cycles / hertz * 1e9;
  return speed() ? 1 / ns : ns;
}

// The figure in the unit, ranked by its cycles; none if the unit is unknown, or no time passed.
function inUnit(f, hertz) {
  if (state.unit === "cycles") return [f];
  if (!hertz || !(Math.min(f.q1, f.median) > 0)) return [];
  const [q1, median, q3] = [f.q1, f.median, f.q3].map((cycles) => convert(cycles, hertz));
  return [{ ...f, rank: rank(f), median, q1: speed() ? q3 : q1, q3: speed() ? q1 : q3 }];
}

// The figures of a function; one that is not positive is none.
function all(machine, name, length) {
  return timed(machine, name, length).filter((f) => f.median > 0)
    .flatMap((f) => inUnit(f, machine.functions[name].hertz));
}

// The recorded clock of a machine, for captions.
function clockOf(machine) {
  const rates = Object.values(machine.functions).map((f) => f.hertz).filter(Boolean);
  return rates.length ? `${(rates[0] / 1e9).toFixed(3)} GHz` : "an unknown clock";
}

function startUnit() {
  const draw = () => $("unit").replaceChildren(chooser("unit",
    Object.entries(UNITS).map(([name, [text]]) => [name, text]), state.unit,
    (name) => set("unit", name)));
  on(["unit"], () => {
    summary();
    draw();
  });
  draw();
}
