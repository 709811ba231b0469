/* SPDX-License-Identifier: CC0-1.0 */
/*
 * The files that a program may read while it is loaded: itself, and what lies
 * in the folders of libraries. Landlock keeps it from all others, for ever,
 * where the kernel has that (Linux 5.13). No filter of system calls can: it
 * sees the address of a path, and not the path.
 */
#ifndef FILES_H
#define FILES_H

/* From here on this process, and what it becomes, reads the program at `path`
   and the folders of libraries: the system's, and those in `more`, with colons
   between. Returns 0 where the kernel has no Landlock. */
int files_confine(const char *path, const char *more);

#endif
