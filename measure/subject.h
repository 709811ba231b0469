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

#endif
