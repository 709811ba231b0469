/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl512.javaplain;

import crypto_hash.groestl256.javaplain.Groestl;

/** Grøstl-512: 64 bytes of output. */
public final class Hash extends Groestl {
    private static final int[][] SHIFT = {{0, 1, 2, 3, 4, 5, 6, 11}, {1, 3, 5, 11, 0, 2, 4, 6}};

    /** A digest of the empty message so far. */
    public Hash() {
        super("Groestl-512", 64, 16, 14, SHIFT);
    }
}
