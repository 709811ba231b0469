/* SPDX-License-Identifier: CC0-1.0 */
package crypto_hash.skein512256.java;

/** Skein-512-256: 32 bytes of output. */
public final class Hash extends Skein512 {
    private static final long[] IV = {
        0xccd044a12fdb3e13L, 0xe83590301a79a9ebL, 0x55aea0614f816e6fL, 0x2a2767a4ae9b94dbL,
        0xec06025e74dd7683L, 0xe7a436cdc4746251L, 0xc36fbaf9393ad185L, 0x3eedba1833edfc13L,
    };

    /** A digest of the empty message so far. */
    public Hash() {
        super("Skein-512-256", 32, IV);
    }
}
