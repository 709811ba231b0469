/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl384.java32;

import crypto_hash.groestl512.java32.Groestl512;

/** Grøstl-384: 48 bytes of output. */
public final class Hash extends Groestl512 {
    /** A digest of the empty message so far. */
    public Hash() {
        super("Groestl-384", 48);
    }
}
