/* The ABI that code is compiled for: all that is left of this file when it is preprocessed. */
#if defined(__x86_64__) && defined(__LP64__)
amd64
#elif defined(__i386__)
x86
#elif defined(__aarch64__) && defined(__AARCH64EL__) && defined(__LP64__)
arm64
#elif __SIZEOF_POINTER__ == 8
unknown64
#else
unknown32
#endif
