// The choice of functions, machines and microarchitectures.

function functionChooser() {
  const fieldset = $("functions"), boxes = new Map();
  const others = el("details", { class: "beside" },
    el("summary", {}, "Add other functions"));
  data.families.forEach(([family, names, k, of]) => {
    const row = el("div", { class: `family k${k}` }, el("span", { class: "family-name" },
      el("span", { class: "letter", "aria-hidden": "true" }, data.letters[family]), ` ${family}`));
    names.forEach((name, kind) => {
      if (!name) return;
      const sample = svg("svg", { width: 34, height: 14, class: kind ? "wide" : "thin",
        "aria-hidden": "true" },
        svg("path", { class: "join", d: kind ? "M0 6H34M0 8H34" : "M0 7H34" }),
        mark(kind, 17, 7, SIZE));
      const box = checkbox([sample, el("span", {}, (!of && data.bits[kind]) || label(name))], !of,
        (on) => {
        if (on) state.off.delete(name);
        else state.off.add(name);
        changed("functions");
      });
      boxes.set(name, box.querySelector("input"));
      boxes.get(name).setAttribute("aria-label", label(name));
      box.addEventListener("pointerenter", () => alone(name));
      box.addEventListener("pointerleave", () => alone(""));
      row.append(box);
    });
    (of ? others : fieldset).append(row);
  });
  if (BESIDE.length) fieldset.append(others);
  on(["functions"], () => boxes.forEach((box, name) => (box.checked = !state.off.has(name))));
}

// Highlights a function while the pointer is on its name.
function alone(name) {
  $("plot").classList.toggle("alone", name !== "");
  for (const group of $("plot").querySelectorAll("[data-f]")) {
    group.classList.toggle("lit", group.dataset.f === name);
  }
}

function machineChooser() {
  const groups = $("machines").querySelector(".groups");
  let boxes = [];
  const show = (machines, on) => {
    for (const machine of machines) {
      if (on) state.hidden.delete(machine.index);
      else state.hidden.add(machine.index);
    }
    changed("machines");
  };
  const band = (name) => {
    const machines = layered().filter((m) => m.band === name);
    const whole = checkbox(el("b", {}, name), true, (on) => show(machines, on));
    boxes.push([whole.querySelector("input"), machines]);
    return el("fieldset", {}, el("legend", {}, whole), machines.map((machine) => {
      const parts = tail(machine).map(([text, kind]) => [el("span", { class: kind }, text), " "])
        .flat();
      const why = machine.out.length
        ? [el("span", { class: "faint" },
          `left out: ${machine.out.map((reason) => data.reasons[reason]).join("; ")}`)] : [];
      const one = checkbox([...parts, ...why], true, (on) => show([machine], on));
      boxes.push([one.querySelector("input"), [machine]]);
      return one;
    }));
  };
  let filled = "";
  const fill = () => {
    const layers = JSON.stringify(state.layers);
    if (layers === filled) return;
    filled = layers;
    boxes = [];
    groups.replaceChildren(
      el("div", { class: "buttons" },
        el("button", { type: "button", onclick: () => show(layered(), true) }, "Show all"),
        el("button", { type: "button", onclick: () => show(layered(), false) }, "Show none")),
      ...[...new Set(layered().map((m) => m.band))].map(band));
  };
  const update = () => {
    fill();
    for (const [box, machines] of boxes) {
      const hidden = machines.filter((m) => state.hidden.has(m.index)).length;
      box.checked = !hidden;
      box.indeterminate = hidden > 0 && hidden < machines.length;
    }
    const count = shownMachines().length, total = layered().length;
    $("machines")
      .querySelector("summary").textContent =
      `Machines and microarchitectures (${count} of ${total} rows shown)`;
  };
  on(["machines"], update);
  update();
}
