/* SPDX-License-Identifier: CC0-1.0 */
/* The messages of a loop of calls; see lanes.h. */

#include "lanes.h"
#include "channel.h"
#include "vectors.h"

#include <stdio.h>

static unsigned char digests[LANES][SUBJECT_MAX_BYTES]
    __attribute__((aligned(LANE)));

struct lane each_lane[LANES];

void lanes_open(unsigned char *in, size_t longest)
{
    /* Digests lie as close as they may: the level-1 cache is for the code. */
    size_t width = (subject.bytes + LANE - 1) / LANE * LANE;

    memset(in, 0, LANES_ROOM(longest));
    for (unsigned i = 0; i < LANES; ++i) {
        struct lane *l = &each_lane[i], *later = &each_lane[(i + 2) % LANES];

        l->in = later->carried_in = in + LANE * i;
        l->out = later->carried_out = digests[0] + width * i;
        l->next = &each_lane[(i + 1) % LANES];
    }
}

void lanes_start(uint64_t start, size_t mlen)
{
    struct generator g = messages;

    g.nonce = start;
    generate(&g, each_lane[0].in, LANES_ROOM(mlen));
    generate(&g, digests[0], sizeof digests);
}

void lanes_answer(unsigned char *answer)
{
    for (unsigned i = 0; i < subject.bytes; ++i) {
        answer[i] = 0;
        for (unsigned j = 0; j < LANES; ++j)
            answer[i] ^= each_lane[j].out[i];
    }
}

void lanes_say(uint64_t start, size_t mlen, unsigned long calls,
               const unsigned char *answer)
{
    char hex[2 * SUBJECT_MAX_BYTES + 1];

    for (unsigned i = 0; i < subject.bytes; ++i)
        snprintf(hex + 2 * i, 3, "%02x", answer[i]);
    channel_say("answer %lu %llu %lu %s", (unsigned long)mlen,
                (unsigned long long)start, calls, hex);
}
