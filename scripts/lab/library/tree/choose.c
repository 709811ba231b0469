/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Which code is for this processor? The measured core that is nearest decides:
 * of the same vendor, then with most of its extensions here, then with fewest
 * that are missing. Its order of the function's implementations counts, as far
 * as their extensions are here.
 */

#include "choose.h"

#include <stdlib.h>

static int bits(uint32_t x) { return __builtin_popcountl(x); }

/* A larger number is nearer; no core has more than 32 extensions. */
static int nearness(const struct core *core, uint32_t here, const char *vendor,
                    const char *forced)
{
    int near = 64 * bits(core->words & here) - bits(core->words & ~here);

    if (forced && !strcmp(forced, core->name))
        return near + (1 << 16);
    return strcmp(vendor, core->vendor) ? near : near + (1 << 14);
}

const struct choice *shootout_choose(const struct choice *first, size_t n)
{
    const struct choice *best = NULL;
    const char *forced = getenv("SHOOTOUT_CORE");
    char vendor[13];
    uint32_t here = shootout_cpu(vendor);
    int most = 0;

    for (const struct choice *c = first; c < first + n; ++c) {
        int near = nearness(&shootout_cores[c->core], here, vendor, forced);

        if ((c->words & ~here) == 0 && (!best || near > most)) {
            best = c;
            most = near;
        }
    }
    return best; /* each core's last runs on all of its ABI */
}
