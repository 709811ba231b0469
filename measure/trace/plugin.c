/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Does a program for another machine take constant time? qemu-user runs it
 * with this plugin, which is told each instruction and each address of data:
 *
 *   qemu-arm -plugin plugin.so,messages=N,lengths=N:N,mark=NAME \
 *       -d plugin -D FILE PROGRAM WORD...
 *
 * It writes to FILE what step.h has; WHERE is a function's name if it has one.
 * The function NAME marks each call. No header of qemu is needed: what is used
 * of its interface is declared here, from its documentation.
 */

#include "trail.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PUBLIC __attribute__((visibility("default")))
#define MOST 64 /* lengths */

typedef uint64_t plugin_id;
struct block;
struct instruction;
struct system_information;
typedef void translated(plugin_id, struct block *);
typedef void executed(unsigned cpu, void *own);
typedef void accessed(unsigned cpu, uint32_t how, uint64_t address, void *own);
typedef void ended(plugin_id, void *own);
enum { LEAVES_REGISTERS = 0, READS_AND_WRITES = 3 };

void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id, translated *);
void qemu_plugin_register_vcpu_insn_exec_cb(struct instruction *, executed *,
                                            int flags, void *own);
void qemu_plugin_register_vcpu_mem_cb(struct instruction *, accessed *,
                                      int flags, int which, void *own);
void qemu_plugin_register_atexit_cb(plugin_id, ended *, void *own);
size_t qemu_plugin_tb_n_insns(const struct block *);
struct instruction *qemu_plugin_tb_get_insn(const struct block *, size_t);
uint64_t qemu_plugin_insn_vaddr(const struct instruction *);
const char *qemu_plugin_insn_symbol(const struct instruction *);
void qemu_plugin_outs(const char *text);

#ifndef API
#define API 1 /* the version of the interface */
#endif
PUBLIC int qemu_plugin_version = API;
PUBLIC int qemu_plugin_install(plugin_id, const struct system_information *,
                               int argc, char **argv);

/* What is told about an instruction when it runs. */
struct place {
    uint64_t at;
    const char *function;
    int mark;
};

static const char *mark = "";
static unsigned long lengths[MOST];
static const struct place *last;

static void tell(const struct place *there)
{
    static const char *const names[] = {"branch", "index"};
    enum trail_kind kind;
    unsigned long mlen;
    char line[256];

    while (trail_differs(&kind, &mlen)) {
        const char *function = there ? there->function : "?";

        snprintf(line, sizeof line, "%s %lu %.200s\n", names[kind], mlen,
                 function ? function : "?");
        qemu_plugin_outs(line);
    }
}

static void at_instruction(unsigned cpu, void *own)
{
    const struct place *place = own;

    (void)cpu;
    if (place->mark)
        trail_mark();
    trail_step(place->at);
    tell(last);
    last = place;
}

static void at_data(unsigned cpu, uint32_t how, uint64_t address, void *own)
{
    (void)cpu;
    (void)how;
    trail_touch(address);
    tell(own);
}

static void at_block(plugin_id id, struct block *block)
{
    size_t n = qemu_plugin_tb_n_insns(block);

    (void)id;
    for (size_t i = 0; i < n; ++i) {
        struct instruction *one = qemu_plugin_tb_get_insn(block, i);
        struct place *place = malloc(sizeof *place); /* for good, as the code */
        const char *function = qemu_plugin_insn_symbol(one);

        if (!place)
            abort();
        place->at = qemu_plugin_insn_vaddr(one);
        place->function = function ? strdup(function) : 0;
        /* The first instruction of the function, which begins a block. */
        place->mark = i == 0 && function && !strcmp(function, mark);
        qemu_plugin_register_vcpu_insn_exec_cb(one, at_instruction,
                                               LEAVES_REGISTERS, place);
        qemu_plugin_register_vcpu_mem_cb(one, at_data, LEAVES_REGISTERS,
                                         READS_AND_WRITES, place);
    }
}

static void at_end(plugin_id id, void *own)
{
    char line[64];

    (void)id;
    (void)own;
    snprintf(line, sizeof line, "traced %llu\n", trail_whole());
    qemu_plugin_outs(line);
}

int qemu_plugin_install(plugin_id id, const struct system_information *system,
                        int argc, char **argv)
{
    unsigned n = 0, messages = 0;

    (void)system;
    for (int i = 0; i < argc; ++i) {
        if (!strncmp(argv[i], "messages=", 9))
            messages = (unsigned)atoi(argv[i] + 9);
        if (!strncmp(argv[i], "mark=", 5))
            mark = strdup(argv[i] + 5);
        if (!strncmp(argv[i], "lengths=", 8))
            for (char *at = argv[i] + 8; *at && n < MOST; at += *at == ':')
                lengths[n++] = strtoul(at, &at, 10);
    }
    if (messages < 2 || !n || !trail_expect(messages, n, lengths))
        return 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, at_block);
    qemu_plugin_register_atexit_cb(id, at_end, 0);
    return 0;
}
