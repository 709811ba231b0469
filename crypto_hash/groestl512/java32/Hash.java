/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl512.java32;

/** Grøstl-512: 64 bytes of output. */
public final class Hash extends Groestl512 {
    /** A digest of the empty message so far. */
    public Hash() {
        super("Groestl-512", 64);
    }
}
