/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.round3jh384.java32;

import crypto_hash.round3jh256.java32.Jh;

/** JH-384: 48 bytes of output. */
public final class Hash extends Jh {
    private static final long[] IV = {
        0x481e3bc6d813398aL, 0x6d3b5e894ade879bL, 0x63faea68d480ad2eL, 0x332ccb21480f8267L,
        0x98aec84d9082b928L, 0xd455ea3041114249L, 0x36f555b2924847ecL, 0xc7250a93baf43ce1L,
        0x569b7f8a27db454cL, 0x9efcbd496397af0eL, 0x589fc27d26aa80cdL, 0x80c08b8c9deb2edaL,
        0x8a7981e8f8d5373aL, 0xf43967adddd17a71L, 0xa9b4d3bda475d394L, 0x976c3fba9842737fL,
    };

    /** A digest of the empty message so far. */
    public Hash() {
        super("JH-384", 48, IV);
    }
}
