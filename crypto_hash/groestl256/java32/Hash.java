/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl256.java32;

/** Grøstl-256: 32 bytes of output. */
public final class Hash extends Groestl256 {
    /** A digest of the empty message so far. */
    public Hash() {
        super("Groestl-256", 32);
    }
}
