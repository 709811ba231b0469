// The message length: a slider in powers of two, buttons for the paper's six, a number.

const OCTAVE = 400, LAST = 5200; // positions of the slider
const place = (length) => (length === LONG || length > TOP ? LAST
  : Math.round(OCTAVE * Math.log2(length)));
const lengthAt = (at) => (at > (OCTAVE * 12 + LAST) / 2 ? LONG
  : Math.min(TOP, Math.max(1, Math.round(2 ** (at / OCTAVE)))));

const title = (length) => (length === LONG ? "Long messages"
  : `Messages of ${length} byte${length === 1 ? "" : "s"}`);

// The length that a key leads to: a byte more or less, or the next power of two.
function step(length, key) {
  const n = length === LONG ? TOP + 1 : length;
  const to = {
    ArrowRight: n + 1, ArrowUp: n + 1, ArrowLeft: n - 1, ArrowDown: n - 1,
    PageUp: 2 ** (Math.floor(Math.log2(n)) + 1), PageDown: 2 ** (Math.ceil(Math.log2(n)) - 1),
    Home: 1, End: TOP + 1,
  }[key];
  if (to === undefined) return undefined;
  return to > TOP ? LONG : Math.max(1, to);
}

function showLength() {
  const { length } = state;
  const slider = $("slider");
  if (length > TOP || lengthAt(Number(slider.value)) !== length) slider.value = place(length);
  slider.setAttribute("aria-valuetext", bytes(length));
  if (document.activeElement !== $("bytes")) $("bytes").value = length === LONG ? "" : length;
  for (const button of $("exact").children) {
    button.setAttribute("aria-pressed", String(button.dataset.length === String(length)));
  }
  $("graph-title").textContent = title(length);
}

// Tells screen readers, after a pause, the contents of the picture.
let pause;
function say() {
  clearTimeout(pause);
  pause = setTimeout(() => {
    const found = shownMachines().filter((m) => !inTicks(m)).flatMap((m) => shownFunctions()
      .map((f) => [m, f, fastest(m, f.name, state.length)]))
      .filter(([, , figure]) => figure)
      .sort((a, b) => faster(a[2], b[2]));
    const tell = ([m, f, x]) =>
      `${f.label} on ${m.label}, ${written(x.median, x.exact)} ${inWords()}`;
    $("said").textContent = found.length
      ? `${title(state.length)}. Fastest ${tell(found[0])}; slowest ` +
        `${tell(found[found.length - 1])}. ${$("elsewhere").textContent}`
      : `${title(state.length)}. Nothing to show.`;
  }, 500);
}

function startSlider() {
  const slider = $("slider"), number = $("bytes");
  slider.addEventListener("input", () => set("length", lengthAt(Number(slider.value))));
  slider.addEventListener("keydown", (event) => {
    const to = step(state.length, event.key);
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    set("length", to);
  });
  number.addEventListener("input", () => {
    if (number.value !== "" && number.validity.valid) set("length", Number(number.value));
  });
  number.addEventListener("change", () => number.reportValidity());
  number.addEventListener("blur", showLength);
  for (const length of [...SIX].reverse()) {
    $("exact").append(el("button", { type: "button", "data-length": length,
      onclick: () => set("length", length) }, `${length}`));
  }
  const ticks = Array.from({ length: 13 }, (_, k) => 2 ** k);
  for (const length of [...ticks, LONG]) {
    const tick = el("span", {}, `${length}`);
    tick.style.left = `${(place(length) / LAST) * 100}%`;
    $("ticks").append(tick);
  }
  on(["length", "unit", "functions", "machines", "curves"], () => {
    showLength();
    say();
  });
}
