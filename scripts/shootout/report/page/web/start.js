// Starts the parts of the page in their order; the curves a moment later, when they are unpacked.

const THEMES = [["auto", "screen and (prefers-color-scheme: dark)"], ["light", "not all"],
  ["dark", "screen"]];

const PAPER = 700; // width in pixels; A4 and letter are wider, and pictures shrink to fit

function startTheme() {
  const button = $("theme"), dark = $("dark");
  let now = 0;
  const apply = () => {
    dark.media = THEMES[now][1];
    document.documentElement.style.colorScheme = now ? THEMES[now][0] : "";
    button.textContent = `Theme: ${THEMES[now][0]}`;
    changed("colours");
  };
  button.addEventListener("click", () => {
    now = (now + 1) % THEMES.length;
    apply();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => changed("colours"));
  // Paper is white, and its width is unknown.
  window.addEventListener("beforeprint", () => {
    dark.media = "not all";
    drawGraph(PAPER);
    if (chart) drawCurves(PAPER);
  });
  window.addEventListener("afterprint", apply);
  apply();
}

// A VM is neither a machine nor a microarchitecture: its rows are counted as those that it runs on.
function summary() {
  const days = measured.map((m) => m.date).filter(Boolean).sort();
  const when = [...new Set([days[0], days[days.length - 1]])].map(day).join(" to ");
  const machines = new Set(measured.map((m) => `${m.name} ${m.microarchitecture}`)).size;
  const kinds = new Set(measured.map((m) => m.microarchitecture)).size;
  const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;
  $("summary").textContent =
    `${capital(unitOfAll(measured.filter((m) => !m.out.length)))} of hash functions on ` +
    `${plural(machines, "machine")} of ${plural(kinds, "microarchitecture")}, measured ${when}. ` +
    `Further ${speed() ? "right" : "left"} is faster.`;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function about() {
  summary();
  const remarks = new Set(data.machines.flatMap((m) => m.remarks.map((word) => (word.startsWith("×")
    ? "×" : word))));
  const notes = [
    "At each length, only the fastest implementation of a function counts: the one with the " +
    "smallest median there. A mark is the " +
      "second stabilized quartile of the samples, their median; its bar goes from the first to " +
      "the third. Letters above the marks are " +
      "those of the families; “?” and a broken or hollow mark mean that the figure is doubtful. " +
      "The long-message figure is the cost of " +
      "one more byte of a long message.",
    "At lengths without a button, the fastest is chosen among the implementations that were " +
    "timed at that length.",
    data.machines.some((m) => m.grade.length) && data.grades,
    remarks.has("×") &&
      "×: ticks of a counter, converted to core cycles by this ratio, which was timed beside " +
      "every block.",
    remarks.has("ticks") &&
      "ticks: the counter may not count core cycles, and nothing was timed to convert it.",
    "Beside a machine: the version of shootout or SUPERCOP, the compiler of most of the fastest " +
    "implementations, the grade.",
    "After D. J. Bernstein and T. Lange, The new SHA-3 software shootout, 2012. Curves are " +
    "drawn by uPlot, © Leon Sorokin, MIT licence, " +
      "which is in the source of this page.",
  ];
  $("about").append(...notes.filter(Boolean).map((text) => el("p", {}, text)));
}

// The first picture; to lay out the tables before it would more than double its time.
function start() {
  about();
  functionChooser();
  startLayers();
  startUnit();
  startSlider();
  startTheme();
  startAddress();
  showLength();
  drawGraph();
  // A task that a frame begins comes after its picture.
  window.addEventListener("load", () => requestAnimationFrame(() => setTimeout(startRest)));
}

function startRest() {
  const later = bare(JSON.parse($("later").textContent));
  data.machines.forEach((machine, i) => Object.assign(machine, later.machines[i]));
  machineChooser();
  startCard();
  startGraph();
  startGraphTable();
  startTable();
  startHistory();
  startPast();
  startCompilers();
  startCompare();
  unpack(data, later.curves).then(() => (unpacked = true), () => {
    for (const machine of data.machines) {
      for (const each of Object.values(machine.functions)) each.curves = [];
    }
  }).then(() => {
    startCurves();
    startCrossings();
    if (!SIX.includes(state.length)) changed("curves");
    document.documentElement.dataset.ready = "yes";
  });
}

start();
