/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.blake256.java;

/** Of BLAKE-224 and BLAKE-256: the first digits of pi. */
public final class Blake256Constants {
    public static final int C0 = 0x243f6a88, C1 = 0x85a308d3, C2 = 0x13198a2e, C3 = 0x03707344;
    public static final int C4 = 0xa4093822, C5 = 0x299f31d0, C6 = 0x082efa98, C7 = 0xec4e6c89;
    public static final int C8 = 0x452821e6, C9 = 0x38d01377, C10 = 0xbe5466cf, C11 = 0x34e90c6c;
    public static final int C12 = 0xc0ac29b7, C13 = 0xc97c50dd, C14 = 0x3f84d5b5, C15 = 0xb5470917;

    /** The same for those who look them up; nobody writes to it. */
    public static final int[] C = {
        C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11, C12, C13, C14, C15,
    };

    private Blake256Constants() {}
}
