/* SPDX-License-Identifier: CC0-1.0 */
/*
 * A vector of 16 bytes of the state, in NEON of 64-bit ARM without AES. The
 * S-box lies in 16 registers, where no look-up takes a time that depends on the
 * index: in four parts of 64 bytes, as many as an instruction looks up in. That
 * is 9 operations where arm64-aes has 2, and goes with the code of arm64-aes.
 */
#include "sbox.h"
#include <arm_neon.h>

typedef uint8x16_t row;
typedef unsigned char byte;

#define EACH_ROW(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7)
#define EACH_EVEN_ROW(F) F(0) F(2) F(4) F(6)

static inline row load(const byte *p) { return vld1q_u8(p); }

static inline row add(row a, row b) { return veorq_u8(a, b); }

/* 2a + b */
static inline row twice_plus(row a, row b)
{
    row positive = vcgezq_s8(vreinterpretq_s8_u8(a));
    row reduction = vbicq_u8(vdupq_n_u8(0x1b), positive);

    return add(add(b, reduction), vaddq_u8(a, a));
}

#define AS_IT_IS(s) s
static const byte sbox[256] = {SBOX(AS_IT_IS)};

/* SubBytes: an index beyond a part looks up nothing there. */
static inline row substitute(row a)
{
    const row part = vdupq_n_u8(64);
    row found = vqtbl4q_u8(vld1q_u8_x4(sbox), a);

    a = vsubq_u8(a, part);
    found = vqtbx4q_u8(found, vld1q_u8_x4(sbox + 64), a);
    a = vsubq_u8(a, part);
    found = vqtbx4q_u8(found, vld1q_u8_x4(sbox + 128), a);
    a = vsubq_u8(a, part);
    return vqtbx4q_u8(found, vld1q_u8_x4(sbox + 192), a);
}

/* AddRoundConstant, SubBytes, ShiftBytes */
static inline row sub(row a, row constant, const byte *from)
{
    return substitute(vqtbl1q_u8(add(a, constant), load(from)));
}

#define UNSHIFTED(j) (j)
