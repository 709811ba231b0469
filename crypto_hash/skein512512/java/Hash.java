/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.skein512512.java;

import crypto_hash.skein512256.java.Skein512;

/** Skein-512-512: 64 bytes of output. */
public final class Hash extends Skein512 {
    private static final long[] IV = {
        0x4903adff749c51ceL, 0x0d95de399746df03L, 0x8fd1934127c79bceL, 0x9a255629ff352cb1L,
        0x5db62599df6ca7b0L, 0xeabe394ca9d5c3f4L, 0x991112c71a75b523L, 0xae18a40b660fcc33L,
    };

    /** A digest of the empty message so far. */
    public Hash() {
        super("Skein-512-512", 64, IV);
    }
}
