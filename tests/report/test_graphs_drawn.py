"""The graphs as drawn: nothing covers anything, text is text. Needs matplotlib, or a network."""

from __future__ import annotations

import math
import re
from array import array
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from hostile.making import LINES, REAL, with_lines

from shootout.commands import redraw
from shootout.common import paths
from shootout.common.errors import Trouble
from shootout.machine import microarchitecture
from shootout.registry.families import PAPER, SHOOTOUT, Group, groups, pictured
from shootout.registry.sets import TODAY, native
from shootout.report import packages
from shootout.report.bands import bands
from shootout.report.exclusions import Selection
from shootout.report.graphs import graphs
from shootout.report.literature import contestants
from shootout.report.literature import rows as published_rows
from shootout.report.machines import Best, Entry, MachineRow
from shootout.results.curve import Curve, FileCurves, Points
from shootout.results.grade import Grade
from shootout.results.published import load
from shootout.results.records import UNSUPPORTED
from shootout.results.stats import LENGTHS, Figure, Length

DATA = ROOT / "tests" / "data"
NAMES = ("h4", "cobra", "gcc-farm-185.example", "$x_1$", "a-machine-whose-owner-had-much-time" * 2)
ORDER = microarchitecture.order()
ABIS = ("amd64", "amd64", "x86", "arm64")
HAIR = 0.3  # points


@pytest.fixture(scope="module", autouse=True)
def matplotlib() -> Iterator[None]:
    try:
        packages.ready()
    except Trouble as error:
        pytest.skip(str(error))
    yield


def best(primitive: str, cost: float, number: int, doubts: tuple[str, ...] = ()) -> Best:
    figure = Figure(cost * 0.98, cost, cost * 1.1, doubts)
    return Best(figure, f"implementation-{number}", "gcc_-O3", cost * (1 + number), 1, "12.2.0")


