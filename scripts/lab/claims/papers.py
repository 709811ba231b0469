"""What the two papers of 2012 state, with the formula that decides it on each machine.

To add a statement, add a line and name it in docs/papers.md.
"""

from __future__ import annotations

from dataclasses import dataclass

from shootout.registry.families import shown_in
from shootout.registry.sets import FINALISTS

from .formula import Formula, Value, least, most, of, order

PAPERS = {
    "shootout": "Bernstein and Lange, The new SHA-3 software shootout, 2012",
    "java": "Hanser, Performance of the SHA-3 candidates in Java, 2012",
}
NOT_JUDGED = "-"
LEVEL, JAVA_LEVEL = "0.97..1.03", "0.95..1.05"


@dataclass(frozen=True)
class Statement:
    """A statement of a paper, in our words, and when it holds."""

    paper: str  # of PAPERS
    id: str
    section: str
    machines: str  # native, native32, native64 (by the size of a word), jvm32 or jvm64
    then: str  # the paper's number, or its words
    holds: str  # a range as 1.8..2, ..3 or 1..; an order; or NOT_JUDGED: the paper has a picture
    formula: Formula
    sentence: str

    @property
    def command(self) -> str:
        """The command that times what the formula needs besides the finalists, or else them."""
        sets = (shown_in(term.name) for term in self.formula.terms)
        return next((f"./do --set {name}" for name in sets if name != FINALISTS), "./do")

    def judge(self, value: Value) -> bool | None:
        """Whether it holds with this value; None if it is only told."""
        if self.holds == NOT_JUDGED:
            return None
        if isinstance(value, tuple):
            return " < ".join(value) == self.holds
        low, _, high = self.holds.partition("..")
        return float(low or 0) <= value <= float(high or "inf")

    def about(self, abi: str) -> bool:
        """Whether it is about machines with this ABI."""
        kind, bits = kind_of(abi)
        return self.machines in (kind, f"{kind}{bits}")


def kind_of(abi: str) -> tuple[str, int]:
    """What an ABI is of: `native` or `jvm`, and the bits of a word."""
    bits = 64 if "64" in abi or abi in ("s390x",) else 32
    return ("jvm" if abi.startswith("jvm") else "native"), bits


def ratio(above: str, below: str) -> Formula:
    """The figure of one function by that of another."""
    return of(above) / of(below)


F, S, L = of("F"), of("S"), of("L")  # each function, each candidate with 256 bits, with 512
F_C, F_C_WORST = of("F", "portable"), of("F", "portable", worst=True)
NATIVE, N32, N64, J32, J64 = "native", "native32", "native64", "jvm32", "jvm64"

OTHER_FOUR = most(
    *(of(n) / of(n, "sphlib") for n in ("groestl256", "round3jh256", "keccakc512", "skein512256"))
)

Row = tuple[str, str, str, str, str, Formula, str]

