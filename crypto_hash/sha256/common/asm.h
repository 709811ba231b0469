/* SPDX-License-Identifier: CC0-1.0 */

/* What every file of assembly for x86 and amd64 begins with, whatever syntax
   it goes on in. With -fcf-protection, as several distributions build by
   default, a program may use indirect branch tracking and a shadow stack only
   if each of its objects says that it bears them: so this one says so, and
   its functions begin with TARGET, where an indirect call may lead. There is
   no other target of an indirect jump. Without that option nothing is added. */

#if defined(__CET__) && (__CET__ & 1)
#if defined(__x86_64__)
#define TARGET .byte 0xf3, 0x0f, 0x1e, 0xfa; /* endbr64 */
#else
#define TARGET .byte 0xf3, 0x0f, 0x1e, 0xfb; /* endbr32 */
#endif
#else
#define TARGET
#endif

#if defined(__CET__)
#if defined(__LP64__)
#define PROPERTY_ALIGN 3 /* a power of two */
#else
#define PROPERTY_ALIGN 2
#endif
        .pushsection .note.gnu.property, "a"
        .p2align PROPERTY_ALIGN
        .long 4, 4f - 1f, 5     /* of the name and of what follows it; type */
        .asciz "GNU"
1:      .long 0xc0000002, 3f - 2f /* GNU_PROPERTY_X86_FEATURE_1_AND */
2:      .long __CET__           /* 1 IBT, 2 SHSTK */
3:      .p2align PROPERTY_ALIGN
4:
        .popsection
#endif
