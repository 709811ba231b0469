/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake512.java;

/** Of BLAKE-384 and BLAKE-512: the first digits of pi. */
public final class Blake512Constants {
    public static final long C0 = 0x243f6a8885a308d3L, C1 = 0x13198a2e03707344L;
    public static final long C2 = 0xa4093822299f31d0L, C3 = 0x082efa98ec4e6c89L;
    public static final long C4 = 0x452821e638d01377L, C5 = 0xbe5466cf34e90c6cL;
    public static final long C6 = 0xc0ac29b7c97c50ddL, C7 = 0x3f84d5b5b5470917L;
    public static final long C8 = 0x9216d5d98979fb1bL, C9 = 0xd1310ba698dfb5acL;
    public static final long C10 = 0x2ffd72dbd01adfb7L, C11 = 0xb8e1afed6a267e96L;
    public static final long C12 = 0xba7c9045f12c7f99L, C13 = 0x24a19947b3916cf7L;
    public static final long C14 = 0x0801f2e2858efc16L, C15 = 0x636920d871574e69L;

    /** The same for those who look them up; nobody writes to it. */
    public static final long[] C = {
        C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15,
    };

    private Blake512Constants() {}
}
