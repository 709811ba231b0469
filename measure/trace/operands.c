/* SPDX-License-Identifier: CC0-1.0 */
/*
 * See operands.h. From Intel's manual, volume 2, chapter 2 (prefixes, ModRM,
 * SIB, VEX, EVEX) and appendix A (which opcodes have a ModRM byte). The length
 * of an instruction is of no interest, nor is what it does.
 */

#include "operands.h"

enum { RAX = 0, RBX = 3, RBP = 5, RSI = 6, RDI = 7 };
enum { ONE_BYTE, MAP_0F, MAP_0F38, MAP_0F3A }; /* others have ModRM, too */

struct decoder {
    const unsigned char *at;
    int is64, map, opcode;
    int vector;           /* VEX, EVEX or XOP */
    int r, x, b, v, wide; /* high bits of numbers of registers; W */
    int third;            /* vvvv: the register of a third operand */
    int size;             /* bytes of vectors */
    int short_addresses;  /* a prefix 67 */
    struct operands found;
};

/* Whether a row of opcodes, sixteen bits for sixteen, has one. */
static int in_row(unsigned row, int opcode) { return row >> (opcode & 15) & 1; }

static int has_modrm(const struct decoder *d)
{
    static const unsigned one_byte[16] = {
        0x0f0f, 0x0f0f, 0x0f0f, 0x0f0f, 0,      0,      0x0a0c, 0,
        0xffff, 0,      0,      0,      0x00f3, 0xff0f, 0,      0xc0c0,
    };
    static const unsigned map_0f[16] = {
        0xa00f, 0xffff, 0xffff, 0,      0xffff, 0xffff, 0xffff, 0xff7f,
        0,      0xffff, 0xf838, 0xffff, 0x00ff, 0xffff, 0xffff, 0xffff,
    };

    if (d->map == ONE_BYTE)
        return in_row(one_byte[d->opcode >> 4], d->opcode);
    if (d->map == MAP_0F)
        return in_row(map_0f[d->opcode >> 4], d->opcode);
    return 1;
}

/* Whether an operand in memory is named and not touched: lea, long nops. */
static int only_named(const struct decoder *d)
{
    if (d->vector)
        return 0;
    return (d->map == ONE_BYTE && d->opcode == 0x8d) ||
           (d->map == MAP_0F && d->opcode >= 0x19 && d->opcode <= 0x1f);
}

static void legacy_prefixes(struct decoder *d)
{
    for (int i = 0; i < LONGEST - 3; ++i, ++d->at) {
        int c = *d->at;

        if (d->is64 && (c & 0xf0) == 0x40) { /* REX, if it is the last */
            d->wide = c >> 3 & 1;
            d->r = (c >> 2 & 1) << 3;
            d->x = (c >> 1 & 1) << 3;
            d->b = (c & 1) << 3;
            continue;
        }
        if (c == 0x67)
            d->short_addresses = 1;
        else if (c != 0x66 && c != 0xf0 && c != 0xf2 && c != 0xf3 &&
                 c != 0x2e && c != 0x36 && c != 0x3e && c != 0x26 &&
                 c != 0x64 && c != 0x65)
            return;
        d->wide = d->r = d->x = d->b = 0;
    }
}

/* The inverted bit n of a prefix, as the high bit of a register's number. */
static int high(int byte, int n) { return (~byte >> n & 1) << 3; }

static void vex(struct decoder *d)
{
    int last = d->at[1];

    d->r = high(last, 7);
    d->map = MAP_0F;
    if (*d->at != 0xc5) { /* three bytes; XOP has the same form */
        d->x = high(last, 6);
        d->b = high(last, 5);
        d->map = last & 31;
        last = d->at[2];
        d->wide = last >> 7;
        ++d->at;
    }
    d->third = ~last >> 3 & 15;
    d->size = last & 4 ? 32 : 16;
    d->at += 2;
}

static void evex(struct decoder *d)
{
    int p0 = d->at[1], p1 = d->at[2], p2 = d->at[3];

    d->r = high(p0, 7);
    d->x = high(p0, 6);
    d->b = high(p0, 5);
    d->map = p0 & 7;
    d->wide = p1 >> 7;
    d->third = (~p1 >> 3 & 15) | high(p2, 3) << 1;
    d->v = high(p2, 3) << 1;
    d->size = 16 << (p2 >> 5 & 3);
    if (p2 & 7)
        d->found.mask = p2 & 7;
    d->at += 4;
}