SHOOTOUT: list[Row] = [
    ("compilers", "2.1", NATIVE, "often", "1.2..", most(F_C_WORST / F_C),
     "compilers often spoil code in C: portable C with its slowest compiler, beside the fastest; "
     "the function that differs most"),
    ("compilers-specific", "2.1", NATIVE, "above 1", "1..",
     most(F_C_WORST / F_C) / most(of("F", worst=True) / F),
     "compilers spoil code that was written for a processor less: how far the slowest falls back "
     "with portable C, by how far with the fastest implementation"),
    ("jh-portable", "2.1", NATIVE, "above 2", "2..", of("round3jh256", "portable")
     / of("round3jh256"), "without code for the processor JH takes more than twice as long"),
    ("features", "2.1", NATIVE, "varies", "1.5..", most(F_C / F) / least(F_C / F),
     "what vectors, AES and the like gain differs from function to function: the greatest gain "
     "over portable C, by the least"),
    ("words", "2.1", N32, "varies", "1.5..",
     most(F / of("F", where="amd64")) / least(F / of("F", where="amd64")),
     "what words of 32 bits cost differs from function to function: the greatest cost beside 64 "
     "bits, by the least"),
    ("same-core", "2.1", NATIVE, "1", "0.9..1.1", most(F / of("F", where="peer")),
     "machines of one microarchitecture agree: the function that differs most"),
    ("short-messages", "2.2", NATIVE, "above 1", "2..", least(of("F", mlen=8) / F),
     "short messages cost much more a byte, with every function: the least ratio of 8 bytes to "
     "long ones"),
    ("overheads", "2.2", NATIVE, "varies", "1.5..",
     most(of("F", mlen=8) / F) / least(of("F", mlen=8) / F),
     "what short messages cost differs from function to function: the greatest ratio of 8 bytes "
     "to long ones, by the least"),
    ("keccak-capacity", "2.3", NATIVE, "1.9", "1.8..2", ratio("keccakc1024", "keccakc512"),
     "Keccak[c=1024] costs about 1.9 times as much as Keccak[c=512]"),
    ("jh-sizes", "2.3", NATIVE, "1", LEVEL, ratio("round3jh512", "round3jh256"),
     "JH-256 and JH-512 cost the same"),
    ("skein-sizes", "2.3", NATIVE, "1", LEVEL, ratio("skein512512", "skein512256"),
     "Skein-512-256 and Skein-512-512 cost the same"),
    ("groestl-sizes", "2.3", NATIVE, "above 1", "1..", ratio("groestl512", "groestl256"),
     "Grøstl-512 is always slower than Grøstl-256, by a ratio that depends on the CPU"),
    ("blake-32", "2.3", N32, "above 1", "1..", ratio("blake512", "blake256"),
     "BLAKE-512 is slower than BLAKE-256 on 32-bit CPUs"),
    ("blake-64", "2.3", N64, "above 1", "1..", ratio("blake256", "blake512"),
     "BLAKE-256 is slower than BLAKE-512 on most 64-bit CPUs"),
    *((f"{function}-{few}", "2.4", NATIVE, "1", LEVEL, ratio(f"{start}{few}", f"{start}{many}"),
       f"{name}-{few} is as fast as {name}-{many}")
      for function, start, name in (
          ("blake", "blake", "BLAKE"), ("groestl", "groestl", "Grøstl"),
          ("jh", "round3jh", "JH"), ("skein", "skein512", "Skein-512"))
      for few, many in ((224, 256), (384, 512))),
    ("keccak-224", "2.4", NATIVE, "not 1", "..0.97", ratio("keccakc448", "keccakc512"),
     "Keccak is the exception: with 224 bits it differs from 256 because its blocks are longer"),
    ("keccak-384", "2.4", NATIVE, "not 1", "..0.97", ratio("keccakc768", "keccakc1024"),
     "Keccak is the exception: with 384 bits it differs from 512 because its blocks are longer"),
    ("keccak-default", "2.4", NATIVE, "1.06", "1.03..1.09", ratio("keccak", "keccakc512"),
     "Keccak with its default capacity is some 6% slower than Keccak[c=512]"),
    ("blake-tree", "2.4", NATIVE, "below 1", "..1", ratio("bblake256", "blake256"),
     "BLAKE-256 in a tree is faster for long messages, on one core"),
    ("keccak-tree", "2.4", NATIVE, "below 1", "..1", ratio("keccakc512treed2", "keccakc512"),
     "Keccak in a tree of depth 2 is faster for long messages, on one core"),
    *((id_, "3", NATIVE, "above 1", "1..", of(name, "noaes") / of(name, "aes"),
       f"AES instructions help Grøstl-{name[-3:]}")
      for id_, name in (("groestl-aes", "groestl256"), ("groestl512-aes", "groestl512"))),
    ("specific", "3", NATIVE, "above 1", "1.02..", least(F_C / F),
     "the best results come from code written for a microarchitecture: the least that any "
     "function gains over portable C"),
    ("microarchitectures", "3", NATIVE, "large", "2..",
     most(F / of("F", where="rest"), of("F", where="rest") / F),
     "microarchitectures of one architecture differ much in some cases: the function that "
     "differs most from the fastest other one"),
    *((f"order-{bits}{end}", section, NATIVE, "in a picture", NOT_JUDGED,
       order(of(name, mlen=int(end[1:])) if end else of(name)),
       f"the order of the candidates with {bits} bits, for "
       + (f"{end[1:]} bytes" if end else "long messages"))
      for section, end in (("4", ""), ("5", "-4096"), ("6", "-1536"), ("7", "-576"), ("8", "-64"),
                           ("9", "-8"))
      for bits, name in ((256, "S"), (512, "L"))),
]  # fmt: skip

