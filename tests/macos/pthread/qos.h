/* The names of macOS's header that measure/ uses, for
 * tests/crypto/test_macos.py. */
#include <stddef.h>
enum { QOS_CLASS_USER_INTERACTIVE = 0x21 };
int pthread_set_qos_class_self_np(unsigned qos, int priority);
int pthread_cpu_number_np(size_t *cpu);
