"""Generator of Java source for Grøstl as a plain port of C, of 256 and of 512 bits."""

from __future__ import annotations

from collections.abc import Iterator

from .kernels import SHIFTS, written

LAST = {8: 7, 16: 11}  # shift of the last row of P, by number of columns
ROUNDS = {8: 10, 16: 14}


def groestl(name: str, columns: int) -> str:
    """Grøstl whole: tables in an array of arrays, a method for each macro of C, a column and a
    round, and buffers that are made for each block."""
    most = {7: LAST[columns]}
    block, bits = 8 * columns, 32 * columns

    def rounds(which: str) -> Iterator[str]:
        yield f"private static void round{which}(long[] x, long[] y, long round) {{"
        constant = "(long) j << 60" if which == "P" else "(long) j << 4"
        turned = "round << 56" if which == "P" else "~round"
        yield f"for (int j = 0; j < {columns}; j++) x[j] ^= {constant} ^ {turned};"
        for j in range(columns):
            places = ((j + most.get(shift, shift)) % columns for shift in SHIFTS[which])
            yield f"column(x, y, {j}, {', '.join(map(str, places))});"
        yield "}"

    def permutation(which: str) -> Iterator[str]:
        yield f"private static void permute{which}(long[] x, long[] y) {{"
        yield f"for (int r = 0; r < {ROUNDS[columns]}; r += 2) {{"
        yield f"round{which}(x, y, r); round{which}(y, x, r + 1); }} }}"

    def body() -> Iterator[str]:
        yield "private static final VarHandle WORD ="
        yield "MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);"
        yield "private static final long[][] T = new long[8][256];"
        yield "static { for (int x = 0; x < 256; x++) for (int row = 0; row < 8; row++)"
        yield "T[row][x] = Long.rotateRight(Groestl.entry(x), 8 * row); }"
        yield f"private long[] h = new long[{columns}]; private long count;"
        made = f'super("Groestl-{bits}", {bits // 8}, {block}, false)'
        yield f"public {name}() {{ {made}; start(); }}"
        yield "@Override protected void start() {"
        yield f"Arrays.fill(h, 0); h[{columns - 1}] = {bits}; count = 0; }}"
        yield "@Override protected void blocks(byte[] in, int offset, int count) {"
        yield f"for (this.count += count; count > 0; count--, offset += {block})"
        yield "compress(in, offset); }"
        yield "private void compress(byte[] in, int offset) {"
        new = f"new long[{columns}]"
        yield f"long[] p = {new}, q = {new}, y = {new};"
        yield f"for (int j = 0; j < {columns}; j++) {{"
        yield "q[j] = (long) WORD.get(in, offset + 8 * j); p[j] = q[j] ^ h[j]; }"
        yield "permuteP(p, y); permuteQ(q, y);"
        yield f"for (int j = 0; j < {columns}; j++) h[j] ^= p[j] ^ q[j]; }}"
        yield "private static void column(long[] x, long[] y, int j,"
        yield f"{', '.join(f'int c{row}' for row in range(8))}) {{"
        looked = (f"T[{row}][(int) (x[c{row}] >>> {56 - 8 * row}) & 255]" for row in range(8))
        yield f"y[j] = {' ^ '.join(looked)}; }}"
        for which in SHIFTS:
            yield from rounds(which)
            yield from permutation(which)
        yield "@Override protected void finish(byte[] rest, int length, byte[] out, int offset) {"
        yield f"Arrays.fill(rest, length, {block}, (byte) 0); rest[length] = (byte) 0x80;"
        yield f"if (length >= {block - 8}) {{ blocks(rest, 0, 1); Arrays.fill(rest, (byte) 0); }}"
        yield f"WORD.set(rest, {block - 8}, count + 1); blocks(rest, 0, 1);"
        yield f"long[] p = h.clone(); permuteP(p, new long[{columns}]);"
        yield f"for (int j = 0; j < {columns // 2}; j++)"
        yield f"WORD.set(out, offset + 8 * j, p[j + {columns // 2}] ^ h[j + {columns // 2}]); }}"
        yield "@Override public Object clone() throws CloneNotSupportedException {"
        yield f"{name} copy = ({name}) super.clone(); copy.h = h.clone(); return copy; }}"

    imports = ("digest.BlockDigest", "java.lang.invoke.MethodHandles", "java.nio.ByteOrder",
               "java.lang.invoke.VarHandle", "java.util.Arrays")  # fmt: skip
    return written(name, "BlockDigest", body(), sorted(imports))
