/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The implementation in this program. The harness is compiled once for each
 * compiler; only subject.c, compiled with each implementation, ties the two.
 */
#ifndef SUBJECT_H
#define SUBJECT_H

#define SUBJECT_MAX_BYTES 1024

struct subject {
    /* Writes the digest of inlen bytes; returns 0. */
    int (*hash)(unsigned char *out, const unsigned char *in,
                unsigned long long inlen);
    unsigned bytes; /* of a digest, at most SUBJECT_MAX_BYTES */
};

extern const struct subject subject;

/*
 * To be called behind the hash, before a double is computed with: code for MMX
 * that does not end in emms, as some of SUPERCOP, leaves the x87 unit full, and
 * all that 32-bit code makes of doubles is then NaN.
 */
static inline void subject_settle(void)
{
#ifdef __i386__
    __asm__ volatile("fninit" ::
                         : "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)",
                           "st(6)", "st(7)");
#endif
}

#endif
