/* SPDX-License-Identifier: CC0-1.0 */

/*
 * The perf interface without system calls: the kernel maps a page that says
 * which hardware counter the event has now and what to add to it. The page
 * changes when the thread is moved or the event rescheduled; its lock number
 * then changes too, and the reading is repeated (linux/perf_event.h, struct
 * perf_event_mmap_page).
 *
 * The includer defines hardware_read(index): the raw hardware counter.
 */

#include "cpucycles/perf.h"

#ifdef HAVE_PERF

static const volatile struct perf_event_mmap_page *page;

#define barrier() __asm__ volatile("" ::: "memory")

/* index is the hardware counter that hardware_read needs; 0 if any will do. */
static const char *page_open(uint64_t config1, uint32_t index)
{
    const char *missing = perf_file_open(config1);
    void *p;

    if (missing)
        return missing;
    p = mmap(0, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, perf_file,
             0);
    if (p == MAP_FAILED)
        return perf_file_refuse("mmap of the perf event", errno);
    page = p;
    if (!page->cap_user_rdpmc)
        return perf_file_refuse("the kernel does not permit user access", 0);
    if (page->index == 0 || (index != 0 && page->index != index))
        return perf_file_refuse("the event got no such hardware counter", 0);
    return 0;
}

/* An event that lost its hardware counter, to a watchdog or another user, is
   read by system call rather than wrongly. */
static uint64_t page_read(void)
{
    uint32_t lock, index;
    uint64_t count;
    int unused;

    do {
        lock = page->lock;
        barrier();
        index = page->index;
        count = (uint64_t)page->offset;
        if (!page->cap_user_rdpmc || index == 0)
            return perf_file_read();
        unused = 64 - page->pmc_width;
        count +=
            (uint64_t)((int64_t)(hardware_read(index) << unused) >> unused);
        barrier();
    } while (page->lock != lock);
    return count;
}

#else

static const char *page_open(uint64_t config1, uint32_t index)
{
    (void)index;
    return perf_file_open(config1);
}

static uint64_t page_read(void) { return perf_file_read(); }

#endif
