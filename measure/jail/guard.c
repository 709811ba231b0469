/* SPDX-License-Identifier: CC0-1.0 */
/* Guard pages around messages; see guard.h. */

#include "guard.h"
#include "channel.h"
#include "jail.h"
#include "state.h"
#include "subject.h"
#include "syscalls.h"
#include "vectors.h"

#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static unsigned char *pages; /* one forbidden, room bytes, one forbidden */
static size_t page, room;
static int trespassed[2]; /* the page there can be read since */

void guard(size_t n)
{
    page = (size_t)sysconf(_SC_PAGESIZE);
    room = (n + page - 1) / page * page;
    pages =
        mmap(0, room + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        fail("no memory for the test itself");
}

static void protect(int how)
{
    if (syscalls_protect(pages + page, room, how) != 0)
        fail("no guard pages: mprotect does not work here");
}

/* What a trapped access did, told by where it happened. */
static void judge(const unsigned char *at, const unsigned char *in, size_t mlen)
{
    enum side side = at < in ? BEFORE : BEHIND;

    if (at >= in && at < in + mlen)
        fail("writes to its input");
    if (at >= pages + page && at < pages + page + room)
        fail("writes outside of its output");
    if (syscalls_protect(side == BEFORE ? pages : pages + page + room, page,
                         PROT_READ) != 0 ||
        trespassed[side]++)
        fail("writes %s its input", side == BEFORE ? "before" : "behind");
    channel_say("flag %s %llu", side == BEFORE ? "underread" : "overread",
                place.mlen);
}

int guarded_hash(enum side side, size_t mlen, unsigned char *digest)
{
    int r;

    unsigned char *in = pages + page + (side == BEHIND ? room - mlen : 0);

    protect(PROT_READ | PROT_WRITE);
    pattern(in, mlen);
    protect(PROT_READ);
    memset(digest, 0, subject.bytes);
    if (sigsetjmp(fault_return, 1) == 0) {
        faults_return(pages, pages + 2 * page + room);
        state_clean();
        r = subject.hash(digest, in, mlen);
        faults_kill();
        jail_look();
        return r;
    }
    state_clean();
    faults_kill();
    judge(fault_address, in, mlen);
    return guarded_hash(side, mlen, digest);
}
