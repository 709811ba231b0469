/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.round3jh512.javaplain;

import crypto_hash.round3jh256.javaplain.Jh;

/** JH-512: 64 bytes of output. */
public final class Hash extends Jh {
    /** A digest of the empty message so far. */
    public Hash() {
        super("JH-512", 64);
    }
}
