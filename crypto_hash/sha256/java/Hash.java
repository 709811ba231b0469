/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha256.java;

/** SHA-256. */
public final class Hash extends Sha256Core {
    private static final int[] INITIAL = {
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    };

    public Hash() {
        super("SHA-256", INITIAL, 32);
    }
}
