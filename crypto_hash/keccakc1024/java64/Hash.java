/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.keccakc1024.java64;

import crypto_hash.keccakc512.java64.Keccak;

/** Keccak-512, that is Keccak[r=576,c=1024]: 64 bytes of output. */
public final class Hash extends Keccak {
    /** A digest of the empty message so far. */
    public Hash() {
        super("Keccak-512", 64);
    }
}
