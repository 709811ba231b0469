/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.keccakc768.java64;

import crypto_hash.keccakc512.java64.Keccak;

/** Keccak-384, that is Keccak[r=832,c=768]: 48 bytes of output. */
public final class Hash extends Keccak {
    /** A digest of the empty message so far. */
    public Hash() {
        super("Keccak-384", 48);
    }
}
