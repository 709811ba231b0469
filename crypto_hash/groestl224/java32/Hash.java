/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.groestl224.java32;

import crypto_hash.groestl256.java32.Groestl256;

/** Grøstl-224: 28 bytes of output. */
public final class Hash extends Groestl256 {
    /** A digest of the empty message so far. */
    public Hash() {
        super("Groestl-224", 28);
    }
}
