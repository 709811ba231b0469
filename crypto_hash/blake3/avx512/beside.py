# SPDX-License-Identifier: CC0-1.0
"""Two chunks beside each other, one in general registers and one in a row: among the instructions
of two blocks in blocks.S, in its order for a Zen 5, are those of one block in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from variant import FOLDER

HEAD = """\

/*
 * rdi   h of both
 * rsi   in of the first
 * rdx   half as many blocks as it has here
 * rcx   its counter
 * r8    its kinds
 * r9    in of the second; its kinds are on the stack
 *
 * General registers and the stack are those of blocks.S, with two more words:
 *     128, 136   in of the second, its kinds
 */
#define beside CRYPTO_NAMESPACE(beside)
"""
AT = "r9"  # free where a block begins


def among(lines: Sequence[str], others: Sequence[str]) -> Iterator[str]:
    """Lines with others among them, as evenly as they can be."""
    done = 0
    for n, line in enumerate(lines, 1):
        yield line
        until = n * len(others) // len(lines)
        yield from others[done:until]
        done = until


def beside(setup: Sequence[str], first: Sequence[str], block: Sequence[str]) -> Iterator[str]:
    """The function; what sets a row up, loads its first words from rsi and compresses a block."""
    text = (FOLDER / "blocks.S").read_text().replace("FUNCTION blocks", "FUNCTION beside")
    lines = text[text.index("FUNCTION") : text.index("END_OF blocks")].splitlines()
    lines = [line.strip() for line in lines]
    h, loop, end = lines.index("mov eax, [rdi + 0]"), lines.index("1:"), lines.index("jne 1b") - 1
    out = lines.index(f"mov {AT}, [rsp + 80]") + 1
    loads = [line for line in first if "rsi" in line]

    yield from HEAD.splitlines()
    yield from (line.replace("sub rsp, 128", "sub rsp, 192") for line in lines[:h])
    yield from (f"mov [rsp + 128], {AT}", f"mov {AT}, [rax + 56]", f"mov [rsp + 136], {AT}")
    yield from ("inc rcx", "vmovq xmm5, rcx", *setup, *lines[h:loop], lines[loop])
    yield from (f"mov {AT}, [rsp + 128]", *(line.replace("rsi", AT) for line in loads))
    yield from (f"add {AT}, 64", f"mov [rsp + 128], {AT}")
    yield from (f"mov {AT}, [rsp + 136]", f"vmovq xmm4, [{AT}]", "vpunpcklqdq xmm4, xmm5, xmm4")
    yield from (f"add {AT}, 8", f"mov [rsp + 136], {AT}")
    row = [line for line in (*first[len(loads) :], *block) if line != "nop"]
    yield from among(2 * lines[loop + 1 : end], row)
    yield from lines[end:out]
    yield from (f"vmovdqu32 [{AT} + {at}], xmm{row}" for at, row in ((32, 14), (48, 15)))
    yield from (*lines[out:], "END_OF beside")
