/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.skein512384.java;

import crypto_hash.skein512256.java.Skein512;

/** Skein-512-384: 48 bytes of output. */
public final class Hash extends Skein512 {
    private static final long[] IV = {
        0xa3f6c6bf3a75ef5fL, 0xb0fef9ccfd84faa4L, 0x9d77dd663d770cfeL, 0xd798cbf3b468fddaL,
        0x1bc4a6668a0e4465L, 0x7ed7d434e5807407L, 0x548fc1acd4ec44d6L, 0x266e17546aa18ff8L,
    };

    /** A digest of the empty message so far. */
    public Hash() {
        super("Skein-512-384", 48, IV);
    }
}
