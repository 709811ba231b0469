/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.sha384.java;

import crypto_hash.sha512.java.Sha512Core;

/** SHA-384. */
public final class Hash extends Sha512Core {
    private static final long[] INITIAL = {
        0xcbbb9d5dc1059ed8L, 0x629a292a367cd507L,
        0x9159015a3070dd17L, 0x152fecd8f70e5939L,
        0x67332667ffc00b31L, 0x8eb44a8768581511L,
        0xdb0c2e0d64f98fa7L, 0x47b5481dbefa4fa4L,
    };

    public Hash() {
        super("SHA-384", INITIAL, 48);
    }
}
