/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.keccakc512.javaplain;

/** Keccak-256, that is Keccak[r=1088,c=512]: 32 bytes of output. */
public final class Hash extends Keccak {
    /** A digest of the empty message so far. */
    public Hash() {
        super("Keccak-256", 32);
    }
}
