/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Is an implementation right? Usage:
 *
 *   try SECONDS MEGABYTES            all tests
 *   try SECONDS MEGABYTES small      SUPERCOP's small one and the short lengths
 *   try SECONDS MEGABYTES digests A  every length's digest, input at A mod 64
 *   try SECONDS MEGABYTES calls N... a call at each length, between marks
 *   try SECONDS MEGABYTES alike M N...  M messages of each length, traced
 *                                    (trace/step.h)
 *   try SECONDS MEGABYTES answer N:START:CALLS...  of calls in a row (lanes.h)
 *
 * SECONDS of processor time and MEGABYTES of address space are its limits; 0
 * is none. Prints:
 *
 *   checksum small|big|edges|every HEX   for the driver to compare
 *   digest MLEN HEX
 *   answer MLEN START CALLS HEX
 *   time NS TOTAL     a 1536-byte message; the whole test; nanoseconds
 *   stack BYTES       of a call (trace/calls.h); cold NS, of one
 *   flag CAUSE MLEN   a doubt that does not make it wrong
 *   skip every NS     too slow to be tried at every length; ns/byte
 *   fails PHASE MLEN CAUSE, and exit status 111
 *   done              last; without it there is no verdict
 *
 * small and big are SUPERCOP's protocol, to the bit. We add two things:
 * canaries are compared after the second and the third call too; and every
 * length is tried, at every alignment, in read-only memory between pages that
 * can't be touched.
 */

#include "channel.h"
#include "guard.h"
#include "jail.h"
#include "lanes.h"
#include "state.h"
#include "subject.h"
#include "system.h"
#include "trace/calls.h"
#include "vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const int jail_limited = 1;

#define HLEN ((size_t)subject.bytes)
#define CANARY 16 /* bytes watched before and behind a buffer */
#define SHORT 128
#define LONG 4096
#define HUGE_MESSAGE 65599     /* over 2^16, and odd: the longest */
#define CALLS_MOST (1ul << 31) /* in a row */
#define SLOW_NS 60 /* ns/byte above which most lengths are left out */

static void hash(unsigned char *out, const unsigned char *in, size_t mlen)
{
    int r;

    place.mlen = mlen;
    state_clean(); /* of what our own code left */
    r = subject.hash(out, in, mlen);
    jail_look();
    if (r != 0)
        fail("returns %d", r);
}

/* ---- SUPERCOP's protocol ---- */

/* Zeros at an address that is 1 mod 64, canaries fit before and behind. */
static unsigned char *misaligned(size_t n)
{
    unsigned char *x = calloc(1, n + 4 * 64);

    if (!x)
        fail("no memory for the test itself");
    x += 64;
    return x + (-(uintptr_t)x & 63) + 1;
}

static void surround(unsigned char *x, unsigned char *twin, size_t n)
{
    generate(&canaries, x - CANARY, CANARY);
    generate(&canaries, x + n, CANARY);
    memcpy(twin - CANARY, x - CANARY, CANARY);
    memcpy(twin + n, x + n, CANARY);
}

static void inspect(const char *call, const unsigned char *x,
                    const unsigned char *twin, size_t n, const char *what)
{
    if (state_differ(x - CANARY, twin - CANARY, CANARY))
        fail("writes before its %s (%s)", what, call);
    if (state_differ(x + n, twin + n, CANARY))
        fail("writes behind its %s (%s)", what, call);
}

