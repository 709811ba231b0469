/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.javaplain;

/** Grøstl-256: 32 bytes of output. */
public final class Hash extends Groestl {
    private static final int[][] SHIFT = {{0, 1, 2, 3, 4, 5, 6, 7}, {1, 3, 5, 7, 0, 2, 4, 6}};

    /** A digest of the empty message so far. */
    public Hash() {
        super("Groestl-256", 32, 8, 10, SHIFT);
    }
}
