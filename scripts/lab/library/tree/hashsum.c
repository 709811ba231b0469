/* SPDX-License-Identifier: CC0-1.0 */
/*
 * Digests as `sha256sum --tag` writes them, BLAKE3's as b3sum, and their check.
 * What can't be mapped is read to its end: the library hashes whole messages.
 */
#define _GNU_SOURCE
#define _FILE_OFFSET_BITS 64

#include "shootout.h"

#include <ctype.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct function {
    const char *name;
    void (*hash)(unsigned char *, const unsigned char *, size_t);
    size_t bytes;
} functions[] = {
#define ENTRY(f, size) {#f, shootout_##f, size},
    SHOOTOUT_FUNCTIONS(ENTRY){NULL, NULL, 0}};
#define NAME(f, size) " " #f

static int complain(const char *name)
{
    return fprintf(stderr, "hashsum: %s: %s\n", name, strerror(errno)) != 0;
}

/* Hash all that is left to read; nonzero with errno if it fails. */
static int hash_stream(const struct function *f, int fd, unsigned char *out)
{
    size_t n = 0, room = 0;
    unsigned char *all = NULL;
    ssize_t got;

    do {
        if (n == room && !(all = realloc(all, room += room + (1 << 16))))
            return 1;
        got = read(fd, all + n, room - n);
        n += got > 0 ? (size_t)got : 0;
    } while (got > 0);
    if (got == 0)
        f->hash(out, all, n);
    free(all);
    return got != 0;
}

/* The digest of a file in hexadecimal; nonzero if there is none. */
static int hash_file(const struct function *f, const char *name, char *hex)
{
    unsigned char out[SHOOTOUT_MOST_BYTES], *map = MAP_FAILED;
    int fd = strcmp(name, "-") ? open(name, O_RDONLY | O_CLOEXEC) : 0, bad = 0;
    struct stat is;

    if (fd > 0 && !fstat(fd, &is) && S_ISREG(is.st_mode) && is.st_size > 0 &&
        is.st_size == (off_t)(size_t)is.st_size)
        map = mmap(NULL, (size_t)is.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map != MAP_FAILED) {
        f->hash(out, map, (size_t)is.st_size);
        munmap(map, (size_t)is.st_size);
    } else if (fd < 0 || hash_stream(f, fd, out))
        bad = complain(name);
    if (fd > 0)
        close(fd);
    for (size_t i = 0; !bad && i < f->bytes; ++i)
        sprintf(hex + 2 * i, "%02x", out[i]);
    return bad;
}

/* A line about a file; one with an escaped name begins with \. */
static void put(const char *before, const char *name, const char *after)
{
    int escapes = strpbrk(name, *before ? "\\\n\r" : "\n") != NULL;

    printf("%s%s", escapes ? "\\" : "", before);
    for (char c; (c = *name); ++name)
        if (escapes && strchr("\\\n\r", c))
            printf("\\%c", c == '\n' ? 'n' : c == '\r' ? 'r' : c);
        else
            putchar(c);
    puts(after);
}

static int print(const struct function *f, const char *name)
{
    char line[2 * SHOOTOUT_MOST_BYTES + 7] = ") = ", tag[99];

    if (hash_file(f, name, line + 4))
        return 1;
    for (char *c = strcpy(tag, f->name); *c && *c != '2'; ++c) /* BLAKE2b */
        *c = (char)toupper(*c);
    if (strcmp(tag, "BLAKE3"))
        put(strcat(tag, " ("), name, line);
    else
        put(strcat(line + 4, "  "), name, "");
    return 0;
}

static const struct function *find(const char *name)
{
    for (const struct function *f = functions; f->name; ++f)
        if (!strcasecmp(f->name, name))
            return f;
    return NULL;
}

/* Undo escapes; zero if no line of ours has such a name. */
static int unescaped(char *to)
{
    for (const char *from = to; (*to = *from); ++to, ++from)
        if (*from == '\\') {
            if (!*++from || !strchr("nr\\", *from))
                return 0;
            *to = *from == 'n' ? '\n' : *from == 'r' ? '\r' : '\\';
        }
    return 1;
}

enum { GOOD, BAD, UNREAD, ODD };
static const char *const says[] = {": OK", ": FAILED", ": FAILED open or read"};

/* Compare a line's digest; a line without a tag is for f. */
static int check_line(const struct function *f, char *line)
{
    char now[2 * SHOOTOUT_MOST_BYTES + 1], *hex, *name, *end = NULL;
    int escaped = *line == '\\', result;

    hex = line += escaped;
    line[strcspn(line, "\r\n")] = 0;
    name = line + strcspn(line, " ");
    if (*name)
        *name++ = 0;
    for (char *at = name; *name == '(' && (at = strstr(at, ") = ")); ++at)
        end = at; /* a name may have some, too */
    if (end) {
        *end = 0;
        f = find(line);
        hex = end + 4;
    }
    name += end || *name == ' ' || *name == '*';
    if (!f || !*name || strlen(hex) != 2 * f->bytes ||
        hex[strspn(hex, "0123456789abcdefABCDEF")] ||
        (escaped && !unescaped(name)))
        return ODD;
    result = hash_file(f, name, now) ? UNREAD : strcasecmp(now, hex) ? BAD : 0;
    put("", name, says[result]);
    return result;
}

static int check(const struct function *f, const char *name)
{
    FILE *file = strcmp(name, "-") ? fopen(name, "re") : stdin;
    unsigned long n[ODD + 1] = {0};
    char *line = NULL;
    size_t room = 0;

    while (file && getline(&line, &room, file) >= 0)
        if (*line != '#')
            ++n[check_line(f, line + strspn(line, " \t"))];
    free(line);
    if (!file || ferror(file))
        return complain(name);
    if (file != stdin)
        fclose(file);
    if (n[BAD] || n[UNREAD] || n[ODD] || !n[GOOD])
        fprintf(stderr, "hashsum: %s: good %lu, bad %lu, unread %lu, odd %lu\n",
                name, n[GOOD], n[BAD], n[UNREAD], n[ODD]);
    return n[BAD] || n[UNREAD] || !n[GOOD];
}

int main(int argc, char **argv)
{
    const struct function *f = NULL;
    int option, checks = 0, failed = 0;

    while ((option = getopt(argc, argv, "a:c")) != -1)
        if (option == 'c')
            checks = 1;
        else if (option != 'a')
            failed = 1;
        else if (!(f = find(optarg)))
            errx(1, "%s is none of" SHOOTOUT_FUNCTIONS(NAME), optarg);
    if (failed || (!f && !checks))
        errx(1, "[-c] [-a FUNCTION] [FILE]...; one of the two is needed\n"
                "functions:" SHOOTOUT_FUNCTIONS(NAME));
    if (optind == argc)
        argv[--optind] = "-";
    for (; optind < argc; ++optind)
        failed |= checks ? check(f, argv[optind]) : print(f, argv[optind]);
    if (ferror(stdout) | fclose(stdout))
        failed = complain("write error");
    return failed;
}