static void protocol(const char *phase, size_t max, int loops)
{
    size_t room = max > HLEN ? max : HLEN;
    unsigned char *h = misaligned(room), *h2 = misaligned(room);
    unsigned char *m = misaligned(room), *m2 = misaligned(room);

    jail_phase(phase);
    for (int loop = 0; loop < loops; ++loop) {
        size_t mlen = (size_t)(generate_number(&messages) % (max + 1));

        generate(&canaries, h - CANARY, HLEN + 2 * CANARY);
        memcpy(h2 - CANARY, h - CANARY, HLEN + 2 * CANARY);
        generate(&messages, m, mlen);
        surround(m, m2, mlen);
        memcpy(m2, m, mlen);

        hash(h, m, mlen);
        channel_send(RECORD_DIGEST, h, HLEN);
        inspect("first call", h, h2, HLEN, "output");
        inspect("first call", m, m2, mlen, "input");
        if (state_differ(m, m2, mlen))
            fail("changes its input");

        surround(h, h2, HLEN);
        surround(m, m2, mlen);
        hash(h2, m2, mlen);
        if (state_differ(h, h2, HLEN))
            fail("is nondeterministic: the second call differs");
        inspect("second call", h2, h, HLEN, "output");
        inspect("second call", m2, m, mlen, "input");
        if (state_differ(m, m2, mlen))
            fail("changes its input (second call)");

        surround(h, h2, HLEN);
        surround(m, m2, mlen);
        hash(m2, m2, mlen);
        if (state_differ(m2, h, HLEN))
            fail("is wrong when the output overlaps the input");
        inspect("overlap", m2, m, mlen > HLEN ? mlen : HLEN, "output");
        memcpy(m2, m, mlen);
        jail_inspect();
    }
    channel_send(RECORD_CHECKSUM, "", 0);
}

/* ---- every length ---- */

/* Nanoseconds of a 1536-byte message: the least of a few. */
static double speed(void)
{
    unsigned char *m = misaligned(1536), *h = misaligned(HLEN);
    double best = 1e18;

    jail_phase("speed");
    for (int i = 0; i < 9; ++i) {
        double t = system_seconds();

        state_clean();
        subject.hash(h, m, 1536);
        jail_look(); /* behind MMX, doubles are NaN */
        t = 1e9 * (system_seconds() - t);
        best = t < best ? t : best;
    }
    return best;
}

/* The output over a part of the input: its front, all, its middle, its end. */
static void overlap(size_t n)
{
    static unsigned char room[LONG + 2 * SUBJECT_MAX_BYTES];
    unsigned char digest[SUBJECT_MAX_BYTES];
    const size_t at[] = {HLEN / 2,     HLEN,         HLEN + 1,
                         HLEN + n / 2, HLEN / 2 + n, HLEN + n - 1};

    place.mlen = n;
    pattern(room + HLEN, n);
    hash(digest, room + HLEN, n);
    for (int i = 0; i < 6; ++i) {
        pattern(room + HLEN, n);
        hash(room + at[i], room + HLEN, n);
        if (state_differ(room + at[i], digest, HLEN))
            fail("is wrong when the output overlaps the input");
    }
}

static void one_length(size_t mlen, int both_ends)
{
    unsigned char digest[SUBJECT_MAX_BYTES], other[SUBJECT_MAX_BYTES];
    int r;

    place.mlen = mlen;
    r = guarded_hash(BEHIND, mlen, digest);
    if (r == 0 && both_ends)
        r = guarded_hash(BEFORE, mlen, other);
    if (r != 0)
        fail("returns %d", r);
    if (both_ends && state_differ(digest, other, HLEN))
        fail("is nondeterministic: depends on the address of its input");
    channel_send(RECORD_DIGEST, digest, HLEN);
}

/* Where blocks, buffers and chunks begin and end, up to a huge message. */
static const size_t far[] = {511,   512,   513,   1023,  1024,  1025,  1536,
                             2048,  4095,  4096,  4097,  8191,  8192,  8193,
                             16383, 16384, 16385, 32767, 32768, 32769, 49151,
                             49152, 49153, 65535, 65536, 65599};
#define FAR (sizeof far / sizeof far[0])

static void edges(int only_short)
{
    unsigned char digest[SUBJECT_MAX_BYTES];

    jail_phase("edges");
    for (size_t mlen = 0; mlen <= 300; ++mlen)
        one_length(mlen, 1);
    for (size_t i = 0; i < FAR && !only_short; ++i) {
        place.mlen = far[i];
        /* SUPERCOP tries no message over 4096 bytes: code may refuse these. */
        if (far[i] > LONG && guarded_hash(BEHIND, far[i], digest) != 0) {
            channel_say("flag refuses %lu", (unsigned long)far[i]);
            return;
        }
        one_length(far[i], 1);
    }
    if (!only_short)
        channel_send(RECORD_CHECKSUM, "", 0);
}

