/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.skein512512.javaplain;

import crypto_hash.skein512256.javaplain.Skein512;

/** Skein-512-512: 64 bytes of output. */
public final class Hash extends Skein512 {
    /** A digest of the empty message so far. */
    public Hash() {
        super("Skein-512-512", 64);
    }
}
