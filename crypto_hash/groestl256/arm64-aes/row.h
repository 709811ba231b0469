/* SPDX-License-Identifier: CC0-1.0 */
/* A vector of 16 bytes of the state, in NEON of 64-bit ARM with AES */
#include <arm_neon.h>

typedef uint8x16_t row;
typedef unsigned char byte;

#define EACH_ROW(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
#define EACH_EVEN_ROW(F) F(0) F(2) F(4) F(6)

static inline row load(const byte *p) { return vld1q_u8(p); }

static inline row add(row a, row b) { return veorq_u8(a, b); }

/* 2a + b; with SHA-3's instructions 4 operations: compilers see bcax in it. */
static inline row twice_plus(row a, row b)
{
    row positive = vcgezq_s8(vreinterpretq_s8_u8(a));
    row reduction = vbicq_u8(vdupq_n_u8(0x1b), positive);

    return add(add(b, reduction), vaddq_u8(a, a));
}

/*
 * AddRoundConstant, SubBytes, ShiftBytes. AESE adds the constant, substitutes
 * and moves byte j of AES's state to where AES wants it; byte UNSHIFTED(j) of
 * what it gives is that byte again, so one look-up moves it where Grøstl wants
 * it.
 */
static inline row sub(row a, row constant, const byte *from)
{
    return vqtbl1q_u8(vaeseq_u8(a, constant), load(from));
}

#define UNSHIFTED(j) (((j) + 12 * ((j) % 4)) % 16)