static void every(void)
{
    jail_phase("every");
    for (size_t mlen = 301; mlen <= LONG; ++mlen)
        one_length(mlen, 0);
    channel_send(RECORD_CHECKSUM, "", 0);
}

static void digests(size_t alignment)
{
    unsigned char *in = misaligned(HUGE_MESSAGE + 64) - 1 + alignment % 64;
    unsigned char digest[SUBJECT_MAX_BYTES];
    char hex[2 * SUBJECT_MAX_BYTES + 1];

    jail_phase("digests");
    for (size_t i = 0; i <= LONG + FAR; ++i) {
        size_t n = i <= LONG ? i : far[i - LONG - 1]; /* some of them twice */

        pattern(in, n);
        hash(digest, in, n);
        for (size_t j = 0; j < HLEN; ++j)
            snprintf(hex + 2 * j, 3, "%02x", digest[j]);
        channel_say("digest %lu %s", (unsigned long)n, hex);
    }
}

/* ---- answers for other processes ---- */

/* What measure.c times, made again. */
static void answer(const char *text)
{
    unsigned char x[SUBJECT_MAX_BYTES], *in;
    unsigned long mlen, calls;
    unsigned long long start;

    if (sscanf(text, "%lu:%llu:%lu", &mlen, &start, &calls) != 3 ||
        mlen > LANES_MOST || calls > CALLS_MOST)
        fail("has no calls %s", text);
    in = malloc(LANES_ROOM(mlen));
    if (!in)
        fail("no memory for the test itself");
    lanes_open(in, mlen);
    lanes_start(start, mlen);
    for (unsigned long k = 0; k < calls; ++k)
        LANE_CALL(hash, &each_lane[k % LANES], mlen);
    lanes_answer(x);
    lanes_say(start, mlen, calls, x);
    free(in);
}

/* After a first call, which may set up tables or find library functions. */
static struct room room_for(const char *phase)
{
    struct room room = {misaligned(HLEN), misaligned(HUGE_MESSAGE) - 1,
                        HUGE_MESSAGE};

    jail_phase(phase);
    pattern(room.in, HUGE_MESSAGE);
    hash(room.out, room.in, 8);
    return room;
}

static void all(double start)
{
    double ns;

    protocol("big", LONG, 512);
    ns = speed();
    edges(0);
    jail_phase("overlap"); /* after edges: what is wrong by itself is told so */
    for (size_t n = 0; n <= LONG; n += n < 300 ? 1 : 292)
        overlap(n);
    if (ns / 1536 <= SLOW_NS)
        every();
    else
        channel_say("skip every %.1f", ns / 1536);
    calls_costs(room_for("costs"));
    channel_say("time %.0f %.0f", ns, 1e9 * (system_seconds() - start));
}

int main(int argc, char **argv)
{
    struct room room;
    double start;

    jail(argc, argv);
    state_clean();
    start = system_seconds();
    if (argc < 3) {
        fprintf(stderr, "usage: try SECONDS MEGABYTES [TEST ...]\n");
        return 2;
    }
    if (argc == 5 && !strcmp(argv[3], "digests")) {
        digests((size_t)atoi(argv[4]));
    } else if (argc > 4 && !strcmp(argv[3], "calls")) {
        room = room_for("calls");
        calls_marked(&room, argc - 4, argv + 4);
    } else if (argc > 5 && !strcmp(argv[3], "alike")) {
        room = room_for("alike");
        calls_alike(&room, (unsigned)atoi(argv[4]), argc - 5, argv + 5);
    } else if (argc > 4 && !strcmp(argv[3], "answer")) {
        jail_phase("answer");
        for (int i = 4; i < argc; ++i)
            answer(argv[i]);
    } else {
        guard(HUGE_MESSAGE);
        protocol("small", SHORT, 64);
        messages.nonce = canaries.nonce = 0; /* big is another program there */
        if (argc == 4 && !strcmp(argv[3], "small"))
            edges(1);
        else
            all(start);
    }
    jail_inspect();
    jail_done();
}