JAVA: list[Row] = [
    *((f"java-fivefold{end}", "abstract", J64, "4.9", "4..6", most(set_) / least(set_),
       f"the fastest candidate{bits} is about five times as fast as the slowest")
      for end, bits, set_ in (("", "", S), ("-512", " with 512 bits", L))),
    *((f"java-groestl-{few}", "5.2.1", J64, "1", JAVA_LEVEL,
       ratio(f"groestl{few}", f"groestl{many}"), f"Grøstl-{few} is as fast as Grøstl-{many}")
      for few, many in ((224, 256), (384, 512))),
    ("java-jni", "5.2.2", J64, "1.2 to 1.3", "..2",
     of("groestl256", "native") / of("groestl256", "aesni", where="c"),
     "calling native code adds little: AES instructions through JNI, beside the same in C, with "
     "14 to 15 cycles/byte against 11.5"),
    ("java-aes", "5.2.2", J64, "3.0 to 3.2", "1..", of("groestl256") / of("groestl256", "native"),
     "Grøstl-256 is much faster through JNI with AES instructions: 14 to 15 cycles/byte against "
     "44.4"),
    ("java-keccak", "5.4", J64, "1.84", "1.7..2", ratio("keccakc1024", "keccakc512"),
     "Keccak-512 is slower than Keccak-256, as its blocks are shorter"),
    ("java-order-256", "6", J64, "Table 2",
     "skein512256 < keccakc512 < groestl256 < blake256 < round3jh256", order(S),
     "on a 64-bit VM: Skein, Keccak, Grøstl, BLAKE, JH with 256 bits"),
    ("java-order-512", "6", J64, "Table 2",
     "skein512512 < blake512 < keccakc1024 < groestl512 < round3jh512", order(L),
     "on a 64-bit VM: Skein, BLAKE, Keccak, Grøstl, JH with 512 bits"),
    ("java32-order-256", "6", J32, "Table 2",
     "skein512256 < keccakc512 < blake256 < groestl256 < round3jh256", order(S),
     "on a 32-bit VM: Skein, Keccak, BLAKE, Grøstl, JH with 256 bits"),
    ("java32-order-512", "6", J32, "Table 2",
     "skein512512 < blake512 < keccakc1024 < groestl512 < round3jh512", order(L),
     "on a 32-bit VM: Skein, BLAKE, Keccak, Grøstl, JH with 512 bits"),
    *((f"{java}-{id_}", "6", machines, "1", "..1", formula, f"{said} every comparison{where}")
      for java, machines, where in (("java", J64, ""), ("java32", J32, ", on a 32-bit VM"))
      for id_, formula, said in (
          ("skein-first", most(of("skein512256") / least(S), of("skein512512") / least(L)),
           "Skein leads"),
          ("jh-last", most(most(S) / of("round3jh256"), most(L) / of("round3jh512")),
           "JH comes last in"))),
    ("java-jh-sizes", "6, Table 2", J64, "1", JAVA_LEVEL, ratio("round3jh512", "round3jh256"),
     "JH-256 and JH-512 cost the same"),
    ("java-skein-sizes", "6, Table 2", J64, "1", JAVA_LEVEL, ratio("skein512512", "skein512256"),
     "Skein-512-256 and Skein-512-512 cost the same"),
    ("java-groestl-sizes", "6, Table 2", J64, "1.3", "1..", ratio("groestl512", "groestl256"),
     "Grøstl-512 is slower than Grøstl-256"),
    ("java-sphlib", "7", J64, "0.99", "..1", OTHER_FOUR,
     "ours outperform sphlib with 256 bits, but for BLAKE: the worst of the other four"),
    ("java-sphlib-512", "7", J64, "0.98", "..1", most(L / of("L", "sphlib")),
     "ours outperform sphlib with 512 bits: the worst candidate"),
    ("java-sphlib-blake", "7", J64, "1.16", "1..", of("blake256") / of("blake256", "sphlib"),
     "BLAKE-256 is the exception: sphlib is faster"),
    ("java32-sphlib", "7", J32, "0.98", "..1", OTHER_FOUR,
     "ours outperform sphlib with 256 bits on a 32-bit VM, but for BLAKE: the worst of the other "
     "four"),
    ("java32-sphlib-512", "7", J32, "0.99", "..1", most(L / of("L", "sphlib")),
     "ours outperform sphlib with 512 bits on a 32-bit VM: the worst candidate"),
    ("java32-sphlib-blake", "7", J32, "1.05", "1..", of("blake256") / of("blake256", "sphlib"),
     "BLAKE-256 is the exception on a 32-bit VM, too: sphlib is faster"),
    ("java-jh-far", "8", J64, "1.75", "1.2..", of("round3jh256")
     / most(of("blake256"), of("groestl256"), of("keccakc512"), of("skein512256")),
     "JH lags far behind: with 256 bits, beside the slowest of the others"),
    ("java-two", "8", J64, "0.49", "..1", most(of("skein512256"), of("keccakc512"))
     / least(of("blake256"), of("groestl256"), of("round3jh256")),
     "Skein and Keccak are exceptionally fast: the slower of the two, beside the fastest of the "
     "others with 256 bits"),
    *((f"{java}-native{end}", "8", machines, "up to 3", "..3",
       most(of(name) / of(name, "portable", where="c")),
       f"Java is up to three times slower than native code: the worst candidate with {bits} bits"
       f"{where}, beside portable C")
      for java, machines, where in (("java", J64, ""), ("java32", J32, " on a 32-bit VM"))
      for end, bits, name in (("", 256, "S"), ("-512", 512, "L"))),
    ("java-extensions", "8", J64, "above 3", "3..", most(S / of("S", where="c")),
     "beside native code with instruction-set extensions Java falls back further"),
    ("java32-least", "8", J32, "2 (its Table 2: 1.2)", "2..",
     least(S / of("S", where="jvm64"), L / of("L", where="jvm64")),
     "32-bit code in Java is two to three times slower than 64-bit code: the least ratio"),
    ("java32-most", "8", J32, "3 (its Table 2: 3.1)", "..3.2",
     most(S / of("S", where="jvm64"), L / of("L", where="jvm64")),
     "32-bit code in Java is two to three times slower than 64-bit code: the greatest ratio"),
    ("java32-own", "8", J32, "above 1", "1.1..",
     least(*(of(name, "java64") / of(name, "java32") for name in (
         "groestl256", "round3jh256", "keccakc512", "groestl512", "round3jh512", "keccakc1024"))),
     "on a 32-bit VM code for 32 bits is far faster than code for 64 bits: the least gain of "
     "Grøstl, JH and Keccak"),
]  # fmt: skip
STATEMENTS = [
    *(Statement("shootout", *row) for row in SHOOTOUT),
    *(Statement("java", *row) for row in JAVA),
]
