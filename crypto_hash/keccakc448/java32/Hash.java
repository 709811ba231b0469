/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.keccakc448.java32;

import crypto_hash.keccakc512.java32.Keccak;

/** Keccak-224, that is Keccak[r=1152,c=448]: 28 bytes of output. */
public final class Hash extends Keccak {
    /** A digest of the empty message so far. */
    public Hash() {
        super("Keccak-224", 28);
    }
}
