/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.java;

/** SubBytes and MixBytes in one. */
public final class Table {
    private static final String SBOX =
            "637c777bf26b6fc53001672bfed7ab76ca82c97dfa5947f0add4a2af9ca472c0"
            + "b7fd9326363ff7cc34a5e5f171d8311504c723c31896059a071280e2eb27b275"
            + "09832c1a1b6e5aa0523bd6b329e32f8453d100ed20fcb15b6acbbe394a4c58cf"
            + "d0efaafb434d338545f9027f503c9fa851a3408f929d38f5bcb6da2110fff3d2"
            + "cd0c13ec5f974417c4a77e3d645d197360814fdc222a908846eeb814de5e0bdb"
            + "e0323a0a4906245cc2d3ac629195e479e7c8376d8dd54ea96c56f4ea657aae08"
            + "ba78252e1ca6b4c6e8dd741f4bbd8b8a703eb5664803f60e613557b986c11d9e"
            + "e1f8981169d98e949b1e87e9ce5528df8ca1890dbfe6426841992d0fb054bb16";

    private Table() {}

    /**
     * The eight tables one behind the other: entry 256 r + x is what a byte x in row r adds to its
     * column, row 0 in the low byte.
     */
    public static long[] make() {
        long[] t = new long[8 * 256];
        for (int x = 0; x < 256; x++) {
            int s = Integer.parseInt(SBOX.substring(2 * x, 2 * x + 2), 16);
            int s2 = twice(s);
            int s3 = s2 ^ s;
            int s4 = twice(s2);
            int s5 = s4 ^ s;
            long column = 0; // 02 07 05 03 05 04 03 02, row 7 first here
            for (int product : new int[] {s2, s3, s4, s5, s3, s5, s5 ^ s2, s2}) {
                column = column << 8 | product;
            }
            for (int r = 0; r < 8; r++) {
                t[256 * r + x] = Long.rotateLeft(column, 8 * r);
            }
        }
        return t;
    }

    /** In the field of the AES, x^8 = x^4 + x^3 + x + 1. */
    private static int twice(int x) {
        return x << 1 ^ (x >> 7) * 0x11b;
    }
}
