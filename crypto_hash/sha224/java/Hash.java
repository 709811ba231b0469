/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha224.java;

import crypto_hash.sha256.java.Sha256Core;

/** SHA-224. */
public final class Hash extends Sha256Core {
    private static final int[] INITIAL = {
        0xc1059ed8, 0x367cd507, 0x3070dd17, 0xf70e5939,
        0xffc00b31, 0x68581511, 0x64f98fa7, 0xbefa4fa4,
    };

    public Hash() {
        super("SHA-224", INITIAL, 28);
    }
}
