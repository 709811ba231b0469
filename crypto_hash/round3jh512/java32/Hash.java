/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.round3jh512.java32;

import crypto_hash.round3jh256.java32.Jh;

/** JH-512: 64 bytes of output. */
public final class Hash extends Jh {
    private static final long[] IV = {
        0x6fd14b963e00aa17L, 0x636a2e057a15d543L, 0x8a225e8d0c97ef0bL, 0xe9341259f2b3c361L,
        0x891da0c1536f801eL, 0x2aa9056bea2b6d80L, 0x588eccdb2075baa6L, 0xa90f3a76baf83bf7L,
        0x0169e60541e34a69L, 0x46b58a8e2e6fe65aL, 0x1047a7d0c1843c24L, 0x3b6e71b12d5ac199L,
        0xcf57f6ec9db1f856L, 0xa706887c5716b156L, 0xe3c2fcdfe68517fbL, 0x545a4678cc8cdd4bL,
    };

    /** A digest of the empty message so far. */
    public Hash() {
        super("JH-512", 64, IV);
    }
}