static void opcode_of(struct decoder *d)
{
    int c = d->at[0], only_vector = d->is64 || d->at[1] >= 0xc0;

    d->vector = 1;
    if ((c == 0xc4 || c == 0xc5) && only_vector) {
        vex(d);
    } else if (c == 0x62 && only_vector) {
        evex(d);
    } else if (c == 0x8f && (d->at[1] & 31) >= 8) {
        vex(d);
    } else {
        d->vector = 0;
        if (c == 0x0f) {
            d->map = MAP_0F;
            ++d->at;
            if (*d->at == 0x38 || *d->at == 0x3a)
                d->map = *d->at++ == 0x38 ? MAP_0F38 : MAP_0F3A;
        }
    }
    d->opcode = *d->at++;
}

/* Registers that hold addresses though no operand names them. */
static void implied(struct decoder *d)
{
    struct operands *o = &d->found;
    int c = d->opcode;

    if (d->vector || d->map != ONE_BYTE) {
        if (d->map == MAP_0F && c == 0xf7)
            o->used[0] = RDI; /* maskmovq, maskmovdqu */
        return;
    }
    if ((c >= 0xa4 && c <= 0xa7) || c == 0xac || c == 0xad)
        o->used[0] = RSI;
    if ((c >= 0xa4 && c <= 0xa7) || c == 0xaa || c == 0xab || c == 0xae ||
        c == 0xaf)
        o->used[1] = RDI;
    if (c == 0xc9) /* leave */
        o->used[0] = RBP;
    if (c == 0xd7) { /* xlat */
        o->used[0] = RBX;
        o->byte = RAX;
    }
}

/* Gathers and scatters, and masked moves of AVX. */
static void vectors(struct decoder *d, int index)
{
    struct operands *o = &d->found;
    int c = d->opcode, largest;

    if (d->map != MAP_0F38)
        return;
    o->element_size = d->wide ? 8 : 4;
    if ((c >= 0x90 && c <= 0x93) || (c >= 0xa0 && c <= 0xa3)) {
        o->index_size = c & 1 ? 8 : 4;
        largest =
            o->index_size > o->element_size ? o->index_size : o->element_size;
        o->elements = d->size / largest;
        o->gathered = index | d->v;
        o->index = NONE;
    } else if ((c >= 0x2c && c <= 0x2f) || c == 0x8c || c == 0x8e) {
        if (c < 0x80)
            o->element_size = c & 1 ? 8 : 4;
        o->elements = d->size / o->element_size;
    } else {
        return;
    }
    if (o->mask == NONE)
        o->vector_mask = d->third;
}

static void address(struct decoder *d)
{
    struct operands *o = &d->found;
    int modrm = *d->at++, mod = modrm >> 6, rm = modrm & 7, index = NONE;

    if (mod == 3 || only_named(d)) {
        o->mask = NONE;
        return;
    }
    if (d->short_addresses && !d->is64) {
        o->unknown = 1; /* addresses of 16 bits */
        return;
    }
    o->cut = d->short_addresses || !d->is64;
    if (rm == 4) {
        int sib = *d->at;

        index = (sib >> 3 & 7) | d->x;
        o->shift = sib >> 6;
        o->index = index == 4 ? NONE : index;
        o->base = (sib & 7) == 5 && mod == 0 ? NONE : ((sib & 7) | d->b);
        if (d->vector)
            vectors(d, index);
    } else {
        o->base = rm == 5 && mod == 0 ? NONE : (rm | d->b);
        if (d->vector)
            vectors(d, NONE);
    }
    if (!d->vector && d->map == MAP_0F &&
        (d->opcode == 0xa3 || d->opcode == 0xab || d->opcode == 0xb3 ||
         d->opcode == 0xbb))
        o->bits = (modrm >> 3 & 7) | d->r;
}

struct operands operands_of(const unsigned char code[LONGEST], int is64)
{
    struct decoder d = {.at = code, .is64 = is64, .third = NONE};
    struct operands none = {.base = NONE,
                            .index = NONE,
                            .used = {NONE, NONE},
                            .byte = NONE,
                            .bits = NONE,
                            .mask = NONE,
                            .vector_mask = NONE,
                            .gathered = NONE};

    d.found = none;
    legacy_prefixes(&d);
    opcode_of(&d);
    implied(&d);
    if (has_modrm(&d))
        address(&d);
    else
        d.found.mask = NONE;
    return d.found;
}
