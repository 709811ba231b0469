/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.skein512256.javaplain;

/** Skein-512-256: 32 bytes of output. */
public final class Hash extends Skein512 {
    /** A digest of the empty message so far. */
    public Hash() {
        super("Skein-512-256", 32);
    }
}
