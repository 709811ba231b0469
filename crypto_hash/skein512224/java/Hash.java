/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.skein512224.java;

import crypto_hash.skein512256.java.Skein512;

/** Skein-512-224: 28 bytes of output. */
public final class Hash extends Skein512 {
    private static final long[] IV = {
        0xccd0616248677224L, 0xcba65cf3a92339efL, 0x8ccd69d652ff4b64L, 0x398aed7b3ab890b4L,
        0x0f59d1b1457d2bd0L, 0x6776fe6575d4eb3dL, 0x99fbc70e997413e9L, 0x9e2cfccfe1c41ef7L,
    };

    /** A digest of the empty message so far. */
    public Hash() {
        super("Skein-512-224", 28, IV);
    }
}