def machine(k: int) -> MachineRow:
    """One of many, with odd names: each fourth among many in a band, the others all over."""
    fastest: dict[str, dict[Length, Best]] = {}
    for i, primitive in enumerate(SHOOTOUT):
        cost = 301.5 + i if k % 2 else 1.5 + i * (1 + k % 5) / 3
        doubts = ("unsteady",) if (i + k) % 9 == 0 else ()
        fastest[primitive] = {mlen: best(primitive, cost, i, doubts) for mlen in LENGTHS}
    entries = {f"i{j}": Entry({m: best("x", 2.0 + j, j) for m in LENGTHS}) for j in range(4)}
    entries["broken"] = Entry({}, None, {"wrong digest of a long message, and more of it": 3}, 4)
    entries["foreign"] = Entry({}, None, {}, 2, emulated=True)
    kind = f"unknown GenuineIntel-{k:08x}" if k % 7 == 6 else ORDER[k * k % len(ORDER)]
    return MachineRow(
        f"{NAMES[k % len(NAMES)]}{k}", ABIS[k // 4 % len(ABIS)], "Zen 3" if k % 4 == 1 else kind,
        "20261121", "20261121",
        clock=(1.25, 1.31) if k % 2 else None,
        states=frozenset(["boost"] * (k % 3 == 0) + ["threads"] * (k % 4 == 0)),
        grades={"sha256": Grade("ABCD"[k % 4], ())}, fastest=fastest, entries={"sha256": entries},
    )  # fmt: skip


def texts(page: Any) -> list[Any]:
    from matplotlib.text import Text

    return [artist for artist in page.figure.artists if isinstance(artist, Text)]


def check(page: Any) -> None:
    """No text covers another or leaves the page, by the boxes that matplotlib reports."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    page.figure.set_dpi(72)
    renderer = FigureCanvasAgg(page.figure).get_renderer()  # type: ignore[no-untyped-call]
    boxes = []
    for text in texts(page):
        box = text.get_window_extent(renderer)
        boxes.append((box.x0 + HAIR, box.y0 + HAIR, box.x1 - HAIR, box.y1 - HAIR, text.get_text()))
    assert boxes
    for x0, y0, x1, y1, text in boxes:
        assert x0 >= 0 and y0 >= 0 and x1 <= page.width and y1 <= page.height, text
    for a, b in combinations(boxes, 2):
        apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
        assert apart, f"{a[4]!r} covers {b[4]!r}"


@pytest.mark.parametrize("count", [1, 2, 7, 40, 120])
def test_no_label_of_the_shootout_covers_another(count: int) -> None:
    from shootout.report.graphs import shootout

    shown = bands([machine(k) for k in range(count)])
    for mlen in ("long", 8)[: 1 if count > 40 else 2]:
        page = shootout.picture(shown, mlen, ["a note of some length " * 12])
        check(page)
        assert page.width * 3 == pytest.approx(page.height * 4)
        sizes = [text.get_size() for text in texts(page)]
        assert min(sizes) >= 5


def test_every_mark_has_the_letter_of_its_family() -> None:
    from shootout.report.graphs import shootout

    shown = bands([machine(k) for k in range(12)])
    drawn = texts(shootout.picture(shown, "long", []))
    above = [text.get_text() for text in drawn if text.get_ha() == "center"]
    for letter in "BGJKSH":
        assert above.count(letter) == 2 * 12, "a cross and a dot for each machine"
    key = {text.get_text() for text in drawn}
    assert {"B BLAKE", "H SHA-2"} <= key, "it explains them"


@pytest.mark.parametrize("count", [9, 24, 32])
def test_no_letter_lies_on_a_mark_of_another_row(count: int) -> None:
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    from shootout.report.graphs import shootout

    page = shootout.picture(bands([machine(k) for k in range(count)]), "long", ["a note " * 20])
    page.figure.set_dpi(72)
    renderer = FigureCanvasAgg(page.figure).get_renderer()  # type: ignore[no-untyped-call]
    lines = [each for each in page.figure.artists if hasattr(each, "get_marker")]
    marks = [(y, line.get_markersize() / 2) for line in lines for y in {*line.get_ydata()}
             if line.get_marker() not in (None, "None", "")]  # fmt: skip
    centred = [text for text in texts(page) if text.get_ha() == "center"]
    letters = [text for text in centred if text.get_text() in "BGJKSH"]
    assert len(letters) == 12 * count
    for box in (text.get_window_extent(renderer) for text in letters):
        assert not [y for y, half in marks if box.y0 < y and y - half < box.y1 - HAIR]


def test_a_thousand_machines_have_many_pages() -> None:
    """Each machine once, on pages with one axis, whose names are as large as on a page of few."""
    from shootout.report.graphs import shootout
    from shootout.report.graphs.leaves import MOST, leaves

    shown = bands([machine(k) for k in range(1000)])
    pages = leaves(shown)
    sizes = [sum(map(len, some.values())) for _, some in pages]
    assert min(sizes) > 0 and max(sizes) <= MOST and len(pages) < 2 * 1000 / MOST
    there = [(band, c.key) for _, some in pages for band, each in some.items() for c in each]
    assert sorted(there) == sorted((band, c.key) for band, each in shown.items() for c in each)
    names = [name for name, _ in pages]
    assert len(set(names)) == len(names) and names[0] == f"1 of {len(pages)}"
    extent = shootout.values([c for each in shown.values() for c in each], 8)
    axes = set()
    for name, some in (pages[0], pages[-1], max(pages, key=lambda page: len(page[1]))):
        page = shootout.picture(some, 8, ["a note " * 20], f"Messages: {name}", extent=extent)
        check(page)
        assert min(text.get_size() for text in texts(page)) / page.unit >= 4
        said = [text.get_text() for text in texts(page)]
        axes.add(tuple(word for word in said if re.fullmatch(r"(1/)?\d{1,4}", word)))
    assert len(axes) == 1


def test_native_code_in_a_vm_is_a_diamond_that_a_note_explains() -> None:
    from shootout.report.graphs import shootout

    called = {"groestl256": {8: replace(best("x", 1.5, 0), implementation="javajni")}}
    shown = bands([replace(machine(k), abi="jvm64", native=called) for k in (1, 2)])
    machines = [c for each in shown.values() for c in each]
    page = shootout.picture(shown, 8, shootout.notes(machines, 8))
    check(page)
    marks = [line for line in page.figure.artists if hasattr(line, "get_marker")]
    assert sum(len(line.get_xdata()) for line in marks if line.get_marker() == "D") == 2
    said = " ".join(text.get_text() for text in texts(page))
    assert f"groestl256/javajni: {native('groestl256', 'javajni')}" in said


def test_java_and_native_code_have_graphs_of_their_own(tmp_path: Path) -> None:
    from shootout.report.graphs import shootout

    choice = Selection((machine(1), replace(machine(2), abi="jvm64")), {})
    drawn = {}
    for java in (False, True):
        (tmp_path / str(java)).mkdir()
        drawn[java] = {
            path.name
            for form in graphs.FORMS[: 2 - java]
            for path in shootout.draw(choice.of(java), tmp_path / str(java), java=java, form=form)
        }
    svgs = {f"shootout-{mlen}.svg" for mlen in LENGTHS}
    assert drawn == {False: {"shootout.pdf", *svgs}, True: {"java-shootout.pdf"}}
    assert shootout.draw(Selection((), {}), tmp_path) == []


def test_the_literature_is_drawn_where_it_has_figures_and_names_can_be_read() -> None:
    from shootout.report import literature
    from shootout.report.graphs.literature_pages import sheets
    from shootout.report.graphs.shootout import picture

    rows = published_rows(load())
    seen = set()
    for java in (False, True):
        some = [c for c, _ in rows if c.java == java]
        for mlen in LENGTHS:
            for shown, heading in sheets(some, mlen, java):
                machines = [c for each in shown.values() for c in each]
                assert all(any(mlen in f for f in c.fastest.values()) for c in machines)
                seen |= {(c.key, mlen) for c in machines}
                page = picture(shown, mlen, literature.notes(machines), heading)
                check(page)
                names = {c.name for c in machines}
                sizes = [text.get_size() for text in texts(page) if text.get_text() in names]
                assert len(sizes) == len(machines) and min(sizes) >= 6
                assert page.width < 1.1 * 720, "where it is much larger, print is small"
    wanted = {
        (c.key, mlen)
        for c, _ in rows
        for primitive, figures in c.fastest.items()
        for mlen in figures
        if primitive in SHOOTOUT and mlen in LENGTHS
    }
    assert seen == wanted


def test_literature_is_a_graph_and_stands_in_that_of_today(tmp_path: Path) -> None:
    real = DATA / "supercop-2026.data"
    graphs.draw(graphs.GraphOptions((real,), only=("literature",), output=tmp_path))
    assert [file.name for file in tmp_path.iterdir()] == ["literature.pdf"]
    drawn = tmp_path / "literature.pdf"
    assert drawn.read_bytes().count(b"/Type /Page ") > len(LENGTHS)
    from shootout.report.graphs import shootout

    cited = contestants()
    own = replace(next(c for c in cited if "sha3256" in c.fastest), name="own", published="")
    today = pictured(groups()[TODAY])
    shootout.draw(Selection((own,), {}), tmp_path, today, form="svg", cited=cited)
    far, near = ((tmp_path / f"today-{n}.svg").read_text() for n in (1048576, 4096))
    assert "grace" in far and "7900x" in far and ">xps13<" not in far, "which has none of it"
    assert "grace" not in near and "own" in near and "T. Lelegard" not in near


def test_what_a_machine_does_not_support_is_grey_and_said_once() -> None:
    from shootout.report.graphs import function
    from shootout.report.graphs.drawing import GREY, RED

    why = f"{UNSUPPORTED} (the machine lacks gfni)"
    lost = {4096: best("x", 2.0, 0)}
    for found, failed, words, shade in (
        ({}, {why: 8}, why, GREY),
        ({}, {why: 6, "wrong digest": 2}, "wrong digest (2 of 8 compilers)", RED),
        (lost, {}, "not drawn: no plausible figure", GREY),
        ({}, {}, "", GREY),
    ):
        row = function.EntryRow(machine(1), "sha256", "gfni", Entry(found, None, failed, 8), "")
        assert row.complaint("long") == (words, shade)


@pytest.mark.parametrize("count", [1, 2, 12])
def test_no_label_of_a_function_covers_another(count: int) -> None:
    from shootout.report.graphs import function

    machines = [machine(k) for k in range(count)]
    for mlen in ("long", 1536):
        sheets = function.sheets(function.rows(machines, "sha256", mlen))
        assert sum(map(len, sheets)) == 6 * count
        for sheet in sheets:
            check(function.picture(sheet, "sha256", mlen, "a footer " * 30))


def saw(price: float, fixed: float) -> dict[int, float]:
    return {n: (fixed + price * (n // 64 + 1)) / n for n in range(1, 4097)}


@pytest.mark.parametrize("group", [PAPER, groups()["today"]])
def test_no_label_of_the_curves_covers_another(group: Group, tmp_path: Path) -> None:
    from shootout.report.graphs import curves

    box = replace(machine(1), paths=(tmp_path / "data",))
    found = [
        Curve(primitive, f"i{j}", "gcc_-O3", saw(400 + 60 * i + j, 3000 / (i + 1)), frozenset({9}))
        for i, primitive in enumerate(group.primitives)
        for j in range(3)
    ]
    pages = list(curves.pages(box, found, group))
    assert len(pages) == 1 + any(group.bits) + len(group.primitives)
    for page in pages:
        check(page)


def test_a_newer_run_of_other_functions_hides_no_curves(monkeypatch: pytest.MonkeyPatch) -> None:
    from shootout.report.graphs import curves

    paths = Path("first"), Path("sha256"), Path("k12")
    box = replace(machine(1), paths=paths, sources={"sha256": (paths[1], "")})

    def of_file(path: Path, name: str) -> FileCurves:
        costs, mlens = array("d", saw(100, 900).values()), array("I", saw(100, 900))
        its = Points("ref", "gcc", mlens, costs, costs, costs, [()] * len(mlens))
        return FileCurves({(box.name, box.abi, p): [its] for p in (path.name, "null")})

    monkeypatch.setattr(curves, "of_file", of_file)
    ((shown, (curve,)),) = curves._found([box], PAPER, [])
    assert (shown.paths, curve.primitive) == (paths[1:2], "sha256")


def test_native_code_in_a_vm_has_no_curve_among_the_fastest() -> None:
    from shootout.report.graphs import curves

    found = [
        Curve("sha256", name, "java", saw(price, 900), frozenset())
        for name, price in (("jdk", 100), ("java", 900))
    ]
    pages = list(curves.pages(replace(machine(1), abi="jvm64"), found))
    overview, single = ([text.get_text() for text in texts(page)] for page in pages)
    assert any(text == "java" for text in overview) and not any("jdk" in t for t in overview)
    assert any(text.startswith("[jdk] ") for text in single)
    assert "[jdk] is not Java:" in " ".join(single[::-1]), "the lowest is drawn first"


def draw_twice(draw: Callable[[Path], object], folder: Path) -> dict[str, bytes]:
    """The files drawn, having seen that a second time they are the same."""
    drawn = []
    for name in ("one", "two"):
        (folder / name).mkdir()
        draw(folder / name)
        drawn.append({file.name: file.read_bytes() for file in sorted((folder / name).iterdir())})
    assert drawn[0] == drawn[1]
    return drawn[0]


def test_text_is_text_and_equal_data_make_equal_files(tmp_path: Path) -> None:
    from shootout.report.graphs import shootout

    choice = Selection(tuple(machine(k) for k in range(3)), {})
    files = draw_twice(
        lambda folder: [shootout.draw(choice, folder, form=form) for form in graphs.FORMS],
        tmp_path,
    )
    assert list(files) == sorted(["shootout.pdf", *(f"shootout-{mlen}.svg" for mlen in LENGTHS)])
    pdf = files["shootout.pdf"]
    assert pdf.count(b"/Type /Page ") == len(LENGTHS)
    assert b"/Type3" not in pdf and b"/CIDFontType2" in pdf
    svg = files["shootout-long.svg"].decode()
    assert re.search(r"<text[^>]*>Long messages</text>", svg)
    assert "Gr\u00f8stl" in svg


def sample() -> Any:
    """A page with every kind of item in several styles, layers that hide others, many letters."""
    from matplotlib.patches import Rectangle

    from shootout.report.graphs.drawing import BROKEN, LETTERS, PALE, RED, Axis, Page

    page = Page()
    page.axis(Axis.over([3.0, 700.0], 30, 700), 60, 500, "cycles/byte")
    wave = [(30 + 3 * k, 300 + 100 * math.sin(k)) for k in range(200)]
    for layer, colour in enumerate(((0.9, 0.1, 0.5), PALE, "#123456", RED)):
        page.lines([wave, [(50, 50), (90, 90 + layer)]], colour, 0.3 + layer, layer)
    page.sheet.add_artist(Rectangle((100, 100), 200, 300, fc=PALE, transform=page.points, zorder=1))
    for hollow in (False, True):
        for mark in (*"oDx", BROKEN):
            page.marks([*wave[::20], (100, 77)], mark, 4 + hollow, RED, hollow=hollow, layer=2)
            page.marks([(20, 33)], mark, 6.5, (0.1, 0.2, 0.3))
    words = ["", " ", "-", "Ag", "(7,5)", "...", "AVA To", "$x_1$ % < &", "\n\u4e00"]
    words += map("".join, zip(*[iter(sorted(LETTERS)[::5])] * 25))
    for i, word in enumerate(words):
        page.text(300, 22.01 * i, word[:9], 7.3, RED, weight="bold")
        page.text(400, 22.01 * i, word[:3], 9, ha="center")
        page.text(700, 22.01 * i, word, 5.2, ha="right")
        page.text(17.7 * i, 400, word[:5], 6, (0.2, 0.4, 0.6), rotation=90, va="bottom")
    page.text(222, 333, "in a box", 8, bbox={"facecolor": "white", "edgecolor": "none"})
    return page


def drawn(page: Any, folder: Path) -> None:
    """Draw a page as SVG and PDF, and a PDF that has it twice."""
    from shootout.report.graphs.drawing import pdf

    page.save_svg(folder / "page.svg", "a title")
    for name, times in (("one.pdf", 1), ("two.pdf", 2)):
        with pdf(folder / name, "a title") as pages:
            for _ in range(times):
                pages.savefig(page.figure)


def test_every_kind_of_item_is_drawn_and_text_is_on_top(tmp_path: Path) -> None:
    page = sample()
    layers = [
        (artist.get_zorder(), type(artist).__name__ == "Text") for artist in page.figure.artists
    ]
    assert [text for _, text in sorted(layers)] == sorted(text for _, text in layers)
    files = draw_twice(lambda folder: drawn(page, folder), tmp_path)
    assert files["two.pdf"].count(b"/Type /Page ") == 2
    assert "$x_1$ % &lt; &amp;" in files["page.svg"].decode()


def test_real_files_of_all_years_are_drawn(tmp_path: Path, capsys: Any) -> None:
    files = tuple(DATA / f"supercop-{year}.data" for year in (2013, 2020, 2026))
    broken = tmp_path / "broken.data"
    broken.write_text("nothing\n")
    options = graphs.GraphOptions((*files, broken), output=tmp_path / "graphs")
    assert graphs.draw(options) == 1
    said = capsys.readouterr()
    assert str(broken) in said.err and "graphs in" in said.out
    assert (tmp_path / "graphs" / "shootout.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("name", groups())
def test_no_label_of_a_set_covers_another(name: str) -> None:
    from shootout.report.graphs import shootout

    group = groups()[name]
    fastest = {p: {m: best("x", 2.0 + i, i) for m in LENGTHS}
               for i, p in enumerate(group.primitives)}  # fmt: skip
    machines = [replace(machine(k), fastest=fastest) for k in range(3)]
    check(shootout.picture(bands(machines), "long", [], group=group))


def test_what_was_only_tried_is_drawn_when_it_is_named(tmp_path: Path) -> None:
    """Nothing of blake256 is timed here."""
    words = [(line, line.split(" ")[5:7]) for line in LINES]
    kept = [line for line, (p, word) in words if p != "blake256" or word.startswith("try")]
    file = tmp_path / REAL.name
    file.write_bytes(with_lines(kept))
    graphs.draw(graphs.GraphOptions((file,), output=tmp_path / "all"))
    graphs.draw(graphs.GraphOptions((file,), only=("blake256",), output=tmp_path / "one"))
    assert (tmp_path / "all" / "sha256.pdf").is_file()
    assert not (tmp_path / "all" / "blake256.pdf").exists()
    assert [f.name for f in (tmp_path / "one").iterdir()] == ["blake256.pdf"]


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    real = DATA / "supercop-2026.data"
    with pytest.raises(Trouble, match="no machine matches 'moon'; there are "):
        graphs.draw(graphs.GraphOptions((real,), machine="moon", output=tmp_path))
    with pytest.raises(Trouble, match="nothing to draw: none of rot13"):
        graphs.draw(graphs.GraphOptions((real,), only=("rot13",), output=tmp_path))


def test_a_run_ends_well_without_matplotlib(monkeypatch: Any, tmp_path: Path, capsys: Any) -> None:
    """The page needs none."""

    monkeypatch.setattr(packages, "present", lambda: False)
    monkeypatch.setattr(packages, "BUILD", tmp_path)
    monkeypatch.setattr(packages, "run", lambda command: "no network")
    monkeypatch.setattr(paths, "DATA", REAL.parent)
    redraw.redraw(tmp_path / "mine")
    said = capsys.readouterr()
    assert "no network" in said.err and "Traceback" not in said.err
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["shootout.html"]
