// Layers of machines: native code, which is shown at first; Java; figures from the literature.

const LAYERS = [
  ["native", "native code", (m) => !m.java],
  ["java", "Java", (m) => m.java && (!m.published || state.layers.literature)],
  ["literature", "literature", (m) => m.published],
];

function startLayers() {
  const home = $("layers");
  const draw = () => {
    const focused = [...home.querySelectorAll("input")]
      .findIndex((box) => box === document.activeElement);
    home.replaceChildren(el("legend", { class: "sr" }, "Layers"), ...LAYERS
      .filter(([layer, , has]) => state.layers[layer] || data.machines.some(has))
      .map(([layer, text]) => checkbox(text, state.layers[layer], (on) => {
        state.layers[layer] = on;
        changed("machines");
      })));
    if (focused >= 0) home.querySelectorAll("input")[focused]?.focus();
  };
  on(["machines"], draw);
  draw();
}
