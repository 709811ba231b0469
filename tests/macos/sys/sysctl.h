/* The name of macOS's header that measure/ uses, for
 * tests/crypto/test_macos.py. */
#include <stddef.h>
int sysctlbyname(const char *name, void *old, size_t *size, void *new,
                 size_t new_size);
