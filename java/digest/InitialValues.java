/* SPDX-License-Identifier: CC0-1.0 */
package digest;

/** The initial values of SHA-2 and BLAKE; each call returns a new array. */
public final class InitialValues {
    private InitialValues() {}

    /** The initial value of SHA-224 and BLAKE-224. */
    public static int[] of224() {
        return new int[] {
            0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
            0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
        };
    }

    /** The initial value of SHA-256 and BLAKE-256. */
    public static int[] of256() {
        return new int[] {
            0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
        };
    }

    /** The initial value of SHA-384 and BLAKE-384. */
    public static long[] of384() {
        return new long[] {
            0xcbbb9d5dc1059ed8L, 0x629a292a367cd507L, 0x9159015a3070dd17L, 0x152fecd8f70e5939L,
            0x67332667ffc00b31L, 0x8eb44a8768581511L, 0xdb0c2e0d64f98fa7L, 0x47b5481dbefa4fa4L,
        };
    }

    /** The initial value of SHA-512 and BLAKE-512. */
    public static long[] of512() {
        return new long[] {
            0x6a09e667f3bcc908L, 0xbb67ae8584caa73bL, 0x3c6ef372fe94f82bL, 0xa54ff53a5f1d36f1L,
            0x510e527fade682d1L, 0x9b05688c2b3e6c1fL, 0x1f83d9abfb41bd6bL, 0x5be0cd19137e2179L,
        };
    }
}
