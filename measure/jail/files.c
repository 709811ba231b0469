/* SPDX-License-Identifier: CC0-1.0 */
#define _GNU_SOURCE /* O_PATH */

#include "files.h"

#ifdef __linux__

#include <fcntl.h>
#include <glob.h>
#include <stdint.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* From linux/landlock.h, which may be older than the kernel. The calls have one
   number on all processors but Alpha. */
enum { CREATE = 444, ADD = 445, RESTRICT = 446, BENEATH = 1 };
enum { EXECUTE = 1, READ_FILE = 4, READ_DIR = 8, EVERY = (1 << 13) - 1 };
struct ruleset {
    uint64_t handled;
};
struct rule {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

/* Where loaders look for libraries and their own lists of these. */
static const char *const places[] = {"/lib*",
                                     "/usr/lib*",
                                     "/usr/local/lib*",
                                     "/usr/local/musl/lib",
                                     "/opt",
                                     "/nix/store",
                                     "/gnu/store",
                                     "/etc/ld.so.cache",
                                     "/etc/ld.so.preload",
                                     "/etc/ld-musl-*.path"};

static void allow(int rules, const char *path)
{
    struct rule rule = {EXECUTE | READ_FILE, open(path, O_PATH | O_CLOEXEC)};
    struct stat found;

    if (rule.parent < 0)
        return; /* what is not there need not be allowed */
    if (fstat(rule.parent, &found) == 0 && S_ISDIR(found.st_mode))
        rule.allowed |= READ_DIR;
    syscall(ADD, rules, BENEATH, &rule, 0);
    close(rule.parent);
}

static void allow_places(int rules)
{
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        glob_t found;

        if (glob(places[i], 0, 0, &found) == 0) {
            for (size_t k = 0; k < found.gl_pathc; ++k)
                allow(rules, found.gl_pathv[k]);
            globfree(&found);
        }
    }
}

int files_confine(const char *path, const char *more)
{
    struct ruleset every = {EVERY};
    int rules = (int)syscall(CREATE, &every, sizeof every, 0);
    char folder[4096];

    if (rules < 0)
        return 0;
    allow(rules, path);
    allow_places(rules);
    for (size_t n; *more; more += n + (more[n] == ':')) {
        n = strcspn(more, ":");
        if (n > 0 && n < sizeof folder) {
            memcpy(folder, more, n);
            folder[n] = 0;
            allow(rules, folder);
        }
    }
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(RESTRICT, rules, 0) == 0;
}

#else

int files_confine(const char *path, const char *more)
{
    (void)path;
    (void)more;
    return 0;
}

#endif
